import { isState } from '@heatfleet/contract/products/points.ts'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { useMessages } from '../messages/messages.ts'
import type { Definition } from '../points/readings.ts'
import { Panel } from '../ui/panel.tsx'
import { Loading } from '../ui/states.tsx'
import { useMinute } from '../ui/use-minute.ts'
import type { CurveDevice, OtherDevice } from './curve-device.ts'
import { CurveToolbar } from './curve-toolbar.tsx'
import { type CurveView, readView, writeView } from './curve-view.ts'
import css from './curves.module.css'
import { inDisplayUnits } from './display-units.ts'
import { PointPicker } from './point-picker.tsx'
import { SeriesPart } from './series-part.tsx'
import { assignStyles } from './series-style.ts'
import { StatisticsPart } from './statistics-part.tsx'
import { Timeline } from './timeline.tsx'
import { useSources } from './use-sources.ts'

/** Points of a product without default curves. */
const DEFAULT_POINTS = ['t_out', 't_in', 't_amb', 'comp_hz', 'defrost']
const NO_OTHERS: readonly OtherDevice[] = []

const isStateKey = (definition: Definition | null, key: string): boolean => {
  const point = definition?.get(key)
  return point !== undefined && isState(point)
}

type CurvesProps = {
  view: CurveDevice
  others?: readonly OtherDevice[]
}

/**
 * The history of a device (product 3.18): up to 12 points over any period as curves, table, statistics or states,
 * compared with other devices or another period. The whole view is in the query.
 */
export const Curves = ({ view: device, others = NO_OTHERS }: CurvesProps) => {
  const t = useMessages('history')
  const [query, setQuery] = useSearchParams()
  const view = readView(
    query,
    (device.default_curves.length > 0 ? device.default_curves : DEFAULT_POINTS).filter(
      (key) => device.definition?.get(key)?.in_history,
    ),
  )
  // Long periods are not fetched again each minute; live values are appended anyway.
  const now = useMinute(view.span.kind === 'last' && view.span.period !== '24h' ? 10 : 1)
  const onChange = (next: CurveView) => setQuery((before) => writeView(before, next))
  const request = { device, others, view, now }
  const chosen = useSources(request)
  const { keys, chart_definition } = chosen
  const display_definition = useMemo(() => chart_definition && inDisplayUnits(chart_definition), [chart_definition])
  // Chart, picker and statistics share the colours.
  const styles_by_key = useMemo(
    () => assignStyles(keys.filter((key) => !isStateKey(chart_definition, key))),
    [keys, chart_definition],
  )

  if (display_definition === null) return <Loading rows={10} />
  const part = { ...request, ...chosen, display_definition, styles_by_key, onChange }
  return (
    <div className={css.curves}>
      <PointPicker device={device} view={view} styles_by_key={styles_by_key} onChange={onChange} />
      <Panel className={css.main}>
        <CurveToolbar device={device} others={others} view={view} now={now} onChange={onChange} />
        {view.part === 'timeline' ? (
          <Timeline {...request} onChange={onChange} />
        ) : chosen.points.length === 0 ? (
          <p className={css.empty}>{t(($) => $.curves.choose)}</p>
        ) : view.part === 'statistics' ? (
          <StatisticsPart {...part} />
        ) : (
          <SeriesPart {...part} />
        )}
      </Panel>
    </div>
  )
}
