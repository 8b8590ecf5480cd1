import { api } from '@heatfleet/contract/api.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { SeverityChip, useAlarmText } from './alarm-marks.tsx'
import css from './alarm-stream.module.css'
import { useAccept } from './use-accept.tsx'

/** Alarms shown; the list has them all. */
const SHOWN = 20
const REFRESH_MS = 10_000

type AlarmStreamProps = {
  part: { agent_id?: number; product_key?: string }
  /** Stands still while somebody reads. */
  paused: boolean
}

/** Alarms that nobody has taken up, the newest first, each accepted by one press. */
export function AlarmStream({ part: { agent_id: under, product_key }, paused }: AlarmStreamProps) {
  const t = useMessages('alarms')
  const textOf = useAlarmText()
  const may_accept = usePermission('alarm:ack')
  const { accept, busy } = useAccept()
  const { data, error, refetch } = useRead(
    api.alarmList,
    { query: { pageNo: 1, size: SHOWN }, body: { tab: 'unprocessed', under, product_key } },
    { refetchInterval: paused ? false : REFRESH_MS, placeholder: 'keep' },
  )
  const title = t(($) => $.stream.title)
  return (
    <Panel
      title={title}
      note={data !== undefined && <Link to="/issue/issue-list">{t(($) => $.matching, { count: data.total })}</Link>}
      className={css.stream}
    >
      {data === undefined ? (
        error === null ? (
          <Loading rows={4} />
        ) : (
          <ErrorState error={error} needs="alarm:view" onRetry={() => void refetch()} />
        )
      ) : data.list.length === 0 ? (
        <p className={css.none}>{t(($) => $.stream.none)}</p>
      ) : (
        <ol aria-label={title}>
          {data.list.map((alarm) => (
            <li key={alarm.alarm_id}>
              <SeverityChip severity={alarm.severity} />
              <Age at={alarm.last_time} />
              <Link to={`/issue/issue-list?alarm=${alarm.alarm_id}`}>{textOf(alarm)}</Link>
              <span>{alarm.device_name || alarm.mac}</span>
              {may_accept && (
                <Button
                  size="small"
                  busy={busy}
                  aria-label={t(($) => $.stream.accept_of, { name: textOf(alarm) })}
                  onClick={() => void accept(alarm.alarm_id)}
                >
                  {t(($) => $.stream.accept)}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
