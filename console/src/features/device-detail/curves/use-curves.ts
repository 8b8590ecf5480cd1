import { api } from '@heatfleet/contract/api.ts'
import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import { useMemo } from 'react'
import { useRead } from '../../../cloud/call.ts'
import { useWords } from '../../../words/words.ts'
import type { DeviceView } from '../device-view.ts'
import { usePointText } from '../point-text.ts'
import type { Band, Mark } from './curve-option.ts'
import { boundsOf, type CurveView } from './curve-view.ts'
import { shownSeries } from './shown-units.ts'
import { setPeriods, withLive } from './statistics.ts'

/** States that explain curves; asked for beside the chosen points. */
const BAND_KEYS = { defrost: 'defrost', hot_water: 'dem_dhw' } as const
const POINTS_A_QUESTION = 12

type Asked = { device: DeviceView; view: CurveView; now: number; width_px: number }

/** The chosen curves of the period, reduced to the width of the drawing, with live values at the end while it ends now. */
export const useCurves = ({ device: { device, definition, readings }, view, now, width_px }: Asked) => {
  const { from, to } = boundsOf(view, now)
  const chosen = view.points.join(',')
  // The address is read anew at each drawing; the same choice stays the same list.
  const points = useMemo(() => chosen.split(',').filter((key) => definition?.has(key)), [chosen, definition])
  const answer = useRead(
    api.historyData,
    { body: { macs: [device.mac], points, from: iso(from), to: iso(to), resolution: 'auto', width_px } },
    { enabled: points.length > 0, placeholder: 'keep' },
  )
  const running = view.span.kind === 'last'
  const series = useMemo(() => {
    const known = answer.data?.series ?? []
    const shown = points.flatMap((key) => known.find((one) => one.key === key) ?? [])
    const whole = running ? shown.map((one) => withLive(one, readings.get(one.key))) : shown
    return definition === null ? whole : whole.map((one) => shownSeries(one, definition))
  }, [answer.data, points, running, readings, definition])
  return { series, answer, from, to, points }
}

/** What explains the curves: defrosts and hot water as bands, commands and faults as marks. */
export const useExplanations = (asked: Asked): { bands: Band[]; marks: Mark[] } => {
  const t = useWords('detail')
  const { inline, nameOf, language } = usePointText()
  const {
    device: { device, definition },
    view,
    now,
    width_px,
  } = asked
  const { from, to } = boundsOf(view, now)
  const period = { macs: [device.mac], from: iso(from), to: iso(to) }

  const stateKeys = Object.values(BAND_KEYS).filter((key) => definition?.get(key)?.in_history)
  const states = useRead(
    api.historyData,
    { body: { ...period, points: stateKeys, resolution: 'auto', width_px } },
    { enabled: stateKeys.length > 0, placeholder: 'keep' },
  )
  const commands = useRead(
    api.controlLog,
    { query: { pageNo: 1, size: MARKS_MAX }, body: period },
    { placeholder: 'keep' },
  )
  // Fault bits are only asked for where a fault is known to have been.
  const faulty = device.last_alarm_time !== null && Date.parse(device.last_alarm_time) >= from
  const alarmKeys = [...(definition?.values() ?? [])]
    .filter((point) => point.alarm && point.in_history)
    .map((point) => point.key)
  const alarmsOf = (keys: string[]) => ({ body: { ...period, points: keys, resolution: 'auto' as const, width_px } })
  const [first, second] = [
    alarmKeys.slice(0, POINTS_A_QUESTION),
    alarmKeys.slice(POINTS_A_QUESTION, 2 * POINTS_A_QUESTION),
  ]
  const firstAlarms = useRead(api.historyData, alarmsOf(first), {
    enabled: faulty && first.length > 0,
    placeholder: 'keep',
  })
  const secondAlarms = useRead(api.historyData, alarmsOf(second), {
    enabled: faulty && second.length > 0,
    placeholder: 'keep',
  })

  return useMemo(() => {
    const periods = (key: string) =>
      (states.data?.series ?? []).filter((one) => one.key === key).flatMap((one) => setPeriods(one))
    const alarmSeries: HistorySeries[] = faulty
      ? [...(firstAlarms.data?.series ?? []), ...(secondAlarms.data?.series ?? [])]
      : []
    return {
      bands: [
        { kind: 'defrost', label: t(($) => $.day.defrost), periods: periods(BAND_KEYS.defrost) },
        { kind: 'hot_water', label: t(($) => $.day.hot_water), periods: periods(BAND_KEYS.hot_water) },
      ],
      marks: [
        ...(commands.data?.list ?? []).map((row): Mark => {
          const point = definition?.get(row.point_key)
          return {
            kind: 'command',
            at: Date.parse(row.control_time),
            label: t(($) => $.curves.command, {
              name: row.names[language] || row.point_key,
              old: inline(point, row.old_value),
              new: inline(point, row.new_value),
              operator: row.operator_name,
            }),
          }
        }),
        ...alarmSeries.flatMap((one) =>
          setPeriods(one).map(([at]): Mark => {
            const point = definition?.get(one.key)
            return {
              kind: 'alarm',
              at,
              label: t(($) => $.curves.alarm, { name: point === undefined ? one.key : nameOf(point) }),
            }
          }),
        ),
      ],
    }
  }, [states.data, commands.data, firstAlarms.data, secondAlarms.data, faulty, definition, t, inline, nameOf, language])
}

/** More marks than so many are a wall. */
const MARKS_MAX = 50

const iso = (at: number) => new Date(at).toISOString()
