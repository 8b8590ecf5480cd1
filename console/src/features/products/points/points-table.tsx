import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTableLayout } from '../../../lists/table-layout.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useRightWords } from '../../../messages/right-name.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { ColumnChooser } from '../../../ui/data-table-chooser.tsx'
import { nothingSelected, type Selection } from '../../../ui/data-table-selection.ts'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { readParams, writeParams } from '../../../ui/filter-bar-params.ts'
import { NeverAny, NoMatch } from '../../../ui/states.tsx'
import { ImportPoints } from '../import/import-points.tsx'
import { SUGGEST } from '../paths.ts'
import { SuggestionsDrawer } from '../suggestions/suggestions-drawer.tsx'
import { BatchTools } from './batch-tools.tsx'
import { BitDrawer } from './bit-drawer.tsx'
import { isInWord } from './bit-table.ts'
import { CopyPoints } from './copy-points.tsx'
import { movedBy, movedOnto } from './draft-change.ts'
import { EditTools } from './edit-tools.tsx'
import { newPoint } from './new-point.ts'
import { type PointAction, usePointColumns } from './point-columns.tsx'
import { PointDrawer } from './point-drawer.tsx'
import css from './points.module.css'
import { POINT_PARAMS, type PointsAddress, usePointFilters } from './points-filters.tsx'
import { filterRows, type PointTableRow, pointTableRows } from './points-view.ts'
import type { DraftEditor } from './use-draft.ts'

type Props = {
  product_key: string
  definition: { points: readonly DataPoint[]; settings: ProductSettings }
  published: readonly DataPoint[]
  /** Null when read-only. */
  editor: DraftEditor | null
}
/** Query parameters of the open drawer: a point, or the bits of its word. */
const DRAWERS = ['point', 'bits'] as const
type Drawer = (typeof DRAWERS)[number]
const NEW = 'new'

/** The table of all points: search, edit in place, bulk changes, reorder, undo. */
export function PointsTable({ product_key, definition, published, editor }: Props) {
  const t = useMessages('products')
  const { address, change: find, opened, opened_bits, open, suggests, suggest } = useAddress()
  const { points } = definition
  const rows = useMemo(() => pointTableRows(definition, published), [definition, published])
  const visible_rows = useMemo(() => filterRows(rows, address), [rows, address])
  const fields = usePointFilters(address, find, points)
  const [selection, setSelection] = useState<Selection<PointTableRow>>(nothingSelected)
  const [tool, setTool] = useState<'import' | 'copy' | null>(null)
  const onAction = usePointCallbacks(points, editor, open)
  const onSet = useSetter(editor)
  const onMove = useMover(points, editor)
  const columns = usePointColumns({ onSet: editor === null ? undefined : onSet, onAction, onMove })
  const [layout, setLayout] = useTableLayout('points', columns)
  const clear = () => find({ text: '', group: '', data_type: undefined, rw: undefined, only: undefined })
  // A single page: only the visible rows are rendered.
  const paging = { pageNo: 1, size: Math.max(1, visible_rows.length) }
  const state_name = points.find((point) => point.key === opened_bits && isInWord(point))
  const opened_point = opened === NEW ? newPoint(points) : points.find(({ key }) => key === opened)
  return (
    <div className={css.tab}>
      <FilterBar fields={fields} onReset={clear} />
      <DataTable
        label={t(($) => $.points.title)}
        columns={columns}
        layout={layout}
        rows={visible_rows}
        keyOf={keyOf}
        nameOf={keyOf}
        total={visible_rows.length}
        status={{ kind: 'ready', busy: false }}
        empty={
          points.length > 0 ? (
            <NoMatch onClear={clear} />
          ) : (
            <NeverAny title={t(($) => $.points.none)} text={t(($) => $.points.none_hint)} />
          )
        }
        sort={{ by: 'place', order: 'asc' }}
        onSort={() => {}}
        paging={paging}
        page_sizes={[paging.size]}
        onPaging={() => {}}
        onOpen={({ point }) => open(point.key)}
        {...(editor === null ? {} : { selection, onSelection: setSelection })}
        summary={<Summary rows={rows} saving={editor?.saving} />}
        tools={
          <>
            {editor !== null && (
              <EditTools
                editor={editor}
                onNew={() => open(NEW)}
                onTool={setTool}
                onSuggest={points.length === 0 ? undefined : () => suggest(true)}
              />
            )}
            <ColumnChooser columns={columns} layout={layout} onLayout={setLayout} />
          </>
        }
        selection_tools={
          editor !== null && (
            <BatchTools
              points={selectedPoints(selection, visible_rows)}
              editor={editor}
              onDone={() => setSelection(nothingSelected())}
            />
          )
        }
      />
      {tool === 'import' && (
        <ImportPoints
          product={{ product_key }}
          editor={editor}
          onImported={() => suggest(true)}
          onClose={() => setTool(null)}
        />
      )}
      {suggests && tool === null && editor !== null && points.length > 0 && (
        <SuggestionsDrawer definition={definition} editor={editor} onClose={() => suggest(false)} />
      )}
      {tool === 'copy' && editor !== null && (
        <CopyPoints product={{ product_key }} own={points} editor={editor} onClose={() => setTool(null)} />
      )}
      {state_name !== undefined && editor !== null && (
        <BitDrawer
          key={state_name.key}
          state_name={state_name}
          points={points}
          editor={editor}
          onClose={() => open(null)}
        />
      )}
      {opened_point !== undefined && (
        <PointDrawer
          key={opened}
          point={opened_point}
          is_new={!points.includes(opened_point)}
          definition={definition}
          editor={editor}
          onClose={() => open(null)}
        />
      )}
    </div>
  )
}

const keyOf = ({ point }: PointTableRow): string => point.key

const selectedPoints = (selection: Selection<PointTableRow>, visible_rows: readonly PointTableRow[]): DataPoint[] =>
  (selection.kind === 'all'
    ? visible_rows.filter((row) => !selection.except.has(keyOf(row)))
    : [...selection.rows.values()]
  ).map(({ point }) => point)

/** Filters and open point in the query; other parameters of the screen stay. */
const useAddress = () => {
  const [query, setQuery] = useSearchParams()
  const address = useMemo(() => readParams<PointsAddress>(POINT_PARAMS, query), [query])
  const change = (part: Partial<PointsAddress>) =>
    setQuery((newest) => {
      const after = new URLSearchParams(newest)
      for (const name of Object.keys(POINT_PARAMS)) after.delete(name)
      for (const [name, value] of writeParams<PointsAddress>(POINT_PARAMS, {
        ...readParams(POINT_PARAMS, newest),
        ...part,
      }))
        after.set(name, value)
      return after
    })
  const open = useCallback(
    (key: string | null, drawer: Drawer = 'point') =>
      setQuery((newest) => {
        const after = new URLSearchParams(newest)
        for (const name of DRAWERS) after.delete(name)
        if (key !== null) after.set(drawer, key)
        return after
      }),
    [setQuery],
  )
  const suggest = (is_shown: boolean) =>
    setQuery((newest) => {
      const after = new URLSearchParams(newest)
      if (is_shown) after.set(SUGGEST, '1')
      else after.delete(SUGGEST)
      return after
    })
  return {
    address,
    change,
    opened: query.get('point'),
    opened_bits: query.get('bits'),
    open,
    suggests: query.has(SUGGEST),
    suggest,
  }
}

/** Stable callbacks, so that a keystroke does not render a thousand rows again. */
const usePointCallbacks = (
  points: readonly DataPoint[],
  editor: DraftEditor | null,
  open: (key: string, drawer?: Drawer) => void,
) => {
  const latest = useRef({ points, editor, open })
  latest.current = { points, editor, open }
  return useCallback((action: PointAction, point: DataPoint) => {
    const { points: all, editor: now, open: show } = latest.current
    switch (action) {
      case 'edit':
        show(point.key)
        break
      case 'bits':
        show(point.key, 'bits')
        break
      case 'duplicate': {
        const { key } = newPoint(all)
        const keys = all.map((one) => one.key)
        const order = keys.toSpliced(keys.indexOf(point.key) + 1, 0, key)
        void now?.change({ set: [{ ...point, key }], order })
        break
      }
      case 'delete':
        void now?.change({ removed: [point.key] })
        break
      case 'up':
      case 'down':
        void now?.change({ order: movedBy(all, point.key, action === 'up' ? -1 : 1) })
        break
      default:
        action satisfies never
    }
  }, [])
}

/** Stable callbacks that move a point by drag or keyboard. */
const useMover = (points: readonly DataPoint[], editor: DraftEditor | null) => {
  const latest = useRef({ points, editor })
  latest.current = { points, editor }
  return useCallback((key: string, to: string | -1 | 1) => {
    const { points: all, editor: now } = latest.current
    void now?.change({ order: typeof to === 'string' ? movedOnto(all, key, to) : movedBy(all, key, to) })
  }, [])
}

const useSetter = (editor: DraftEditor | null) => {
  const latest = useRef(editor)
  latest.current = editor
  return useCallback((point: DataPoint) => void latest.current?.change({ set: [point] }), [])
}

function Summary({ rows, saving }: { rows: readonly PointTableRow[]; saving: boolean | undefined }) {
  const t = useMessages('products')
  const { rights } = useRightWords()
  const findings = rows.flatMap((row) => row.findings)
  const errors = findings.filter(({ severity }) => severity === 'error').length
  const warnings = findings.length - errors
  const state =
    saving === undefined
      ? t(($) => $.points.read_only, { right: rights['datapoint:edit'].name })
      : saving
        ? t(($) => $.points.saving)
        : t(($) => $.points.saved)
  const texts = [
    t(($) => $.points.count, { count: rows.length }),
    errors > 0 && t(($) => $.points.errors, { count: errors }),
    warnings > 0 && t(($) => $.points.warnings, { count: warnings }),
    state,
  ]
  return texts.filter((part) => part !== false).join(' · ')
}
