import { api } from '@heatfleet/contract/api.ts'
import type { ScheduledCommand } from '@heatfleet/contract/controls/scheduled.ts'
import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useCodeText } from '../../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { Button } from '../../../ui/button.tsx'
import { PlainConfirm } from '../../../ui/confirm-dialog.tsx'
import { formatTime } from '../../../ui/format.ts'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import type { DeviceView } from '../device-view.ts'
import css from './control.module.css'

/** Pending commands are polled at this interval, ms; sent ones are in the control log. */
const REFETCH_MS = 30_000

/** Changes that are sent to the device later, and the last ones that were: who, when, what, and what came of it. */
export const ScheduledList = ({ view }: { view: DeviceView }) => {
  const t = useMessages('device-detail')
  const notify = useNotify()
  const { mac } = view.device
  const may_control = usePermission('device:control')
  const { data } = useRead(api.scheduledList, { body: { mac } }, { enabled: may_control, refetchInterval: REFETCH_MS })
  const cancel = useChange(api.cancelScheduled)
  const [asked, ask] = useState<ScheduledCommand | null>(null)
  if (data === undefined || data.length === 0) return null
  return (
    <Panel title={t(($) => $.schedule.title)}>
      <ul className={css.sent}>
        {data.map((command) => (
          <li key={command.scheduled_id}>
            <Scheduled command={command} view={view} onCancel={() => ask(command)} />
          </li>
        ))}
      </ul>
      {asked !== null && (
        <PlainConfirm
          title={t(($) => $.schedule.cancel_title)}
          text={t(($) => $.schedule.cancel_text)}
          confirm={t(($) => $.schedule.cancel)}
          onClose={() => ask(null)}
          onConfirm={async () => {
            await cancel.mutateAsync({ body: { mac, scheduled_id: asked.scheduled_id } })
            notify.success(t(($) => $.schedule.cancelled))
          }}
        />
      )}
    </Panel>
  )
}

type ScheduledProps = { command: ScheduledCommand; view: DeviceView; onCancel: () => void }

const Scheduled = ({ command, view, onCancel }: ScheduledProps) => {
  const t = useMessages('device-detail')
  const lang = useLanguage()
  const codeText = useCodeText()
  const { nameOf, inline } = usePointText()
  const code = ERROR_CODES.find((known) => known === command.reason)
  const waits = command.expires_at !== command.run_at
  const values = command.points.map(({ key, value }) => {
    const point = view.definition?.get(key)
    return `${point === undefined ? key : nameOf(point)} → ${inline(point, value)}`
  })
  return (
    <>
      <div className={css.sentHead}>
        <time className={css.reviewName} dateTime={command.run_at}>
          {formatTime(command.run_at, lang, 'minute')}
        </time>
        <span className={css.hint}>{t(($) => $.schedule.states[command.state])}</span>
      </div>
      <span>{values.join(' · ')}</span>
      <div className={css.sentLine}>
        <span className={css.hint}>{t(($) => $.schedule.by, { operator: command.operator_name })}</span>
        {command.change_reason !== '' && <span className={css.hint}>“{command.change_reason}”</span>}
        {command.state === 'pending' && waits && (
          <span className={css.hint}>
            {t(($) => $.schedule.waits_until, { time: formatTime(command.expires_at, lang, 'minute') })}
          </span>
        )}
        {command.cancelled_by !== '' && (
          <span className={css.hint}>{t(($) => $.schedule.cancelled_by, { operator: command.cancelled_by })}</span>
        )}
        {command.reason !== null && (
          <span className={css.hint}>{code === undefined ? t(($) => $.schedule.account_gone) : codeText(code)}</span>
        )}
        {command.state === 'pending' && (
          <span className={css.sentActions}>
            <Button kind="link" size="small" onClick={onCancel}>
              {t(($) => $.schedule.cancel)}
            </Button>
          </span>
        )}
      </div>
    </>
  )
}
