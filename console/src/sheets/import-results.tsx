import { SHEET_VERDICTS, type SheetFix, type SheetVerdict } from '@heatfleet/contract/sheets.ts'
import { useMemo, useState } from 'react'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { DataTable } from '../ui/data-table.tsx'
import { defaultLayout } from '../ui/data-table-columns.ts'
import { formatNumber } from '../ui/format.ts'
import { NoMatch } from '../ui/states.tsx'
import { QuickTabs, type TabItem } from '../ui/tabs.tsx'
import { useResultColumns } from './result-columns.tsx'
import type { DryRunResult, ImportRow, SheetImport } from './sheet-import.ts'
import css from './sheets.module.css'
import type { SheetImportState } from './use-sheet-import.ts'

type OutcomeFilter = SheetVerdict | 'all'

/** The result of each row; problems are fixed here, one by one or all proposals at once. */
export function ImportResults<Field extends string, Own extends string, Row extends ImportRow<Field, Own>>(props: {
  list: SheetImport<Field, Own, Row>
  state: SheetImportState<Field, Row>
  result: DryRunResult<Row>
}) {
  const { list, state, result } = props
  const t = useMessages('sheets')
  const lang = useLanguage()
  const [shown, setShown] = useState<OutcomeFilter>(result.counts.error > 0 ? 'error' : 'all')
  const rows = useMemo(
    () => result.rows.filter(({ verdict }) => shown === 'all' || verdict === shown),
    [result.rows, shown],
  )
  const columns = useResultColumns(list, state)
  const layout = useMemo(() => defaultLayout(columns, 'roomy'), [columns])
  const proposals = result.rows.filter(({ verdict }) => verdict === 'error').flatMap(fixesOf<Field, Own>)
  const wrong = result.rows.filter(({ verdict }) => verdict === 'error').map(({ row }) => row)
  const items: TabItem<OutcomeFilter>[] = [
    { key: 'all', label: t(($) => $.all), badge: formatNumber(result.rows.length, 0, lang) },
    ...SHEET_VERDICTS.map((verdict) => ({
      key: verdict,
      label: t(($) => $.verdicts[verdict]),
      badge: formatNumber(result.counts[verdict], 0, lang),
    })),
  ]
  const paging = { pageNo: 1, size: Math.max(1, rows.length) }
  return (
    <>
      <div className={css.options}>
        <QuickTabs label={t(($) => $.show)} items={items} value={shown} onChange={setShown} />
        {result.removed.length > 0 && <span className={css.warning}>{list.removedText(result.removed.length)}</span>}
        {proposals.length > 0 && (
          <Button
            size="small"
            busy={state.busy}
            onClick={() => state.correct({ fixes: [...state.choices.fixes, ...proposals] })}
          >
            {t(($) => $.fix_all, { count: proposals.length })}
          </Button>
        )}
        {wrong.length > 0 && (
          <Button
            size="small"
            busy={state.busy}
            onClick={() => state.correct({ left_out: [...state.choices.left_out, ...wrong] })}
          >
            {t(($) => $.leave_out, { count: wrong.length })}
          </Button>
        )}
      </div>
      <div className={css.verdicts}>
        <DataTable
          label={t(($) => $.verdict)}
          columns={columns}
          layout={layout}
          rows={rows}
          keyOf={({ row }) => String(row)}
          nameOf={({ row, name }) => `${row} ${name}`}
          total={rows.length}
          status={{ kind: 'ready', busy: state.busy }}
          empty={<NoMatch onClear={() => setShown('all')} />}
          sort={{ by: 'row', order: 'asc' }}
          onSort={() => {}}
          paging={paging}
          page_sizes={[paging.size]}
          onPaging={() => {}}
          onOpen={() => {}}
          summary={t(($) => $.rows, { count: rows.length })}
        />
      </div>
    </>
  )
}

/** The proposals of a row, one per field. */
const fixesOf = <Field extends string, Own extends string>({
  row,
  problems,
}: ImportRow<Field, Own>): SheetFix<Field>[] =>
  problems.flatMap(({ severity, field, fix }) =>
    severity === 'error' && field !== null && fix !== null ? [{ row, field, value: fix }] : [],
  )
