import { useMemo } from 'react'
import { useMessages } from '../messages/messages.ts'
import type { Definition } from '../points/readings.ts'
import type { CurveDevice, OtherDevice } from './curve-device.ts'
import { type CurveView, versusShift } from './curve-view.ts'
import { keysOf, markOf, type Source, shortNames, withSources } from './sources.ts'

/** Device, comparisons and view: what to fetch. */
export type HistoryRequest = {
  device: CurveDevice
  others: readonly OtherDevice[]
  view: CurveView
  now: number
}

/** The chosen points of the device and its comparisons. */
export type ChosenPoints = {
  sources: readonly Source[]
  /** Keys of the product's points. */
  points: readonly string[]
  /** Keys of all sources, in display order. */
  keys: readonly string[]
  /** The definition with the points of every source; null while it loads. */
  chart_definition: Definition | null
}

/** Sources in order: the device, the device in another period, other devices. */
export const useSources = ({ device: { device, definition }, others, view, now }: HistoryRequest): ChosenPoints => {
  const t = useMessages('history')
  const chosen = view.points.join(',')
  // The query is parsed at each render; the memo keeps the list's identity.
  const points = useMemo(() => chosen.split(',').filter((key) => definition?.has(key)), [chosen, definition])
  const shift_ms = versusShift(view, now)
  const { versus } = view
  const moved_label = versus === 'none' ? '' : t(($) => $.curves.versus_label[versus])
  const sources = useMemo((): Source[] => {
    const [own_name = '', ...other_names] = shortNames([device, ...others])
    const own = { mark: '', mac: device.mac, label: others.length === 0 ? '' : own_name, shift_ms: 0 }
    const moved = shift_ms === null ? [] : [{ mac: device.mac, label: moved_label, shift_ms }]
    const beside = [...moved, ...others.map(({ mac }, at) => ({ mac, label: other_names[at] ?? mac, shift_ms: 0 }))]
    return [own, ...beside.map((source, index) => ({ ...source, mark: markOf(index + 1) }))]
  }, [device, others, shift_ms, moved_label])
  const chart_definition = useMemo(
    () => (definition === null ? null : withSources(definition, sources)),
    [definition, sources],
  )
  const keys = useMemo(() => keysOf(points, sources), [points, sources])
  return { sources, points, keys, chart_definition }
}

/** Formats a time for requests. */
export const iso = (at: number) => new Date(at).toISOString()
