import type { ImportRow } from '@heatfleet/contract/product-import.ts'
import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table-columns.ts'
import { formatNumber, UNKNOWN } from '../../../ui/format.ts'
import { StateChip, type Tone } from '../../../ui/status.tsx'
import { useLanguage, useWords } from '../../../words/words.ts'
import { useFieldName } from '../points/field-words.ts'
import css from './import.module.css'
import type { ImportWork } from './use-import.ts'

const TONES = {
  new: 'ok',
  changed: 'accent',
  same: 'neutral',
  left_out: 'neutral',
  error: 'bad',
} as const satisfies Record<ImportRow['verdict'], Tone>

/** Columns of the verdicts: the line, what becomes of it, what its example reads as, and what is to be done. */
export const useVerdictColumns = (work: ImportWork): readonly Column<ImportRow>[] => {
  const t = useWords('productImport')
  const lang = useLanguage()
  const fieldName = useFieldName()
  return useMemo(
    () => [
      {
        key: 'row',
        title: t(($) => $.row),
        width_px: 64,
        align: 'end',
        cell: ({ row }) => formatNumber(row, 0, lang),
      },
      {
        key: 'verdict',
        title: t(($) => $.verdict),
        width_px: 112,
        cell: ({ verdict, fields }) => (
          <StateChip tone={TONES[verdict]} title={fields.map(fieldName).join(', ')}>
            {t(($) => $.verdicts[verdict])}
          </StateChip>
        ),
      },
      {
        key: 'name',
        title: t(($) => $.name),
        width_px: 200,
        cell: ({ name }) => (
          <span className={css.cut} title={name} translate="no">
            {name || UNKNOWN}
          </span>
        ),
      },
      {
        key: 'address',
        title: t(($) => $.fields.address),
        width_px: 76,
        align: 'end',
        cell: ({ address }) => address ?? UNKNOWN,
      },
      {
        key: 'sample',
        title: t(($) => $.sample),
        width_px: 120,
        cell: ({ sample }) =>
          sample === null ? UNKNOWN : `${sample.raw} → ${sample.value ?? UNKNOWN} ${sample.unit}`.trim(),
      },
      {
        key: 'problems',
        title: t(($) => $.problems),
        width_px: 420,
        cell: (row) => <Problems row={row} work={work} />,
      },
    ],
    [t, lang, fieldName, work],
  )
}

function Problems({ row, work }: { row: ImportRow; work: ImportWork }) {
  const t = useWords('productImport')
  const { fixes, left_out } = work.choices
  const by_hand = left_out.includes(row.row)
  return (
    <span className={css.problems}>
      {row.problems.map(({ problem, severity, field, text, fix }) => (
        <span key={`${problem}/${field}`} className={css[severity]}>
          {t(($) => $.problem[problem], { text })}
          {field !== null && fix !== null && (
            <Button
              size="small"
              kind="link"
              onClick={() => work.answer({ fixes: [...fixes, { row: row.row, field, value: fix }] })}
            >
              {fix === '' ? t(($) => $.clear_cell) : t(($) => $.fix_to, { fix })}
            </Button>
          )}
        </span>
      ))}
      {row.verdict === 'error' && (
        <Button size="small" kind="link" onClick={() => work.answer({ left_out: [...left_out, row.row] })}>
          {t(($) => $.leave_out_row)}
        </Button>
      )}
      {by_hand && (
        <Button
          size="small"
          kind="link"
          onClick={() => work.answer({ left_out: left_out.filter((one) => one !== row.row) })}
        >
          {t(($) => $.take_again)}
        </Button>
      )}
    </span>
  )
}
