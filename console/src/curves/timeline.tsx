import { api } from '@heatfleet/contract/api.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { RESOLUTIONS } from '@heatfleet/contract/history/history.ts'
import { type CSSProperties, useMemo, useState } from 'react'
import { useRead } from '../cloud/call.ts'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import { colourVar } from '../ui/chart/palette.ts'
import { formatDuration, formatNumber, formatShare, formatTime } from '../ui/format.ts'
import { PlainTable } from '../ui/plain-table.tsx'
import { QuickTabs } from '../ui/tabs.tsx'
import { boundsOf, type CurveView } from './curve-view.ts'
import { STATE_COLOURS, type State, type StateRun, stateRuns, stateTotals } from './device-states.ts'
import { QueryState } from './query-state.tsx'
import { shortNames } from './sources.ts'
import { statePoints } from './state-points.ts'
import css from './timeline.module.css'
import { type HistoryRequest, iso } from './use-sources.ts'

/** One minute; coarser where a long period would exceed one response. */
const STEP_S = RESOLUTIONS['1m']
/** Width of a strip in its own units, and the part of its height that is the coloured edge. */
const STRIP_UNITS = 1000
const EDGE = 0.14
/** Rows listed; the strip and the totals cover all runs. */
const RUNS_LISTED_MAX = 200

type History = ResultOf<typeof api.historyData>

/** States of each device over the period: a strip each, and of the chosen one the total of each state and the runs in order. */
export const Timeline = ({ onChange, ...request }: HistoryRequest & { onChange: (view: CurveView) => void }) => {
  const t = useMessages('history')
  const {
    device: { device, definition },
    others,
    view,
    now,
  } = request
  const { from, to } = boundsOf(view, now)
  const known = useMemo(() => statePoints(definition), [definition])
  const points = [...known.values()].map(({ key }) => key)
  const macs = [device.mac, ...others.map(({ mac }) => mac)]
  const history = useRead(
    api.historyData,
    { body: { macs, points, from: iso(from), to: iso(to), resolution: '1m', aggregate: 'last' } },
    { enabled: points.length > 0, placeholder: 'keep' },
  )
  const units = useMemo((): UnitRuns[] => {
    const { data } = history
    if (data === undefined) return []
    const names = shortNames([device, ...others])
    return [device, ...others].map(({ mac }, at) => ({
      mac,
      name: names[at] ?? mac,
      runs: stateRuns(
        data.series.filter((series) => series.mac === mac),
        known,
        data.from,
        data.to,
      ),
    }))
  }, [history, known, device, others])
  if (points.length === 0) return <p className={css.none}>{t(($) => $.curves.state_none)}</p>
  return (
    <QueryState {...request} query={history} is_empty={hasNoReport} onChange={onChange}>
      {(query) => <States units={units} {...query} />}
    </QueryState>
  )
}

const hasNoReport = ({ series }: History): boolean => series.every(({ v }) => v.every((value) => value === null))

type UnitRuns = { mac: string; name: string; runs: readonly StateRun[] }
type StatesProps = { units: readonly UnitRuns[] } & Pick<History, 'from' | 'to' | 'bucket_s'>

const States = ({ units, from, to, bucket_s }: StatesProps) => {
  const t = useMessages('history')
  const { language } = usePointText()
  const [chosen, choose] = useState<string | null>(null)
  const shown = units.find(({ mac }) => mac === chosen) ?? units[0]
  if (shown === undefined) return null
  const { runs } = shown
  return (
    <div className={css.timeline}>
      {units.map((unit) => (
        <Strip key={unit.mac} {...unit} is_named={units.length > 1} from={from} to={to} />
      ))}
      <Ends from={from} to={to} />
      {bucket_s > STEP_S && (
        <p className={css.note}>
          {t(($) => $.curves.state_coarse, { length: formatDuration(bucket_s * 1000, language) })}
        </p>
      )}
      {units.length > 1 && (
        <QuickTabs
          label={t(($) => $.curves.state_unit)}
          items={units.map(({ mac, name }) => ({ key: mac, label: name }))}
          value={shown.mac}
          onChange={choose}
        />
      )}
      <div className={css.tables}>
        <section>
          <h3>{t(($) => $.curves.state_total)}</h3>
          <PlainTable
            label={t(($) => $.curves.state_total)}
            keyOf={({ state }) => state}
            rows={stateTotals(runs)}
            columns={[
              { key: 'state', title: t(($) => $.curves.state), cell: ({ state }) => <StateName state={state} /> },
              {
                key: 'time',
                title: t(($) => $.curves.state_time),
                align: 'end',
                cell: ({ ms }) => formatDuration(ms, language),
              },
              {
                key: 'share',
                title: t(($) => $.curves.state_share),
                align: 'end',
                cell: ({ ms }) => formatShare(ms, to - from, language),
              },
              {
                key: 'times',
                title: t(($) => $.curves.state_times),
                align: 'end',
                cell: ({ times }) => formatNumber(times, 0, language),
              },
            ]}
          />
        </section>
        <section>
          <h3>{t(($) => $.curves.state_runs)}</h3>
          <PlainTable
            label={t(($) => $.curves.state_runs)}
            keyOf={(run) => run.from}
            rows={runs.slice(-RUNS_LISTED_MAX).reverse()}
            columns={[
              { key: 'state', title: t(($) => $.curves.state), cell: ({ state }) => <StateName state={state} /> },
              { key: 'from', title: t(($) => $.curves.state_from), cell: (run) => formatTime(run.from, language) },
              { key: 'to', title: t(($) => $.curves.state_to), cell: (run) => formatTime(run.to, language) },
              {
                key: 'time',
                title: t(($) => $.curves.state_time),
                align: 'end',
                cell: (run) => formatDuration(run.to - run.from, language),
              },
            ]}
          />
        </section>
      </div>
    </div>
  )
}

const StateName = ({ state }: { state: State }) => {
  const t = useMessages('history')
  return (
    <span className={css.state}>
      <i data-state={state} style={stateStyle(state)} />
      {t(($) => $.curves.states[state])}
    </span>
  )
}

/** The whole period of a unit as one strip; the tables give the text. */
const Strip = ({ runs, name, is_named, from, to }: UnitRuns & { is_named: boolean; from: number; to: number }) => {
  const t = useMessages('history')
  return (
    <div>
      {is_named && <h3 className={css.name}>{name}</h3>}
      <svg
        className={css.strip}
        viewBox={`0 0 ${STRIP_UNITS} 1`}
        preserveAspectRatio="none"
        role="img"
        aria-label={is_named ? t(($) => $.curves.state_strip_of, { unit: name }) : t(($) => $.curves.state_strip)}
      >
        {runs.map((run) => (
          <StripRun key={run.from} {...run} start={from} whole={to - from} />
        ))}
      </svg>
    </div>
  )
}

/** A run of one state: its ground, and the edge that carries the colour. */
const StripRun = ({ state, from, to, start, whole }: StateRun & { start: number; whole: number }) => {
  const place = { x: ((from - start) / whole) * STRIP_UNITS, width: ((to - from) / whole) * STRIP_UNITS }
  return (
    <g data-state={state} style={stateStyle(state)}>
      <rect {...place} y={0} height={1} className={css.ground} />
      <rect {...place} y={1 - EDGE} height={EDGE} />
    </g>
  )
}

const stateStyle = (state: State): CSSProperties & { '--state': string } => ({
  '--state': colourVar(STATE_COLOURS[state]),
})

const Ends = ({ from, to }: { from: number; to: number }) => {
  const { language } = usePointText()
  const style = to - from <= 36 * 3_600_000 ? 'clock' : 'minute'
  return (
    <div className={css.ends}>
      {[from, (from + to) / 2, to].map((at) => (
        <span key={at}>{formatTime(at, language, style)}</span>
      ))}
    </div>
  )
}
