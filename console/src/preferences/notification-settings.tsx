import type { NotificationChange, NotificationSettings } from '@heatfleet/contract/accounts/notification-settings.ts'
import { api } from '@heatfleet/contract/api.ts'
import { NOTIFICATION_KINDS, type NotificationKind, SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { useState } from 'react'
import { useRead } from '../cloud/call.ts'
import { useMessages } from '../messages/messages.ts'
import { CheckboxField, SwitchField } from '../ui/field-check.tsx'
import { SelectField } from '../ui/field-select.tsx'
import { TextField } from '../ui/field-text.tsx'
import { Panel } from '../ui/panel.tsx'
import { PlainTable } from '../ui/plain-table.tsx'
import styles from './notification-settings.module.css'

/** Ways beside the console; one without a channel is no choice. */
const WAYS = ['email', 'sms'] as const
/** Kinds that policies send. */
const SENT: readonly NotificationKind[] = ['alarm', 'device_offline', 'iccid', 'rollout', 'order']
/** Kinds with a minimum severity. */
const GRADED: readonly NotificationKind[] = ['alarm']

type SettingsProps = {
  settings: NotificationSettings
  onChange: (some: NotificationChange) => void
  /** Why they are read-only; undefined = editable. */
  fixed?: string | undefined
}

/** Kinds of notifications, minimum severity, and quiet hours. */
export function NotificationSettingsForm({ settings, onChange, fixed }: SettingsProps) {
  const t = useMessages('center')
  const { notifications } = settings
  const disabled = fixed !== undefined
  const ways = useRead(api.notificationWays)
  const change = (kind: NotificationKind, some: Partial<(typeof notifications)[NotificationKind]>) =>
    onChange({ notifications: { [kind]: some } })
  return (
    <div className={styles.stack}>
      {disabled && <p className={styles.quiet}>{fixed}</p>}
      <Panel flush title={t(($) => $.notify.title)} note={t(($) => $.notify.note)}>
        <PlainTable
          label={t(($) => $.notify.title)}
          rows={NOTIFICATION_KINDS}
          keyOf={(kind) => kind}
          columns={[
            { key: 'kind', title: t(($) => $.notify.kind), cell: (kind) => t(($) => $.notify.kinds[kind]) },
            {
              key: 'in_app',
              title: t(($) => $.notify.in_app),
              cell: (kind) => (
                <CheckboxField
                  quiet
                  disabled={disabled}
                  label={`${t(($) => $.notify.kinds[kind])}: ${t(($) => $.notify.in_app)}`}
                  checked={notifications[kind].in_app}
                  onChange={(in_app) => change(kind, { in_app })}
                />
              ),
            },
            ...WAYS.filter((way) => ways.data?.[way] === true).map((way) => ({
              key: way,
              title: t(($) => $.notify.ways[way]),
              cell: (kind: NotificationKind) =>
                SENT.includes(kind) && (
                  <CheckboxField
                    quiet
                    disabled={disabled}
                    label={`${t(($) => $.notify.kinds[kind])}: ${t(($) => $.notify.ways[way])}`}
                    checked={notifications[kind][way]}
                    onChange={(on) => change(kind, { [way]: on })}
                  />
                ),
            })),
            {
              key: 'least',
              title: t(($) => $.notify.least),
              cell: (kind) =>
                GRADED.includes(kind) && (
                  <SelectField
                    quiet
                    disabled={disabled}
                    label={`${t(($) => $.notify.kinds[kind])}: ${t(($) => $.notify.least)}`}
                    width={140}
                    value={notifications[kind].least}
                    onChange={(least) => change(kind, { least: least ?? 'info' })}
                    options={SEVERITIES.map((value) => ({ value, label: t(($) => $.severities[value]) }))}
                  />
                ),
            },
          ]}
        />
      </Panel>
      <QuietHours quiet_hours={settings.quiet_hours} disabled={disabled} onChange={onChange} />
    </div>
  )
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

type QuietProps = {
  quiet_hours: NotificationSettings['quiet_hours']
  disabled: boolean
  onChange: SettingsProps['onChange']
}

function QuietHours({ quiet_hours, disabled, onChange }: QuietProps) {
  const t = useMessages('center')
  return (
    <Panel title={t(($) => $.notify.quiet)} className={styles.narrow}>
      <div className={styles.stack}>
        <SwitchField
          label={t(($) => $.notify.quiet_on)}
          checked={quiet_hours.on}
          disabled={disabled}
          onChange={(on) => onChange({ quiet_hours: { on } })}
        />
        <p className={styles.quiet}>{t(($) => $.notify.quiet_hint)}</p>
        <div className={styles.pair}>
          {(['from', 'to'] as const).map((end) => (
            <ClockField
              key={`${end}${quiet_hours[end]}`}
              label={t(($) => $.notify[end])}
              value={quiet_hours[end]}
              disabled={disabled || !quiet_hours.on}
              onChange={(time) => onChange({ quiet_hours: { [end]: time } })}
            />
          ))}
        </div>
      </div>
    </Panel>
  )
}

/** A time of day, saved on blur when complete. */
function ClockField(props: { label: string; value: string; disabled: boolean; onChange: (time: string) => void }) {
  const t = useMessages('center')
  const [text, setText] = useState(props.value)
  const wrong = !CLOCK.test(text)
  const accept = () => {
    if (!wrong && text !== props.value) props.onChange(text)
  }
  return (
    <TextField
      label={props.label}
      value={text}
      disabled={props.disabled}
      maxLength={5}
      placeholder="22:00"
      onChange={setText}
      onBlur={accept}
      onEnter={accept}
      error={wrong && t(($) => $.notify.clock)}
    />
  )
}
