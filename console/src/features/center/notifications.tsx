import { NOTIFICATION_KINDS, type NotificationKind, SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { useState } from 'react'
import { CheckboxField, SwitchField } from '../../ui/field-check.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useWords } from '../../words/words.ts'
import styles from './center.module.css'
import { usePreferences } from './use-preferences.ts'

/** Ways a message could go besides the console; each needs a sender this installation does not have. */
const NOT_CONFIGURED = ['email', 'sms', 'webhook'] as const
/** Kinds that have a severity to choose by. */
const GRADED: readonly NotificationKind[] = ['alarm']

/** What the console may tell me, from which severity on, and when it is to be quiet. */
export function Notifications() {
  const t = useWords('center')
  const { preferences, choose } = usePreferences()
  const { notifications } = preferences
  const change = (kind: NotificationKind, some: Partial<(typeof notifications)[NotificationKind]>) =>
    choose({ notifications: { ...notifications, [kind]: { ...notifications[kind], ...some } } })
  return (
    <div className={styles.stack}>
      <Panel title={t(($) => $.notify.title)} note={t(($) => $.notify.note)}>
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th>{t(($) => $.notify.kind)}</th>
                <th>{t(($) => $.notify.in_app)}</th>
                {NOT_CONFIGURED.map((way) => (
                  <th key={way}>{t(($) => $.notify.ways[way])}</th>
                ))}
                <th>{t(($) => $.notify.least)}</th>
              </tr>
            </thead>
            <tbody>
              {NOTIFICATION_KINDS.map((kind) => (
                <tr key={kind}>
                  <td>{t(($) => $.notify.kinds[kind])}</td>
                  <td>
                    <CheckboxField
                      quiet
                      label={`${t(($) => $.notify.kinds[kind])}: ${t(($) => $.notify.in_app)}`}
                      checked={notifications[kind].in_app}
                      onChange={(in_app) => change(kind, { in_app })}
                    />
                  </td>
                  {NOT_CONFIGURED.map((way) => (
                    <td key={way} className={styles.never} title={t(($) => $.notify.not_configured)}>
                      <CheckboxField
                        quiet
                        disabled
                        label={`${t(($) => $.notify.kinds[kind])}: ${t(($) => $.notify.ways[way])}, ${t(($) => $.notify.not_configured)}`}
                        checked={false}
                        onChange={() => {}}
                      />
                    </td>
                  ))}
                  <td>
                    {GRADED.includes(kind) && (
                      <SelectField
                        quiet
                        label={`${t(($) => $.notify.kinds[kind])}: ${t(($) => $.notify.least)}`}
                        width={140}
                        value={notifications[kind].least}
                        onChange={(least) => change(kind, { least: least ?? 'info' })}
                        options={SEVERITIES.map((value) => ({ value, label: t(($) => $.severities[value]) }))}
                      />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
      <QuietHours />
    </div>
  )
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/

function QuietHours() {
  const t = useWords('center')
  const { preferences, choose } = usePreferences()
  const { quiet_hours } = preferences
  return (
    <Panel title={t(($) => $.notify.quiet)} className={styles.narrow}>
      <div className={styles.stack}>
        <SwitchField
          label={t(($) => $.notify.quiet_on)}
          checked={quiet_hours.on}
          onChange={(on) => choose({ quiet_hours: { ...quiet_hours, on } })}
        />
        <p className={styles.quiet}>{t(($) => $.notify.quiet_hint)}</p>
        <div className={styles.pair}>
          {(['from', 'to'] as const).map((end) => (
            <ClockField
              key={`${end}${quiet_hours[end]}`}
              label={t(($) => $.notify[end])}
              value={quiet_hours[end]}
              disabled={!quiet_hours.on}
              onChange={(time) => choose({ quiet_hours: { ...quiet_hours, [end]: time } })}
            />
          ))}
        </div>
      </div>
    </Panel>
  )
}

/** A time of day, taken when it is whole and left. */
function ClockField(props: { label: string; value: string; disabled: boolean; onChange: (time: string) => void }) {
  const t = useWords('center')
  const [text, setText] = useState(props.value)
  const wrong = !CLOCK.test(text)
  const take = () => {
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
      onBlur={take}
      onEnter={take}
      error={wrong && t(($) => $.notify.clock)}
    />
  )
}
