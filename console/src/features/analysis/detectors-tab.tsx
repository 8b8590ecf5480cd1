import { BASELINE_DAYS, DETECTOR_STATES, type Finding } from '@heatfleet/contract/analysis/detectors.ts'
import { api } from '@heatfleet/contract/api.ts'
import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import { devicePath } from '../dashboard/public.ts'
import css from './analysis.module.css'
import { DaysFigure } from './days-figure.tsx'
import { useFigureTexts } from './figure-texts.ts'
import { TabBody } from './tab-body.tsx'
import { type CohortAnswer, useCohortReads } from './use-cohort-reads.ts'
import type { ShownCohort } from './use-cohorts.tsx'

/** What detectors say of units, and would have said on each day of the period. */
export function DetectorsTab({ cohorts }: { cohorts: readonly ShownCohort[] }) {
  const { answers, ...rest } = useCohortReads(api.analysisDetectors, cohorts)
  return (
    <TabBody answers={answers} {...rest}>
      {(shown) => (
        <div className={css.grid}>
          <StatesFigure answers={shown} />
          <ReplayFigure answers={shown} />
          <UnitsFigure answers={shown} />
        </div>
      )}
    </TabBody>
  )
}

type Props = { answers: readonly CohortAnswer<typeof api.analysisDetectors>[] }

function StatesFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { number, ofUnits } = useFigureTexts()
  const may_export = usePermission('analysis:export')
  const rows = answers.flatMap(({ cohort, data }) =>
    data.states.map((states, at) => ({
      letter: cohort.letter,
      ...states,
      marked_units: data.marked[at]?.units ?? 0,
      marked_days: data.marked[at]?.unit_days ?? 0,
    })),
  )
  type Row = (typeof rows)[number]
  return (
    <FigurePanel
      id="states"
      className={css.wide}
      title={t(($) => $.detectors.states)}
      note={ofUnits(answers.map(({ data }) => data.known_units))}
      columns={[
        ...(answers.length > 1
          ? [{ key: 'letter', title: t(($) => $.columns.cohort), value: (row: Row) => row.letter }]
          : []),
        {
          key: 'detector',
          title: t(($) => $.detectors.detector),
          value: (row: Row) => t(($) => $.detectors.names[row.detector]),
          cell: (row: Row) => (
            <span className={css.detector}>
              {t(($) => $.detectors.names[row.detector])}
              <small>{t(($) => $.detectors.meanings[row.detector])}</small>
            </span>
          ),
        },
        ...DETECTOR_STATES.map((state) => ({
          key: state,
          title: t(($) => $.detectors.state[state]),
          value: (row: Row) => row[state],
          cell: (row: Row) => number(row[state]),
          align: 'end' as const,
        })),
        {
          key: 'marked',
          title: t(($) => $.detectors.marked),
          value: (row: Row) => row.marked_units,
          cell: (row: Row) => t(($) => $.detectors.marked_of, { count: row.marked_units, days: row.marked_days }),
          align: 'end' as const,
        },
      ]}
      rows={rows}
      keyOf={({ letter, detector }) => letter + detector}
      footer={t(($) => $.detectors.note, { days: BASELINE_DAYS })}
      csvRefused={!may_export}
    />
  )
}

function ReplayFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits } = useFigureTexts()
  return (
    <DaysFigure
      id="replay"
      title={t(($) => $.detectors.replay)}
      note={ofUnits(answers.map(({ data }) => data.known_units))}
      label={t(($) => $.detectors.replay_label)}
      unit={t(($) => $.columns.units)}
      decimals={0}
      min={0}
      series={answers.map(({ cohort, data }) => ({
        letter: cohort.letter,
        days: data.replay.map(({ day, watch, alert }) => ({ day, units: data.known_units, value: watch + alert })),
      }))}
    />
  )
}

function UnitsFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const may_export = usePermission('analysis:export')
  const reasonOf = useReason()
  const rows = answers.flatMap(({ cohort, data }) =>
    data.detected.flatMap(({ mac, device_name, findings }) =>
      findings.map((finding) => ({ letter: cohort.letter, mac, device_name, ...finding })),
    ),
  )
  type Row = (typeof rows)[number]
  return (
    <FigurePanel
      id="detected"
      className={css.wide}
      title={t(($) => $.detectors.units)}
      columns={[
        ...(answers.length > 1
          ? [{ key: 'letter', title: t(($) => $.columns.cohort), value: (row: Row) => row.letter }]
          : []),
        {
          key: 'unit',
          title: t(($) => $.connectivity.unit),
          value: ({ device_name, mac }: Row) => device_name || mac,
          cell: ({ device_name, mac }: Row) => <Link to={devicePath(mac)}>{device_name || mac}</Link>,
        },
        {
          key: 'detector',
          title: t(($) => $.detectors.detector),
          value: ({ detector }: Row) => t(($) => $.detectors.names[detector]),
        },
        {
          key: 'state',
          title: t(($) => $.detectors.state_title),
          value: ({ state }: Row) => t(($) => $.detectors.state[state]),
          cell: ({ state }: Row) => (
            <span className={css.state} data-state={state}>
              {t(($) => $.detectors.state[state])}
            </span>
          ),
        },
        { key: 'reason', title: t(($) => $.detectors.reason), value: reasonOf },
      ]}
      rows={rows}
      keyOf={({ letter, mac, detector }) => letter + mac + detector}
      empty={t(($) => $.detectors.none)}
      csvRefused={!may_export}
    />
  )
}

/** Why a unit is marked, with the figures. */
const useReason = (): ((finding: Finding) => string) => {
  const t = useMessages('analysis')
  const { number } = useFigureTexts()
  return ({ detector, state, value, limits, days, baseline }) =>
    t(($) => $.detectors.reasons[detector], {
      value: number(value, detector === 'stuck_sensor' ? 0 : 1),
      limit: number(state === 'alert' ? limits.alert : limits.watch),
      count: days,
      baseline: number(baseline, 2),
    })
}
