import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import css from './bars.module.css'
import { CsvButton } from './csv-button.tsx'

/** The call of the alarms that stand. */
export const useAlarmCount = (query: { agent_id?: number; product_key?: string }, refresh_ms: number) =>
  useRead(api.alarmCount, { query }, { refetchInterval: refresh_ms, placeholder: 'keep' })

/** The alarm codes that stand at most units. */
export function CodesPanel({ alarms: { data, error, refetch } }: { alarms: ReturnType<typeof useAlarmCount> }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const title = t(($) => $.codes.title)
  const codes = data?.codes ?? []
  const most = Math.max(1, ...codes.map(({ alarms: count }) => count))
  const rows = () => [['', t(($) => $.codes.alarms)], ...codes.map(({ code, alarms: count }) => [code, count])]
  return (
    <Panel title={title} note={codes.length > 0 && <CsvButton name={title} rows={rows} />}>
      {data === undefined ? (
        error === null ? (
          <Loading rows={5} />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : codes.length === 0 ? (
        <p className={css.empty}>
          {data.alarms === 0 ? t(($) => $.codes.none) : t(($) => $.codes.uncoded, { count: data.alarms })}
        </p>
      ) : (
        <ul className={css.bars} aria-label={title}>
          {codes.map(({ code, alarms: count, severity }) => (
            <li key={code} className={css.code}>
              <code title={code}>{code}</code>
              <span className={css.track} aria-hidden="true">
                <i className={css.alarms} data-severity={severity} style={{ width: `${(count / most) * 100}%` }} />
              </span>
              <b className={css.total}>{formatNumber(count, 0, lang)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
