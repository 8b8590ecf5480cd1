import { api } from '@heatfleet/contract/api.ts'
import { healthBand } from '@heatfleet/contract/device-days/health-bands.ts'
import { useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import css from './device-detail.module.css'

const REFRESHED = { refetchInterval: 300_000 } as const

/** Health of the unit with what lowers it; nothing until it is known. */
export const HealthChip = ({ mac }: { mac: string }) => {
  const t = useMessages('device-detail')
  const words = useMessages('devices')
  const { data } = useRead(api.deviceHealth, { query: { mac } }, REFRESHED)
  if (data === undefined) return null
  const reasons = data.reasons.map(({ reason, weight }) => `${words(($) => $.health.reasons[reason])} −${weight}`)
  return (
    <span className={css.health} data-state={healthBand(data.score)}>
      {t(($) => $.health.score, { score: data.score })}
      {reasons.length > 0 && <small>{reasons.join(' · ')}</small>}
    </span>
  )
}
