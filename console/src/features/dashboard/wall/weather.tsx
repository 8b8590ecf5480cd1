import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { zoneInUse } from '../../../ui/display.ts'
import { formatDay, formatNumber } from '../../../ui/format.ts'
import css from './wall.module.css'

/** Daily figures change once a day, ms. */
const REFRESH_MS = 600_000

/** The outdoor temperature by the units' own sensors: the mean of the newest day that has one. */
export function Weather({ part }: { part: { agent_id?: number; region_code?: string } }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const { data } = useRead(
    api.copTrend,
    { query: { ...part, days: 30, time_zone: zoneInUse() } },
    { refetchInterval: REFRESH_MS, placeholder: 'keep' },
  )
  const last = data?.list.findLast(({ ambient_c }) => ambient_c !== null)
  if (last === undefined) return null
  return (
    <span className={css.weather}>
      {`${t(($) => $.cop.ambient)} `}
      <b>{`${formatNumber(last.ambient_c, 1, lang)} °C`}</b>
      {` · ${formatDay(last.day, lang)}`}
    </span>
  )
}
