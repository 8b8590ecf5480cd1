import { ALARM_RULE_LIMITS } from '@heatfleet/contract/alarm-rules/limits.ts'
import type { MuteTime } from '@heatfleet/contract/alarm-rules/mutes.ts'
import { useState } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { SelectField } from '../../ui/field-select.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { formatTime } from '../../ui/format.ts'

const HOUR_MS = 3_600_000
/** How long alarms are muted. */
const MUTE_LENGTHS = {
  hours_1: HOUR_MS,
  hours_8: 8 * HOUR_MS,
  days_1: 24 * HOUR_MS,
  days_7: 7 * 24 * HOUR_MS,
  days_30: 30 * 24 * HOUR_MS,
  // Less than the limit of the server, whose clock may be behind.
  days_90: ALARM_RULE_LIMITS.mute_days_max * 24 * HOUR_MS - HOUR_MS,
} as const
type MuteLength = keyof typeof MUTE_LENGTHS
const LENGTHS = Object.keys(MUTE_LENGTHS) as MuteLength[] // the keys of the table above

/** Reason and length, as they are typed. */
export type MuteTimeDraft = { reason: string; length: MuteLength; until: null }
export const MUTE_TIME: MuteTimeDraft = { reason: '', length: 'days_1', until: null }

/** The end of a mute that begins when its form is opened. */
export const useMuteEnd = (): ((length: MuteLength) => string) => {
  const [opened_ms] = useState(() => Date.now())
  return (length) => new Date(opened_ms + MUTE_LENGTHS[length]).toISOString()
}

/** The same as it is sent. */
export const muteTimeOf = ({ reason, length }: MuteTimeDraft, endOf: (length: MuteLength) => string): MuteTime => ({
  reason,
  until: endOf(length),
})

/** Why, and until when: both are mandatory. */
export function MuteTimeFields(props: {
  values: MuteTimeDraft
  endOf: (length: MuteLength) => string
  onReason: (reason: string) => void
  onLength: (length: MuteLength) => void
  errors: { reason: string | undefined; until: string | undefined }
}) {
  const t = useMessages('alarm-rules')
  const lang = useLanguage()
  const { reason, length } = props.values
  return (
    <>
      <TextAreaField
        label={t(($) => $.mutes.reason)}
        required
        rows={3}
        maxLength={ALARM_RULE_LIMITS.mute_reason_max}
        value={reason}
        onChange={props.onReason}
        error={props.errors.reason}
      />
      <SelectField
        label={t(($) => $.mutes.for)}
        required
        value={length}
        options={LENGTHS.map((one) => ({ value: one, label: t(($) => $.mutes.lengths[one]) }))}
        onChange={(next) => next !== undefined && props.onLength(next)}
        hint={t(($) => $.mutes.until_hint, { time: formatTime(props.endOf(length), lang, 'exact') })}
        error={props.errors.until}
      />
      <p>{t(($) => $.mutes.hint)}</p>
    </>
  )
}
