import type { AlarmDetail } from '@heatfleet/contract/alarms/alarm.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useMemo } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useLive, useWatch } from '../../cloud/live.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePointText } from '../../points/point-text.ts'
import { type Definition, mergeReadings, newestAt } from '../../points/readings.ts'
import { Age } from '../../ui/age.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OnlineMark } from '../../ui/status.tsx'
import css from './alarms.module.css'

/** Values beside the point of the alarm: what fits above the fold. */
const SHOWN_MAX = 8

/** What the unit reports now: the point of the alarm, and the product's default curves. */
export function LiveValues({
  alarm,
  definition,
  default_curves,
}: {
  alarm: AlarmDetail
  definition: Definition | null
  default_curves: readonly string[]
}) {
  const t = useMessages('alarms')
  const { mac, rule_key } = alarm
  const { inline, nameOf } = usePointText()
  useWatch(useMemo(() => [mac], [mac]))
  const live = useLive(mac)
  const info = useRead(api.deviceInfo, { query: { mac } })
  if (info.data === undefined || definition === null) return null
  const readings = mergeReadings(info.data.values, live?.values)
  const keys = [...new Set([rule_key, ...default_curves])].filter((key) => readings.has(key) && definition.has(key))
  const newest = newestAt(readings)
  return (
    <>
      <p className={css.weak}>
        <OnlineMark state={live?.online_status ?? info.data.online_status} since={info.data.last_online_time} />
        {newest !== null && (
          <>
            {' · '}
            <Age at={newest} />
          </>
        )}
      </p>
      {keys.length === 0 ? (
        <p className={css.weak}>{t(($) => $.detail.live_none)}</p>
      ) : (
        <Facts
          least_px={140}
          items={keys.slice(0, SHOWN_MAX).flatMap((key) => {
            const point = definition.get(key)
            return point === undefined ? [] : [{ label: nameOf(point), value: inline(point, readings.get(key)?.value) }]
          })}
        />
      )}
    </>
  )
}
