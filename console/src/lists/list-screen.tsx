import { lazy, type ReactNode, Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { ExportButton, ExportSelected, type FilterOf } from '../features/exports/public.ts'
import { CardList } from '../ui/card-list.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { ColumnChooser } from '../ui/data-table-chooser.tsx'
import { columnsOf, resizeColumn } from '../ui/data-table-columns.ts'
import type { DataTableProps, TableStatus } from '../ui/data-table-props.ts'
import { FilterBar } from '../ui/filter-bar.tsx'
import { type ListPlace, PAGE_SIZES } from '../ui/list-address.ts'
import { statusOf } from '../ui/list-status.tsx'
import { Page } from '../ui/page.tsx'
import { NeverAny, NoMatch } from '../ui/states.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import type { ListCall, ListExport, ListKind, RowOf } from './list.ts'
import type { RowCard as AnyRowCard } from './row-card.tsx'
import { SavedViews } from './saved-views.tsx'
import type { FiltersInUse, ListInUse } from './use-list.ts'

/** On phones alone. A lazy component forgets the type of its rows, which the call states. */
const RowCard = lazy(() => import('./row-card.tsx').then((part) => ({ default: part.RowCard }))) as typeof AnyRowCard

type TableProps<C extends ListCall, S, Address extends ListPlace, Given> = {
  of: ListInUse<C, S, Address, Given>
  /** Accessible name of the table, where it is not the list's own. */
  label?: string
  /** Instead of how the rows came. */
  status?: TableStatus
  /** Left of export and columns. */
  tools?: ReactNode
  /** What can be done with the selected rows; without it, and without an export of them, nothing is selected. */
  selectionTools?: ReactNode
  /** What opening a row does, where a row has no screen of its own. */
  onOpen?: (row: RowOf<C>, in_new_tab: boolean) => void
  onClear?: () => void
  /** What fills the list when there has never been a row, where the declaration names nothing. */
  emptyAction?: ReactNode
  /** Draws the rows as cards instead; phones always do. */
  card?: ((row: RowOf<C>) => ReactNode) | undefined
} & Pick<DataTableProps<RowOf<C>, string>, 'onRowKey' | 'onRowsInView'>

/** The table of a declared list: columns the account chose, states, selection, export, and the way to a row. */
export function ListTable<C extends ListCall, S, Address extends ListPlace, Given>(
  props: TableProps<C, S, Address, Given>,
) {
  const { of, selectionTools, onOpen } = props
  const is_narrow = useNarrow()
  const { list, say, address, turn, read, total, columns, layout, setLayout, selection } = of
  const open = useOpenRow(of)
  const clear = props.onClear ?? of.clear
  const exported = list.export
  const selectable = selectionTools !== undefined || exported?.only !== undefined
  const { title, text, icon, action } = list.never(say)
  const shared = {
    label: props.label ?? list.label(say),
    rows: of.rows,
    keyOf: list.key,
    nameOf: (row: RowOf<C>) => list.title(row, say),
    total,
    status: props.status ?? statusOf(read, list.needs),
    empty: of.filtered ? (
      <NoMatch onClear={clear} />
    ) : (
      <NeverAny title={title} text={text} icon={icon} action={props.emptyAction ?? action} />
    ),
    paging: { pageNo: address.pageNo, size: address.size },
    page_sizes: list.page_sizes ?? PAGE_SIZES,
    onPaging: turn,
    ...(selectable ? { selection, onSelection: of.select } : {}),
    summary: read.data === undefined ? '' : list.summary(say, total, read.data),
    tools: (
      <>
        {props.tools}
        {exported !== undefined && <Export of={of} exported={exported} />}
        {list.name !== null && props.card === undefined && (
          <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />
        )}
      </>
    ),
    selection_tools: (
      <>
        {selectionTools}
        {exported?.only !== undefined && <Export of={of} exported={exported} selected />}
      </>
    ),
  }
  const openRow = onOpen ?? (list.path === undefined ? undefined : open)
  const asCard = (row: RowOf<C>) => (
    <Suspense>
      <RowCard<RowOf<C>>
        row={row}
        columns={columnsOf(layout, columns)}
        name={list.title(row, say)}
        onOpen={openRow && ((one) => openRow(one, false))}
      />
    </Suspense>
  )
  const card = props.card ?? (is_narrow ? asCard : undefined)
  if (card !== undefined) return <CardList {...shared} card={card} />
  return (
    <DataTable
      {...shared}
      columns={columns}
      layout={layout}
      {...(list.name === null
        ? {}
        : { onColumnWidth: (key: string, width_px: number | null) => setLayout(resizeColumn(layout, key, width_px)) })}
      sort={{ by: address.sort_by, order: address.sort_order }}
      onSort={({ by, order }) => turn({ sort_by: by, sort_order: order })}
      onOpen={onOpen ?? open}
      onRowKey={props.onRowKey}
      onRowsInView={props.onRowsInView}
    />
  )
}

/** A row opens its own screen, on demand in a new tab. */
const useOpenRow = <C extends ListCall, S, Address extends ListPlace, Given>({
  list,
}: ListInUse<C, S, Address, Given>) => {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  return (row: RowOf<C>, in_new_tab: boolean) => {
    const path = list.path?.(row, query)
    if (path === undefined) return
    if (in_new_tab) window.open(`#${path}`, '_blank', 'noopener')
    else void navigate(path)
  }
}

/** The button that writes a declared list to a file, for a screen that draws its rows itself. */
export function ListExportButton<C extends ListCall, S, Address extends ListPlace, Given>({
  of,
}: {
  of: ListInUse<C, S, Address, Given>
}) {
  return of.list.export === undefined ? null : <Export of={of} exported={of.list.export} />
}

function Export<C extends ListCall, S, Address extends ListPlace, Given>({
  of: { body, shown, selection, total, say },
  exported: { kind, needs, all, also, only, except },
  selected = false,
}: {
  of: ListInUse<C, S, Address, Given>
  exported: ListExport<ListKind, S, object>
  selected?: boolean
}) {
  const columns = { shown: all === true ? null : shown }
  const named = { kind, needs, columns, total }
  const filter = { ...body, ...also?.(say) }
  // The filter of a list is that of its export.
  const filterOf = (filter: object) => filter as FilterOf<ListKind>
  if (!selected || only === undefined) return <ExportButton<ListKind> {...named} filter={filterOf(filter)} />
  return (
    <ExportSelected<ListKind, RowOf<C>>
      {...named}
      selection={selection}
      only={(keys) => filterOf(only(keys))}
      except={(keys) => filterOf({ ...filter, ...except?.(keys) })}
    />
  )
}

/** The filters of a declared list; `children` stand at the right end of the bar. */
export function ListFilters<C extends ListCall, S, Address extends ListPlace, Given>({
  of: { fields, clear, list },
  children,
}: {
  of: FiltersInUse<C, S, Address, Given>
  children?: ReactNode
}) {
  return (
    <FilterBar fields={fields} visible={list.visible} onReset={clear}>
      {children}
    </FilterBar>
  )
}

/** The saved views of a declared list. */
export function ListViews<C extends ListCall, S, Address extends ListPlace, Given>({
  of: { list, view, viewOf, open },
}: {
  of: FiltersInUse<C, S, Address, Given>
}) {
  return list.name === null ? null : <SavedViews list={list.name} query={view} normalize={viewOf} onOpen={open} />
}

type ScreenProps<C extends ListCall, S, Address extends ListPlace, Given> = TableProps<C, S, Address, Given> & {
  title: string
  note?: ReactNode
  /** Right of the saved views. */
  actions?: ReactNode
  /** Between title and filters. */
  above?: ReactNode
  /** Drawers and dialogs. */
  children?: ReactNode
}

/** The screen of a declared list: title, saved views, filters, table. */
export function ListScreen<C extends ListCall, S, Address extends ListPlace, Given>({
  title,
  note,
  actions,
  above,
  children,
  ...table
}: ScreenProps<C, S, Address, Given>) {
  return (
    <Page
      fill
      title={title}
      note={note}
      actions={
        <>
          <ListViews of={table.of} />
          {actions}
        </>
      }
    >
      {above}
      <ListFilters of={table.of} />
      <ListTable {...table} />
      {children}
    </Page>
  )
}
