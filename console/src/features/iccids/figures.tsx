import { api } from '@heatfleet/contract/api.ts'
import type { IccidFigures } from '@heatfleet/contract/iccids/card.ts'
import { Link } from 'react-router'
import { useChange, useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PendingFigure } from '../../ui/states.tsx'
import css from './iccids.module.css'

/** Each figure with the filter that lists its cards; `warns` = it should be none. */
const FIGURES = [
  { key: 'total', query: '' },
  { key: 'active', query: 'status=active' },
  { key: 'within_30', query: 'days_left=30', warns: true },
  { key: 'within_7', query: 'days_left=7', warns: true },
  { key: 'over_online', query: 'over=yes&online=yes', warns: true },
  { key: 'over_offline', query: 'over=yes&online=no', warns: true },
  { key: 'without_device', query: 'bound=no' },
  { key: 'traffic_high', query: 'traffic_high=yes', warns: true },
  { key: 'moved', query: 'mark=moved', warns: true },
  { key: 'twice', query: 'mark=twice', warns: true },
] as const satisfies readonly { key: keyof IccidFigures; query: string; warns?: boolean }[]

/**
 * The line of figures above the list, each a link to its cards; and the cards that units report and nobody entered. Figures
 * that could not be fetched are a dash: the list below says why.
 */
export function Figures({ figures, failed }: { figures: IccidFigures | undefined; failed: boolean }) {
  const t = useMessages('iccids')
  const lang = useLanguage()
  const pending = failed ? '—' : <PendingFigure />
  return (
    <Panel>
      <ul className={css.figures} aria-label={t(($) => $.figures.label)}>
        {FIGURES.map(({ key, query, ...figure }) => (
          <li key={key} className={'warns' in figure && (figures?.[key] ?? 0) > 0 ? css.warn : undefined}>
            <Link to={`/device/iccid-manage${query === '' ? '' : `?${query}`}`}>
              <b>{figures === undefined ? pending : formatNumber(figures[key], 0, lang)}</b> {t(($) => $.figures[key])}
            </Link>
          </li>
        ))}
      </ul>
      {figures !== undefined && figures.unlisted > 0 && <Unlisted count={figures.unlisted} />}
    </Panel>
  )
}

export const useFigures = () => useRead(api.iccidFigures, { body: {} })

function Unlisted({ count }: { count: number }) {
  const t = useMessages('iccids')
  const notify = useNotify()
  const adopt = useChange(api.iccidAdopt)
  const missing_permission = useMissingPermission('iccid:import')
  const onAdopt = async () => {
    const adopted = await adopt.mutateAsync({})
    notify.success(t(($) => $.adopted, { count: adopted.count }))
  }
  return (
    <div className={css.unlisted}>
      {t(($) => $.unlisted, { count })}
      <Button size="small" busy={adopt.isPending} disabledReason={missing_permission} onClick={() => void onAdopt()}>
        {t(($) => $.adopt)}
      </Button>
    </div>
  )
}
