import type { ClassOf } from '@heatfleet/contract/analysis/part.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useMessages } from '../../messages/messages.ts'
import css from './analysis.module.css'
import { CohortFigure, CountFigure } from './cohort-figure.tsx'
import { DaysFigure } from './days-figure.tsx'
import { isFew, useFigureTexts } from './figure-texts.ts'
import { TabBody } from './tab-body.tsx'
import { type CohortAnswer, useCohortReads } from './use-cohort-reads.ts'
import type { ShownCohort } from './use-cohorts.tsx'

/** What units run for, and how long. */
export function UsageTab({ cohorts }: { cohorts: readonly ShownCohort[] }) {
  const { answers, ...rest } = useCohortReads(api.analysisUsage, cohorts)
  return (
    <TabBody answers={answers} {...rest}>
      {(shown) => (
        <div className={css.grid}>
          <RunFigure answers={shown} />
          <ModesFigure answers={shown} />
          <ClassFigure answers={shown} of="run" unit=" h" />
          <ClassFigure answers={shown} of="setpoints" unit=" °C" />
          <ClassFigure answers={shown} of="flow" unit=" °C" />
          <ClassFigure answers={shown} of="heater" unit=" min" />
        </div>
      )}
    </TabBody>
  )
}

type Props = { answers: readonly CohortAnswer<typeof api.analysisUsage>[] }

function RunFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofDays } = useFigureTexts()
  return (
    <DaysFigure
      id="run-days"
      title={t(($) => $.usage.days)}
      note={ofDays(answers.map(({ data }) => ({ units: data.known_units, unit_days: data.unit_days })))}
      label={t(($) => $.usage.days_label)}
      unit="h"
      min={0}
      empty={t(($) => $.efficiency.none)}
      series={answers.map(({ cohort, data }) => ({
        letter: cohort.letter,
        days: data.days.map(({ day, units, run_hours }) => ({ day, units, value: isFew(units) ? null : run_hours })),
      }))}
    />
  )
}

const MODES = ['heating', 'hot_water', 'cooling'] as const

function ModesFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { number, ofDays } = useFigureTexts()
  const none = answers.every(({ data }) => data.unit_days === 0)
  return (
    <CohortFigure
      id="modes"
      title={t(($) => $.usage.modes)}
      note={ofDays(answers.map(({ data }) => ({ units: data.known_units, unit_days: data.unit_days })))}
      head={t(($) => $.columns.name)}
      letters={answers.map(({ cohort }) => cohort.letter)}
      rows={
        none
          ? []
          : MODES.map((mode) => ({
              key: mode,
              label: t(($) => $.usage.mode[mode]),
              cells: answers.map(({ data: { modes } }) => {
                const all = modes.heating + modes.hot_water + modes.cooling
                return { values: { hours: modes[mode], share: all > 0 ? (modes[mode] / all) * 100 : null } }
              }),
            }))
      }
      measures={[
        { key: 'hours', title: t(($) => $.usage.hours), decimals: 0 },
        { key: 'share', title: `${t(($) => $.columns.share)}, %`, decimals: 1 },
      ]}
      bar="share"
      text={({ values: { hours = null, share = null } }) => `${number(share, 1)} % · ${number(hours)} h`}
      empty={t(($) => $.efficiency.none)}
    />
  )
}

type ClassKind = 'run' | 'heater' | 'flow' | 'setpoints'

function ClassFigure({ answers, of, unit }: Props & { of: ClassKind; unit: string }) {
  const t = useMessages('analysis')
  const { ofUnits, range } = useFigureTexts()
  const classes = answers.map(({ data }): readonly ClassOf[] =>
    of === 'setpoints' ? data.setpoints.classes : data[of],
  )
  const totals = classes.map((list) => list.reduce((sum, { units }) => sum + units, 0))
  const coldest_open = of === 'flow' || of === 'setpoints'
  return (
    <CountFigure
      id={`usage-${of}`}
      title={t(($) => $.usage[of])}
      note={ofUnits(totals)}
      head={t(($) => $.columns.name)}
      letters={answers.map(({ cohort }) => cohort.letter)}
      wholes={totals}
      rows={
        totals.every((total) => total === 0)
          ? []
          : (classes[0] ?? []).map((each, at) => ({
              key: String(each.from),
              label: range(at === 0 && coldest_open ? { from: null, to: each.to } : each, unit),
              counts: classes.map((list) => list[at]?.units ?? 0),
            }))
      }
      empty={of === 'setpoints' ? t(($) => $.usage.setpoints_none) : t(($) => $.efficiency.none)}
      footer={of === 'setpoints' ? t(($) => $.usage.setpoints_note) : undefined}
    />
  )
}
