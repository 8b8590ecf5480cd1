import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useRead } from '../../cloud/call.ts'
import { formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { useLanguage, useWords } from '../../words/words.ts'
import css from './distributors.module.css'

const FIGURES = ['online', 'active', 'alarm'] as const

/** How a distributor does beside the others of its level, who stay nameless. */
export const PerformanceTab = ({ agent_id }: { agent_id: number }) => {
  const t = useWords('distributors')
  const lang = useLanguage()
  const { data, error, refetch } = useRead(api.agentPerformance, { params: { id: agent_id } })
  if (data === undefined)
    return error === null ? <Loading rows={3} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  if (data.device_count === 0) return <NeverAny title={t(($) => $.performance.no_devices)} />
  const percent = (share: number) => `${formatNumber(share * 100, 0, lang)} %`
  return (
    <div className={css.figures}>
      {FIGURES.map((key) => {
        const { share, not_worse_than } = data.figures[key]
        return (
          <Panel key={key} title={t(($) => $.performance[key])}>
            <div className={css.share}>{share === null ? '—' : percent(share)}</div>
            {not_worse_than === null ? (
              <p className={css.quiet}>{t(($) => $.performance.few, { count: LIMITS.performance_peers_min })}</p>
            ) : (
              <>
                <div className={css.track} aria-hidden="true">
                  <i style={{ insetInlineStart: `calc(${not_worse_than * 100}% - ${not_worse_than * 3}px)` }} />
                </div>
                <p className={css.quiet}>
                  {t(($) => $.performance.not_worse_than, { share: percent(not_worse_than), count: data.peers - 1 })}
                </p>
              </>
            )}
          </Panel>
        )
      })}
    </div>
  )
}
