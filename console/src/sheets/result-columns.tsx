import { LINE_PROBLEMS, type LineProblem, type SheetVerdict } from '@heatfleet/contract/sheets.ts'
import { useMemo } from 'react'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import type { Column } from '../ui/data-table-columns.ts'
import { formatNumber, UNKNOWN } from '../ui/format.ts'
import { StateChip, type Tone } from '../ui/status.tsx'
import type { ImportRow, SheetImport } from './sheet-import.ts'
import css from './sheets.module.css'
import type { SheetImportState } from './use-sheet-import.ts'

const TONES = {
  new: 'ok',
  changed: 'accent',
  same: 'neutral',
  left_out: 'neutral',
  error: 'bad',
} as const satisfies Record<SheetVerdict, Tone>

/** Columns of the results: row number, outcome, identifying columns, problems with their fixes. */
export const useResultColumns = <Field extends string, Own extends string, Row extends ImportRow<Field, Own>>(
  list: SheetImport<Field, Own, Row>,
  state: SheetImportState<Field, Row>,
): readonly Column<Row>[] => {
  const t = useMessages('sheets')
  const lang = useLanguage()
  return useMemo(
    () => [
      {
        key: 'row',
        title: t(($) => $.row),
        width_px: 64,
        align: 'end',
        cell: ({ row, place }) => place ?? formatNumber(row, 0, lang),
      },
      {
        key: 'verdict',
        title: t(($) => $.verdict),
        width_px: 112,
        cell: ({ verdict, fields }) => (
          <StateChip tone={TONES[verdict]} title={fields.map(list.changedText).join(', ')}>
            {t(($) => $.verdicts[verdict])}
          </StateChip>
        ),
      },
      {
        key: 'name',
        title: t(($) => $.name),
        width_px: 170,
        cell: ({ name }) => (
          <span className={css.cut} title={name} translate="no">
            {name || UNKNOWN}
          </span>
        ),
      },
      ...list.columns,
      {
        key: 'problems',
        title: t(($) => $.problems),
        width_px: 480,
        cell: (row) => <Problems list={list} row={row} state={state} />,
      },
      {
        key: 'answer',
        title: t(($) => $.answer),
        width_px: 120,
        // Fixed, so that a row can be skipped without scrolling sideways.
        fixed: 'end',
        always: true,
        cell: (row) => <RowFix row={row} state={state} />,
      },
    ],
    [t, lang, list, state],
  )
}

const isLineProblem = (problem: string): problem is LineProblem => LINE_PROBLEMS.some((one) => one === problem)

function Problems<Field extends string, Own extends string, Row extends ImportRow<Field, Own>>(props: {
  list: SheetImport<Field, Own, Row>
  row: Row
  state: SheetImportState<Field, Row>
}) {
  const t = useMessages('sheets')
  const { list, row, state } = props
  const { fixes } = state.choices
  const textOf = (problem: Own | LineProblem, field: Field | null, text: string) =>
    isLineProblem(problem)
      ? t(($) => $.problem[problem], { text, column: field === null ? '' : list.fieldText(field) })
      : list.problemText(problem, text)
  return (
    <span className={css.problems}>
      {row.problems.map(({ problem, severity, field, text, fix }) => (
        <span key={`${problem}/${field}`} className={css[severity]}>
          {textOf(problem, field, text)}
          {field !== null && fix !== null && (
            <Button
              size="small"
              kind="link"
              onClick={() => state.correct({ fixes: [...fixes, { row: row.row, field, value: fix }] })}
            >
              {fix === '' ? t(($) => $.clear_cell) : t(($) => $.fix_to, { fix })}
            </Button>
          )}
        </span>
      ))}
    </span>
  )
}

function RowFix<Field extends string, Own extends string, Row extends ImportRow<Field, Own>>(props: {
  row: Row
  state: SheetImportState<Field, Row>
}) {
  const t = useMessages('sheets')
  const { row, state } = props
  const { left_out } = state.choices
  if (left_out.includes(row.row))
    return (
      <Button
        size="small"
        kind="link"
        onClick={() => state.correct({ left_out: left_out.filter((one) => one !== row.row) })}
      >
        {t(($) => $.take_again)}
      </Button>
    )
  if (row.verdict !== 'error') return null
  return (
    <Button size="small" kind="link" onClick={() => state.correct({ left_out: [...left_out, row.row] })}>
      {t(($) => $.leave_out_row)}
    </Button>
  )
}
