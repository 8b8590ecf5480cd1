import { OFFLINE_CAUSES } from '@heatfleet/contract/analysis/analysis.ts'
import { api } from '@heatfleet/contract/api.ts'
import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import { devicePath } from '../dashboard/public.ts'
import css from './analysis.module.css'
import { CohortFigure, CountFigure } from './cohort-figure.tsx'
import { DaysFigure } from './days-figure.tsx'
import { isFew, useFigureTexts } from './figure-texts.ts'
import { TabBody } from './tab-body.tsx'
import { type CohortAnswer, useCohortReads } from './use-cohort-reads.ts'
import type { ShownCohort } from './use-cohorts.tsx'

/** How units are connected. */
export function ConnectivityTab({ cohorts }: { cohorts: readonly ShownCohort[] }) {
  const { answers, ...rest } = useCohortReads(api.analysisConnectivity, cohorts)
  return (
    <TabBody answers={answers} {...rest}>
      {(shown) => (
        <div className={css.grid}>
          <OnlineFigure answers={shown} />
          <NetsFigure answers={shown} />
          <DropsFigure answers={shown} />
          <WorstFigure answers={shown} />
          <CauseFigure answers={shown} />
          <SignalFigure answers={shown} />
          <OfflineFigure answers={shown} />
          <BusFigure answers={shown} />
        </div>
      )}
    </TabBody>
  )
}

type Props = { answers: readonly CohortAnswer<typeof api.analysisConnectivity>[] }
const lettersOf = ({ answers }: Props) => answers.map(({ cohort }) => cohort.letter)

function OnlineFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits } = useFigureTexts()
  return (
    <DaysFigure
      id="online"
      title={t(($) => $.connectivity.days)}
      note={`${ofUnits(answers.map(({ data }) => data.activated))} · ${t(($) => $.connectivity.days_note)}`}
      label={t(($) => $.connectivity.days_label)}
      unit="%"
      min={0}
      max={100}
      series={answers.map(({ cohort, data }) => ({
        letter: cohort.letter,
        days: data.days.map(({ day, units, online_percent }) => ({
          day,
          value: isFew(units) ? null : online_percent,
          units,
        })),
      }))}
    />
  )
}

const NETS = ['4g', 'wifi'] as const

function NetsFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits, number } = useFigureTexts()
  const percent = t(($) => $.connectivity.online_percent)
  return (
    <CohortFigure
      id="nets"
      title={t(($) => $.connectivity.nets)}
      note={ofUnits(answers.map(({ data }) => data.activated))}
      head={t(($) => $.columns.name)}
      letters={lettersOf({ answers })}
      rows={NETS.map((net) => ({
        key: net,
        label: t(($) => $.connectivity.net[net]),
        cells: answers.map(({ cohort, data }) => {
          const found = data.nets.find((each) => each.net === net)
          if (found === undefined) return null
          const { units, drops, online_percent, drops_per_month, signal_median_dbm } = found
          const rates = isFew(units)
            ? { online_percent: null, drops_per_month: null, signal_median_dbm: null }
            : { online_percent, drops_per_month, signal_median_dbm }
          return { values: { units, ...rates, drops }, to: cohort.path({ net, active_status: 'yes' }) }
        }),
      }))}
      measures={[
        { key: 'units', title: t(($) => $.columns.units), decimals: 0 },
        { key: 'online_percent', title: `${percent}, %`, decimals: 1 },
        { key: 'drops', title: t(($) => $.connectivity.drops), decimals: 0 },
        { key: 'drops_per_month', title: t(($) => $.connectivity.drops_per_month), decimals: 2 },
        { key: 'signal_median_dbm', title: `${t(($) => $.connectivity.signal)}, dBm`, decimals: 0 },
      ]}
      bar="online_percent"
      text={({ values: { units = null, online_percent = null } }) =>
        `${number(online_percent, 1)} % · ${t(($) => $.of_units, { count: units ?? 0 })}`
      }
    />
  )
}

function DropsFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits, whole } = useFigureTexts()
  return (
    <CountFigure
      id="drops"
      title={t(($) => $.connectivity.drop_classes)}
      note={ofUnits(answers.map(({ data }) => data.activated))}
      head={t(($) => $.connectivity.drops)}
      letters={lettersOf({ answers })}
      wholes={answers.map(({ data }) => data.activated)}
      rows={(answers[0]?.data.drops ?? []).map((each, at) => ({
        key: String(each.from),
        label: each.from === 0 ? t(($) => $.connectivity.none) : whole(each),
        counts: answers.map(({ data }) => data.drops[at]?.units ?? 0),
      }))}
    />
  )
}

function WorstFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const may_export = usePermission('analysis:export')
  const { number } = useFigureTexts()
  const rows = answers.flatMap(({ cohort, data }) => data.worst.map((unit) => ({ ...unit, letter: cohort.letter })))
  return (
    <FigurePanel
      id="worst"
      title={t(($) => $.connectivity.worst)}
      columns={[
        ...(answers.length > 1
          ? [{ key: 'letter', title: t(($) => $.columns.cohort), value: (row: (typeof rows)[number]) => row.letter }]
          : []),
        {
          key: 'unit',
          title: t(($) => $.connectivity.unit),
          value: ({ device_name, mac }) => device_name || mac,
          cell: ({ device_name, mac }) => <Link to={devicePath(mac)}>{device_name || mac}</Link>,
        },
        { key: 'net', title: t(($) => $.connectivity.nets), value: ({ net }) => t(($) => $.connectivity.net[net]) },
        {
          key: 'drops',
          title: t(($) => $.connectivity.drops),
          value: ({ drops }) => drops,
          cell: ({ drops }) => number(drops),
          align: 'end',
        },
      ]}
      rows={rows}
      keyOf={({ letter, mac }) => letter + mac}
      empty={t(($) => $.connectivity.worst_none)}
      csvRefused={!may_export}
    />
  )
}

function SignalFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits, range } = useFigureTexts()
  const totals = answers.map(({ data }) => data.signal.reduce((sum, each) => sum + each.wifi + each['4g'], 0))
  return (
    <CountFigure
      id="signal"
      title={t(($) => $.connectivity.signal_classes)}
      note={ofUnits(totals)}
      head="dBm"
      letters={lettersOf({ answers })}
      wholes={totals}
      wide
      rows={NETS.flatMap((net) =>
        (answers[0]?.data.signal ?? []).map((each, at) => ({
          key: `${net}-${each.from}`,
          label: `${t(($) => $.connectivity.net[net])}, ${range(each, ' dBm')}`,
          tone: net === 'wifi' ? ('quiet' as const) : ('accent' as const),
          counts: answers.map(({ data }) => data.signal[at]?.[net] ?? 0),
        })),
      )}
    />
  )
}

const HOUR_UNITS = [
  { hours: 24, ms: 3_600_000 },
  { hours: Number.POSITIVE_INFINITY, ms: 86_400_000 },
] as const

function OfflineFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits, number } = useFigureTexts()
  const totals = answers.map(({ data }) => data.offline.reduce((sum, each) => sum + each.units, 0))
  const hours = (value: number) => {
    const { ms } = HOUR_UNITS.find((each) => value <= each.hours && (each.hours < 25 || value > 24)) ?? HOUR_UNITS[0]
    return ms === 3_600_000 ? `${number(value)} h` : t(($) => $.days, { count: value / 24 })
  }
  return (
    <CountFigure
      id="offline"
      title={t(($) => $.connectivity.offline)}
      note={ofUnits(totals)}
      head={t(($) => $.columns.name)}
      letters={lettersOf({ answers })}
      wholes={totals}
      rows={[
        {
          key: 'all',
          label: t(($) => $.connectivity.offline_all),
          counts: totals,
          to: answers.map(({ cohort }) => cohort.path({ online_status: 'offline' })),
          tone: 'quiet' as const,
        },
        ...(answers[0]?.data.offline ?? []).map(({ from, to }, at) => ({
          key: String(from),
          label:
            from === 0 && to !== null
              ? t(($) => $.class.below, { to: hours(to) })
              : to === null
                ? t(($) => $.class.open, { from: hours(from) })
                : t(($) => $.class.range, { from: hours(from), to: hours(to) }),
          counts: answers.map(({ data }) => data.offline[at]?.units ?? 0),
        })),
      ]}
    />
  )
}

/** What probably keeps units offline: the first cause that holds of each. */
function CauseFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits } = useFigureTexts()
  const totals = answers.map(({ data: { offline } }) => offline.reduce((sum, { units }) => sum + units, 0))
  return (
    <CountFigure
      id="offline-causes"
      title={t(($) => $.connectivity.causes)}
      note={ofUnits(totals)}
      head={t(($) => $.columns.name)}
      letters={lettersOf({ answers })}
      wholes={totals}
      rows={OFFLINE_CAUSES.map((cause) => ({
        key: cause,
        label: t(($) => $.connectivity.cause[cause]),
        counts: answers.map(({ data }) => data.offline_causes[cause]),
        tone: cause === 'unknown' ? ('quiet' as const) : ('bad' as const),
      }))}
    />
  )
}

const BUS = ['ok', 'lost', 'unknown'] as const

function BusFigure({ answers }: Props) {
  const t = useMessages('analysis')
  const { ofUnits } = useFigureTexts()
  const totals = answers.map(({ data: { bus } }) => bus.ok + bus.lost + bus.unknown)
  return (
    <CountFigure
      id="bus"
      className={css.wide}
      title={t(($) => $.connectivity.bus)}
      note={ofUnits(totals)}
      head={t(($) => $.columns.name)}
      letters={lettersOf({ answers })}
      wholes={totals}
      rows={BUS.map((state) => ({
        key: state,
        label: t(($) => $.connectivity.bus_states[state]),
        counts: answers.map(({ data }) => data.bus[state]),
        to:
          state === 'lost'
            ? answers.map(({ cohort }) => cohort.path({ online_status: 'online', bus_status: 'lost' }))
            : [],
        tone: state === 'lost' ? ('bad' as const) : state === 'ok' ? ('accent' as const) : ('quiet' as const),
      }))}
      footer={answers
        .map(({ cohort, data: { bus_losses } }) => {
          const text = t(($) => $.connectivity.bus_losses, { count: bus_losses.units, times: bus_losses.times })
          return answers.length > 1 ? `${cohort.letter}: ${text}` : text
        })
        .join(' ')}
    />
  )
}
