import { api } from '@heatfleet/contract/api.ts'
import { useMemo } from 'react'
import { useRead } from '../cloud/call.ts'
import { useWords } from '../words/words.ts'
import type { CurveDevice, OtherDevice } from './curve-device.ts'
import { boundsOf, type CurveView, versusShift } from './curve-view.ts'
import { shownSeries } from './shown-units.ts'
import { asOfSource, keysOf, markOf, type Source, withSources } from './sources.ts'
import { withLive } from './statistics.ts'

/** What is to be seen: whose history, which part of it, how wide. */
export type Asked = {
  device: CurveDevice
  others: readonly OtherDevice[]
  view: CurveView
  now: number
  width_px: number
}

/**
 * The chosen curves of the period, reduced to the width of the drawing: those of the device, with live values at the end
 * while it ends now, then those of what it is compared with.
 */
export const useCurves = ({ device: { device, definition, readings }, others, view, now, width_px }: Asked) => {
  const t = useWords('curves')
  const { from, to } = boundsOf(view, now)
  const chosen = view.points.join(',')
  // The address is read anew at each drawing; the same choice stays the same list.
  const points = useMemo(() => chosen.split(',').filter((key) => definition?.has(key)), [chosen, definition])
  const shift_ms = versusShift(view, now)
  const { versus } = view
  const moved_label = versus === 'none' ? '' : t(($) => $.versus_label[versus])
  const sources = useMemo((): Source[] => {
    const own = { mark: '', mac: device.mac, label: others.length === 0 ? '' : device.device_name, shift_ms: 0 }
    const moved = shift_ms === null ? [] : [{ mac: device.mac, label: moved_label, shift_ms }]
    const beside = [...moved, ...others.map(({ mac, device_name }) => ({ mac, label: device_name, shift_ms: 0 }))]
    return [own, ...beside.map((source, index) => ({ ...source, mark: markOf(index + 1) }))]
  }, [device.mac, device.device_name, others, shift_ms, moved_label])

  const { resolution, aggregate } = view
  const macs = [device.mac, ...others.map(({ mac }) => mac)]
  const about = { points, resolution, aggregate, width_px, time_zone: TIME_ZONE }
  const answer = useRead(
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
        const known = (source.shift_ms === 0 ? answer : before).data?.series ?? []
        const own = points.flatMap((key) => known.find((one) => one.key === key && one.mac === source.mac) ?? [])
        const is_live = running && source.mark === ''
        return own
          .map((one) => (is_live ? withLive(one, readings.get(one.key)) : one))
          .map((one) => (definition === null ? one : shownSeries(one, definition)))
          .map((one) => asOfSource(one, source))
      }),
    [sources, answer, before, points, running, readings, definition],
  )
  const drawn = useMemo(() => (definition === null ? null : withSources(definition, sources)), [definition, sources])
  const keys = useMemo(() => keysOf(points, sources), [points, sources])
  return { series, answer, from, to, points, keys, drawn }
}

/** Days are those of the person. */
const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** A moment as questions carry it. */
export const iso = (at: number) => new Date(at).toISOString()
