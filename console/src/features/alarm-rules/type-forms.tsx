import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import {
  AlarmTimes,
  type AlarmTypeSettings,
  DetectorAlarm,
  OfflineAlarm,
  type OptInType,
} from '@heatfleet/contract/alarms/type-settings.ts'
import { OFFLINE_FROST } from '@heatfleet/contract/alarms/types.ts'
import { api } from '@heatfleet/contract/api.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { NumberField, SelectField, SwitchField } from '../../ui/field.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './alarm-rules.module.css'

/** A detector as a type of alarm. Mounted = open, as all of these. */
export function DetectorForm(props: { type: OptInType; settings: AlarmTypeSettings; onClose: () => void }) {
  const { type, settings, onClose } = props
  const t = useMessages('alarm-rules')
  const alarms = useMessages('alarms')
  const notify = useNotify()
  const change = useChange(api.alarmDetectorSet)
  const name = alarms(($) => $.types[type])
  const now = settings.types.find((one) => one.type === type)
  const form = useForm({
    schema: DetectorAlarm,
    initial: { enabled: now?.enabled ?? false, severity: now?.severity ?? 'minor' },
    onSave: (body) => change.mutateAsync({ params: { type }, body }),
    onSaved: () => {
      notify.success(t(($) => $.types.saved, { type: name }))
      onClose()
    },
  })
  return (
    <FormDrawer form={form} title={t(($) => $.types.title, { type: name })} onClose={onClose}>
      <p className={css.weak}>{t(($) => $.types.raises[type])}</p>
      <SwitchField
        label={t(($) => $.types.enabled)}
        hint={t(($) => (now?.enabled ? $.types.off_hint : $.types.enabled_hint))}
        checked={form.values.enabled}
        onChange={(on) => form.set('enabled', on)}
      />
      <SelectField
        label={t(($) => $.types.severity)}
        hint={t(($) => $.types.severity_hint)}
        required
        value={form.values.severity}
        options={SEVERITIES.map((value) => ({ value, label: alarms(($) => $.severities[value]) }))}
        onChange={(next) => next !== undefined && form.set('severity', next)}
        error={form.error('severity')}
      />
    </FormDrawer>
  )
}

/** When offline is critical. */
export function OfflineForm({ offline, onClose }: { offline: OfflineAlarm; onClose: () => void }) {
  const t = useMessages('alarm-rules')
  const alarms = useMessages('alarms')
  const notify = useNotify()
  const change = useChange(api.alarmOfflineSet)
  const name = alarms(($) => $.types.offline)
  const form = useForm({
    schema: OfflineAlarm,
    initial: {
      frost: offline.frost_below_c !== null,
      frost_below_c: offline.frost_below_c ?? (OFFLINE_FROST.below_c as number | null),
      remind_hours: offline.remind_hours,
    },
    // A text that is no number breaks the rule of its field.
    toBody: ({ frost, frost_below_c, remind_hours }) => ({
      frost_below_c: frost ? (frost_below_c ?? Number.NaN) : null,
      remind_hours,
    }),
    onSave: (body) => change.mutateAsync({ body }),
    onSaved: () => {
      notify.success(t(($) => $.types.saved, { type: name }))
      onClose()
    },
  })
  return (
    <FormDrawer form={form} title={t(($) => $.types.title, { type: name })} onClose={onClose}>
      <SwitchField
        label={t(($) => $.types.frost_on)}
        hint={t(($) => $.types.frost_on_hint)}
        checked={form.values.frost}
        onChange={(on) => form.set('frost', on)}
      />
      {form.values.frost && (
        <NumberField
          label={t(($) => $.types.frost_below)}
          hint={t(($) => $.types.frost_below_hint)}
          required
          unit="°C"
          min={-40}
          max={20}
          {...form.field('frost_below_c')}
        />
      )}
      <NumberField
        label={t(($) => $.types.remind)}
        hint={t(($) => $.types.remind_hint)}
        unit="h"
        decimals={0}
        min={1}
        max={ALARM_LIMITS.remind_hours_max}
        {...form.field('remind_hours')}
      />
      <p className={css.weak}>{t(($) => $.types.grace_hint)}</p>
    </FormDrawer>
  )
}

const HOUR_MINUTES = 60
const hoursOf = (minutes: number | null): number | null => (minutes === null ? null : minutes / HOUR_MINUTES)
const minutesOf = (hours: number | null): number | null => (hours === null ? null : Math.round(hours * HOUR_MINUTES))

/** The times within which alarms are to be processed, in hours. */
export function TimesForm({ times, onClose }: { times: AlarmTimes; onClose: () => void }) {
  const t = useMessages('alarm-rules')
  const alarms = useMessages('alarms')
  const notify = useNotify()
  const change = useChange(api.alarmTimesSet)
  const { critical, major, minor, info } = times
  const form = useForm({
    schema: AlarmTimes,
    initial: { critical: hoursOf(critical), major: hoursOf(major), minor: hoursOf(minor), info: hoursOf(info) },
    toBody: (hours) => ({
      critical: minutesOf(hours.critical),
      major: minutesOf(hours.major),
      minor: minutesOf(hours.minor),
      info: minutesOf(hours.info),
    }),
    onSave: (body) => change.mutateAsync({ body }),
    onSaved: () => {
      notify.success(t(($) => $.types.times.saved))
      onClose()
    },
  })
  return (
    <FormDrawer form={form} title={t(($) => $.types.times.title)} onClose={onClose}>
      <p className={css.weak}>
        {t(($) => $.types.times.hint)} {t(($) => $.types.times.note)}
      </p>
      {SEVERITIES.toReversed().map((severity) => (
        <NumberField
          key={severity}
          label={t(($) => $.types.times.field, { severity: alarms(($) => $.severities[severity]) })}
          hint={t(($) => $.types.times.field_hint)}
          unit="h"
          decimals={0}
          min={1}
          max={ALARM_LIMITS.time_limit_minutes_max / HOUR_MINUTES}
          {...form.field(severity)}
        />
      ))}
    </FormDrawer>
  )
}
