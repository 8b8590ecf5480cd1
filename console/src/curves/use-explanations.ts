import { api } from '@heatfleet/contract/api.ts'
import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMemo } from 'react'
import { useRead } from '../cloud/call.ts'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import type { Band, Mark } from './curve-option.ts'
import { boundsOf } from './curve-view.ts'
import { hotWaterNames, hotWaterPeriods, type StatePoint, statePoints } from './state-points.ts'
import { joined, setPeriods } from './statistics.ts'
import { type HistoryRequest, iso } from './use-sources.ts'

const POINTS_A_QUESTION = LIMITS.history_points_max

/** Explanations of the curves: defrosts, hot water, cooling and faults as bands, commands and new faults as marks. */
export const useExplanations = (request: HistoryRequest & { width_px: number }): { bands: Band[]; marks: Mark[] } => {
  const t = useMessages('history')
  const { inline, nameOf, language } = usePointText()
  const {
    device: { device, definition },
    view,
    now,
    width_px,
  } = request
  const { from, to } = boundsOf(view, now)
  const period = { macs: [device.mac], from: iso(from), to: iso(to) }

  // States that explain curves; fetched in addition to the chosen points.
  const points = useMemo(() => statePoints(definition), [definition])
  const stateKeys = [...hotWaterNames(points), 'defrost' as const, 'dem_cool' as const].flatMap(
    (name) => points.get(name)?.key ?? [],
  )
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
  // Fault bits are fetched only if the last alarm lies in the period.
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
    const seriesOf = (name: StatePoint) => states.data?.series.find(({ key }) => key === points.get(name)?.key)
    const periods = (name: StatePoint) => {
      const series = seriesOf(name)
      return series === undefined ? [] : setPeriods(series)
    }
    const alarmSeries: HistorySeries[] = faulty
      ? [...(firstAlarms.data?.series ?? []), ...(secondAlarms.data?.series ?? [])]
      : []
    return {
      bands: [
        { kind: 'defrost', label: t(($) => $.curves.defrost), periods: periods('defrost') },
        { kind: 'hot_water', label: t(($) => $.curves.hot_water), periods: hotWaterPeriods(points, seriesOf) },
        { kind: 'cooling', label: t(($) => $.curves.cooling), periods: periods('dem_cool') },
        {
          kind: 'fault',
          label: t(($) => $.curves.fault),
          periods: joined(alarmSeries.flatMap((one) => setPeriods(one))),
        },
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
  }, [
    points,
    states.data,
    commands.data,
    firstAlarms.data,
    secondAlarms.data,
    faulty,
    definition,
    t,
    inline,
    nameOf,
    language,
  ])
}

/** More marks would cover the chart. */
const MARKS_MAX = 50
