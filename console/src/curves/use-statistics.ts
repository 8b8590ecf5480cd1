import { api } from '@heatfleet/contract/api.ts'
import type { PointStatistics } from '@heatfleet/contract/history/statistics.ts'
import { useMemo } from 'react'
import { useRead } from '../cloud/call.ts'
import { boundsOf, versusShift } from './curve-view.ts'
import { convertStatistics } from './display-units.ts'
import { type ChosenPoints, type HistoryRequest, iso } from './use-sources.ts'

/** Statistics of the chosen points of every source, by marked key, in the chosen units. */
export const useStatistics = ({
  device: { device, definition },
  others,
  view,
  now,
  sources,
  points,
}: HistoryRequest & ChosenPoints) => {
  const { from, to } = boundsOf(view, now)
  const shift_ms = versusShift(view, now)
  const query = useRead(
    api.historyStatistics,
    {
      body: { macs: [device.mac, ...others.map(({ mac }) => mac)], points: [...points], from: iso(from), to: iso(to) },
    },
    { enabled: points.length > 0, placeholder: 'keep' },
  )
  const moved_ms = shift_ms ?? 0
  const before = useRead(
    api.historyStatistics,
    { body: { macs: [device.mac], points: [...points], from: iso(from - moved_ms), to: iso(to - moved_ms) } },
    { enabled: points.length > 0 && shift_ms !== null, placeholder: 'keep' },
  )
  const figures = useMemo(
    (): PointStatistics[] =>
      sources.flatMap(({ mark, mac, shift_ms: moved }) => {
        const source_statistics = (moved === 0 ? query : before).data?.statistics ?? []
        const own = points.flatMap((key) => source_statistics.find((one) => one.key === key && one.mac === mac) ?? [])
        return own.map((one) => ({
          ...convertStatistics(one, definition?.get(one.key)?.unit ?? ''),
          key: one.key + mark,
        }))
      }),
    [sources, query, before, points, definition],
  )
  return { figures, answer: query }
}
