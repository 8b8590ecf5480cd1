import type { Alarm, AlarmCondition } from '@heatfleet/contract/alarms/alarm.ts'
import { SLA_STATES, type SlaState, slaOf } from '@heatfleet/contract/alarms/sla.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { AlarmHandling } from '@heatfleet/contract/transitions.ts'
import { useCallback } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useTicking } from '../../ui/clock.ts'
import { formatDuration, formatTime } from '../../ui/format.ts'
import { type Look, StateChip } from '../../ui/status.tsx'

const SEVERITY = {
  critical: { tone: 'bad', shape: 'triangle' },
  major: { tone: 'bad', shape: 'filled' },
  minor: { tone: 'warn', shape: 'filled' },
  info: { tone: 'neutral', shape: 'hollow' },
} as const satisfies Record<Severity, Look>
const CONDITION = {
  active: { tone: 'warn', shape: 'filled' },
  recovered: { tone: 'ok', shape: 'hollow' },
} as const satisfies Record<AlarmCondition, Look>
const HANDLING = {
  unprocessed: { tone: 'warn', shape: 'hollow' },
  in_process: { tone: 'accent', shape: 'filled' },
  processed: { tone: 'ok', shape: 'filled' },
  closed: { tone: 'neutral', shape: 'none' },
} as const satisfies Record<AlarmHandling, Look>

const SLA = {
  none: { tone: 'neutral', shape: 'none' },
  running: { tone: 'neutral', shape: 'hollow' },
  soon: { tone: 'warn', shape: 'filled' },
  overdue: { tone: 'bad', shape: 'triangle' },
  met: { tone: 'ok', shape: 'none' },
  missed: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<SlaState, Look>

export function SeverityChip({ severity }: Pick<Alarm, 'severity'>) {
  const t = useMessages('alarms')
  return <StateChip {...SEVERITY[severity]}>{t(($) => $.severities[severity])}</StateChip>
}

/** Whether what raised it still holds. */
export function ConditionChip({ condition }: Pick<Alarm, 'condition'>) {
  const t = useMessages('alarms')
  return <StateChip {...CONDITION[condition]}>{t(($) => $.conditions[condition])}</StateChip>
}

export function HandlingChip({ handling }: Pick<Alarm, 'handling'>) {
  const t = useMessages('alarms')
  return <StateChip {...HANDLING[handling]}>{t(($) => $.handlings[handling])}</StateChip>
}

/** The time within which it is to be processed: how much is left, or by how much it is over. */
export function SlaMark({
  alarm,
}: {
  alarm: Pick<Alarm, 'first_time' | 'due_time' | 'handled_time' | 'recovered_time'>
}) {
  const t = useMessages('alarms')
  const lang = useLanguage()
  const at = useTicking((now) => slaOf(alarm, now).state)
  const state = SLA_STATES.find((one) => one === at) ?? 'none'
  const time = useTicking((now) => formatDuration(Math.abs(slaOf(alarm, now).left_ms), lang, 1))
  if (state === 'none') return null
  const text = {
    running: t(($) => $.sla.left, { time }),
    soon: t(($) => $.sla.left, { time }),
    overdue: t(($) => $.sla.over, { time }),
    met: t(($) => $.sla.met),
    missed: t(($) => $.sla.missed, { time }),
  }[state]
  return (
    <StateChip {...SLA[state]} title={t(($) => $.sla.over_title, { time: formatTime(alarm.due_time, lang) })}>
      {text}
    </StateChip>
  )
}

/** Code and meaning of an alarm, or the name of its rule; the type where nothing names it. */
export const useAlarmText = () => {
  const t = useMessages('alarms')
  const lang = useLanguage()
  return useCallback(
    ({
      type,
      code,
      rule_key,
      names,
      rule_name,
      reason,
    }: Pick<Alarm, 'type' | 'code' | 'rule_key' | 'names' | 'rule_name'> & Partial<Pick<Alarm, 'reason'>>): string => {
      if (type === 'threshold') return rule_name || t(($) => $.types.threshold)
      const meaning = names?.[lang] || names?.en || t(($) => $.types[type])
      if (reason) return `${meaning} · ${t(($) => $.reasons[reason])}`
      if (code !== null) return `${code} · ${meaning}`
      // The number of a SIM card is as wide as the column: after the meaning, which people read first.
      return rule_key === '' ? meaning : `${meaning} · ${rule_key}`
    },
    [t, lang],
  )
}

/** How long an alarm was or is active, in words. */
export const useDuration = () => {
  const lang = useLanguage()
  return useCallback(
    ({ last_time, recovered_time }: Pick<Alarm, 'last_time' | 'recovered_time'>, now_ms: number): string =>
      formatDuration((recovered_time === null ? now_ms : Date.parse(recovered_time)) - Date.parse(last_time), lang, 2),
    [lang],
  )
}
