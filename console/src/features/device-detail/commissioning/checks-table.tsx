import {
  type Checked,
  type CheckResult,
  COMMISSIONING_FIGURES,
} from '@heatfleet/contract/commissioning/commissioning.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { formatNumber } from '../../../ui/format.ts'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { type Shape, StateChip, type Tone } from '../../../ui/status.tsx'
import css from './commissioning.module.css'

const MARKS = {
  pass: { tone: 'ok', shape: 'filled' },
  fail: { tone: 'bad', shape: 'triangle' },
  not_enough_data: { tone: 'neutral', shape: 'hollow' },
} as const satisfies Record<CheckResult, { tone: Tone; shape: Shape }>

type Figure = Checked['figures'][number]

/** Checks with their results, what they rest on, and what it must not leave. */
export const ChecksTable = ({ checks }: { checks: readonly Checked[] }) => {
  const t = useMessages('commissioning')
  const valueText = useFigureText()
  const limitText = useLimitText()
  return (
    <PlainTable
      label={t(($) => $.title)}
      rows={checks}
      keyOf={({ check }) => check}
      columns={[
        { key: 'check', title: t(($) => $.columns.check), cell: ({ check }) => t(($) => $.checks[check]) },
        {
          key: 'result',
          title: t(($) => $.columns.result),
          cell: ({ result }) => <StateChip {...MARKS[result]}>{t(($) => $.results[result])}</StateChip>,
        },
        {
          key: 'value',
          title: t(($) => $.columns.value),
          least_px: 240,
          cell: ({ figures }) => (
            <ul className={css.figures}>
              {figures.map((figure) => (
                <li key={figure.figure}>
                  <span className={css.muted}>{t(($) => $.figures[figure.figure])}</span>{' '}
                  <b>{valueText(figure.figure, figure.value)}</b>
                  {limitText(figure) !== '' && <span className={css.muted}> ({limitText(figure)})</span>}
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}

const useFigureText = () => {
  const lang = useLanguage()
  return (figure: Figure['figure'], value: number | null): string => {
    const { unit, decimals } = COMMISSIONING_FIGURES[figure]
    return [formatNumber(value, decimals, lang), value === null ? '' : unit].filter(Boolean).join(' ')
  }
}

const useLimitText = () => {
  const lang = useLanguage()
  const valueText = useFigureText()
  return ({ figure, min, max }: Figure): string => {
    if (min !== null && max !== null)
      return `${formatNumber(min, COMMISSIONING_FIGURES[figure].decimals, lang)} – ${valueText(figure, max)}`
    return min !== null ? `≥ ${valueText(figure, min)}` : max !== null ? `≤ ${valueText(figure, max)}` : ''
  }
}
