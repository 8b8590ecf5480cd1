import { api } from '@heatfleet/contract/api.ts'
import { useChange, useRead } from '../../../cloud/call.ts'
import { useErrorText } from '../../../messages/error-text.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { StateChip } from '../../../ui/status.tsx'
import css from './diagnosis.module.css'

/** While an answer is awaited. */
const FOLLOW_MS = 700
const TONES = { waiting: 'neutral', answered: 'ok', refused: 'warn', offline: 'bad', no_answer: 'bad' } as const

/** Asks the module itself for a sign of life. */
export const PingPanel = ({ mac }: { mac: string }) => {
  const t = useMessages('device-detail')
  const lang = useLanguage()
  const notify = useNotify()
  const errorText = useErrorText()
  const send = useChange(api.pingDevice)
  const { data } = useRead(
    api.devicePing,
    { query: { mac } },
    { refetchInterval: (last) => (last?.result === 'waiting' ? FOLLOW_MS : false) },
  )
  const is_waiting = send.isPending || data?.result === 'waiting'
  const ping = () => send.mutateAsync({ body: { mac } }).catch((error: unknown) => notify.failed(errorText(error)))
  return (
    <Panel
      title={t(($) => $.diagnosis.ping.title)}
      note={
        <Button size="small" busy={is_waiting} onClick={() => void ping()}>
          {t(($) => $.diagnosis.ping.action)}
        </Button>
      }
    >
      <p className={css.muted}>{t(($) => $.diagnosis.ping.hint)}</p>
      <p className={css.answer} role="status">
        {data === undefined || data === null ? (
          t(($) => $.diagnosis.ping.never)
        ) : (
          <>
            <StateChip tone={TONES[data.result]}>{t(($) => $.diagnosis.ping.results[data.result])}</StateChip>
            {data.round_trip_ms !== null && <span>{`${formatNumber(data.round_trip_ms, 0, lang)} ms`}</span>}
            {data.plan_version !== null && (
              <span>{t(($) => $.diagnosis.ping.plan, { version: data.plan_version })}</span>
            )}
            <Age at={data.asked_time} />
          </>
        )}
      </p>
    </Panel>
  )
}
