import type { ListName } from '@heatfleet/contract/list-preferences/list-preferences.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { DataTable } from '../ui/data-table.tsx'
import { ColumnChooser } from '../ui/data-table-chooser.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { nothingSelected, type Selection } from '../ui/data-table-selection.ts'
import { type ListPlace, PAGE_SIZES } from '../ui/list-address.ts'
import { type ListRead, statusOf } from '../ui/list-status.tsx'
import { NoMatch } from '../ui/states.tsx'
import { useTableLayout } from './table-layout.ts'

type ListTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** Under which name the account keeps its columns. */
  list: ListName
  read: ListRead<Row>
  /** The right that reading needs, named when it lacks. */
  needs: Permission
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** Address of the row's own screen. */
  pathOf: (row: Row) => string
  address: ListPlace
  change: (place: Partial<ListPlace>) => void
  /** Equal while the same rows match: then the selection stays. */
  match: string
  filtered: boolean
  onClear: () => void
  /** Shown when there has never been a row. */
  never: ReactNode
  summary: (total: number) => string
  tools?: ReactNode
  /** What can be done with the selected rows, null = all that match, on every page; without it nothing is selected. */
  selectionTools?: (rows: readonly Row[] | null) => ReactNode
}

/** The table of a list that lives in its address: columns a person chose, states, selection, and the way to a row. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { read, address, match, change } = props
  const navigate = useNavigate()
  const [layout, setLayout] = useTableLayout(props.list, props.columns)
  const [kept, setKept] = useState<{ match: string; selection: Selection<Row> }>()
  const selection = kept?.match === match ? kept.selection : nothingSelected<Row>()
  const total = read.data?.total ?? 0
  return (
    <DataTable
      label={props.label}
      columns={props.columns}
      layout={layout}
      rows={read.data?.list ?? []}
      keyOf={props.keyOf}
      nameOf={props.nameOf}
      total={total}
      status={statusOf(read, props.needs)}
      empty={props.filtered ? <NoMatch onClear={props.onClear} /> : props.never}
      sort={{ by: address.sort_by, order: address.sort_order }}
      onSort={({ by, order }) => change({ sort_by: by, sort_order: order })}
      paging={{ pageNo: address.pageNo, size: address.size }}
      page_sizes={PAGE_SIZES}
      onPaging={change}
      {...(props.selectionTools === undefined
        ? {}
        : { selection, onSelection: (next: Selection<Row>) => setKept({ match, selection: next }) })}
      onOpen={(row, in_new_tab) => {
        if (in_new_tab) window.open(`#${props.pathOf(row)}`, '_blank', 'noopener')
        else void navigate(props.pathOf(row))
      }}
      summary={read.data === undefined ? '' : props.summary(total)}
      tools={
        <>
          {props.tools}
          <ColumnChooser columns={props.columns} layout={layout} onLayout={setLayout} />
        </>
      }
      selection_tools={props.selectionTools?.(selection.kind === 'all' ? null : [...selection.rows.values()])}
    />
  )
}
