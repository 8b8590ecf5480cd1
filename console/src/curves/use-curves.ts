import { api } from '@heatfleet/contract/api.ts'
import { wrapOf } from '@heatfleet/contract/counter.ts'
import { useMemo } from 'react'
import { useRead } from '../cloud/call.ts'
import { zoneInUse } from '../ui/display.ts'
import { boundsOf, versusShift } from './curve-view.ts'
import { convertSeries } from './display-units.ts'
import { asOfSource } from './sources.ts'
import { withLive } from './statistics.ts'
import { type ChosenPoints, type HistoryRequest, iso } from './use-sources.ts'

/**
 * The chosen series of the period, reduced to the chart's width: those of the device, with live values appended when
 * the period ends now, then those of the comparisons. The table also gets the quality marks.
 */
export const useCurves = ({
  device: { device, definition, readings },
  others,
  view,
  now,
  width_px,
  sources,
  points,
}: HistoryRequest & ChosenPoints & { width_px: number }) => {
  const { from, to } = boundsOf(view, now)
  const shift_ms = versusShift(view, now)
  const { resolution, aggregate } = view
  const macs = [device.mac, ...others.map(({ mac }) => mac)]
  const quality = view.part === 'table'
  const about = { points: [...points], resolution, aggregate, width_px, time_zone: zoneInUse(), quality }
  const query = useRead(
    api.historyData,
    { body: { ...about, macs, from: iso(from), to: iso(to) } },
    { enabled: points.length > 0, placeholder: 'keep' },
  )
  const moved_ms = shift_ms ?? 0
  const before = useRead(
    api.historyData,
    { body: { ...about, macs: [device.mac], from: iso(from - moved_ms), to: iso(to - moved_ms) } },
    { enabled: points.length > 0 && shift_ms !== null, placeholder: 'keep' },
  )
  const running = view.span.kind === 'last'
  const series = useMemo(
    () =>
      sources.flatMap((source) => {
        const source_series = (source.shift_ms === 0 ? query : before).data?.series ?? []
        const own = points.flatMap(
          (key) => source_series.find((one) => one.key === key && one.mac === source.mac) ?? [],
        )
        const is_live = running && source.mark === ''
        return own
          .map((one) => (is_live ? withLive(one, readings.get(one.key), wrapOf(definition?.get(one.key))) : one))
          .map((one) => (definition === null ? one : convertSeries(one, definition)))
          .map((one) => asOfSource(one, source))
      }),
    [sources, query, before, points, running, readings, definition],
  )
  const marks = useMemo(
    () =>
      sources.flatMap((source) => {
        const source_series = (source.shift_ms === 0 ? query : before).data?.quality ?? []
        return source_series.filter(({ mac }) => mac === source.mac).map((one) => asOfSource(one, source))
      }),
    [sources, query, before],
  )
  return { series, marks, answer: query }
}
