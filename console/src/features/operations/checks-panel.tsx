import { CHECK_UNITS, type Check } from '@heatfleet/contract/operations/operations.ts'
import type { Language } from '../../messages/language-code.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatDuration, formatNumber, UNKNOWN } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { StateChip, type Tone } from '../../ui/status.tsx'
import css from './operations.module.css'

const TONES = { ok: 'ok', warn: 'warn', bad: 'bad', off: 'neutral' } as const satisfies Record<Check['state'], Tone>
/** What needs a person stands first. */
const ORDER: readonly Check['state'][] = ['bad', 'warn', 'ok', 'off']
const HOUR_MS = 3_600_000

/** Every health check with its state; what is not in order says what to do. */
export function ChecksPanel({ checks }: { checks: readonly Check[] }) {
  const t = useMessages('operations')
  const lang = useLanguage()
  const count = checks.filter(({ state }) => state === 'bad' || state === 'warn').length
  const text = (check: Check, value: number | null) =>
    value === null ? UNKNOWN : figureOf(check, value, lang, (days) => t(($) => $.units.days, { count: days }))
  return (
    <Panel
      flush
      title={t(($) => $.checks_title)}
      note={<span role="status">{count === 0 ? t(($) => $.checks_ok) : t(($) => $.checks_bad, { count })}</span>}
    >
      <PlainTable
        label={t(($) => $.checks_title)}
        rows={checks.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))}
        keyOf={({ check }) => check}
        columns={[
          {
            key: 'check',
            title: t(($) => $.check_columns.check),
            least_px: 150,
            cell: ({ check }) => t(($) => $.checks[check].name),
          },
          {
            key: 'state',
            title: t(($) => $.check_columns.state),
            cell: ({ state }) => <StateChip tone={TONES[state]}>{t(($) => $.states[state])}</StateChip>,
          },
          {
            key: 'value',
            title: t(($) => $.check_columns.value),
            align: 'end',
            cell: (check) => text(check, check.value),
          },
          {
            key: 'limit',
            title: t(($) => $.check_columns.limit),
            align: 'end',
            cell: (check) => <span className={css.weak}>{text(check, check.limit)}</span>,
          },
          {
            key: 'action',
            title: t(($) => $.check_columns.action),
            least_px: 260,
            cell: ({ check, state }) => (
              <span className={state === 'ok' || state === 'off' ? css.weak : undefined}>
                {t(($) => $.checks[check].action)}
              </span>
            ),
          },
        ]}
      />
    </Panel>
  )
}

const figureOf = ({ check }: Check, value: number, lang: Language, days: (count: number) => string): string => {
  const unit = CHECK_UNITS[check]
  if (unit === 's') return formatDuration(value * 1_000, lang, 1)
  if (unit === 'h') return formatDuration(value * HOUR_MS, lang, 1)
  if (unit === 'days') return days(Math.floor(value))
  const number = formatNumber(value, 0, lang)
  return unit === 'count' || unit === null ? number : `${number} ${unit}`
}
