import type { DayTotals, Use } from '@heatfleet/contract/device-days/device-days.ts'
import { Facts } from '../../../ui/facts.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { useEnergyText } from './use-energy-text.ts'

/** Totals of the period. */
export const EnergyFacts = ({ total }: { total: DayTotals }) => {
  const { t, energy, number, minutes } = useEnergyText()
  return (
    <Facts
      least_px={130}
      items={[
        { label: t(($) => $.energy.heat), value: energy(total.heat_kwh) },
        { label: t(($) => $.energy.electricity), value: energy(total.electricity_kwh) },
        { label: t(($) => $.energy.scop), value: number(total.cop, 2) },
        { label: t(($) => $.energy.starts), value: number(total.starts, 0) },
        { label: t(($) => $.energy.run_hours), value: minutes(total.run_minutes) },
        { label: t(($) => $.energy.defrosts), value: number(total.defrosts, 0) },
        { label: t(($) => $.energy.defrost_minutes), value: minutes(total.defrost_minutes) },
        { label: t(($) => $.energy.heater_minutes), value: minutes(total.heater_minutes) },
      ]}
    />
  )
}

type UseRow = DayTotals['uses'][Use] & { use: Use }

/** Heat, electricity and seasonal COP of each use. */
export const UseTable = ({ total, uses }: { total: DayTotals; uses: readonly Use[] }) => {
  const { t, energy, number } = useEnergyText()
  return (
    <PlainTable<UseRow>
      label={t(($) => $.energy.by_use)}
      rows={uses.map((use) => ({ use, ...total.uses[use] }))}
      keyOf={({ use }) => use}
      columns={[
        { key: 'use', title: t(($) => $.energy.use), cell: ({ use }) => t(($) => $.energy.uses[use]) },
        { key: 'heat', title: t(($) => $.energy.heat), align: 'end', cell: ({ heat_kwh }) => energy(heat_kwh) },
        {
          key: 'electricity',
          title: t(($) => $.energy.electricity),
          align: 'end',
          cell: ({ electricity_kwh }) => energy(electricity_kwh),
        },
        { key: 'scop', title: t(($) => $.energy.scop), align: 'end', cell: ({ cop }) => <b>{number(cop, 2)}</b> },
      ]}
    />
  )
}

type MonthRow = DayTotals & { month: string }

/** Totals of each month, the newest first. */
export const MonthTable = ({ months }: { months: readonly MonthRow[] }) => {
  const { t, language, energy, number, minutes } = useEnergyText()
  const end = { align: 'end' } as const
  return (
    <PlainTable<MonthRow>
      label={t(($) => $.energy.by_month)}
      rows={months.toReversed()}
      keyOf={({ month }) => month}
      columns={[
        { key: 'month', title: t(($) => $.energy.month), cell: ({ month }) => monthText(month, language) },
        { key: 'heat', title: t(($) => $.energy.heat), ...end, cell: ({ heat_kwh }) => energy(heat_kwh) },
        {
          key: 'electricity',
          title: t(($) => $.energy.electricity),
          ...end,
          cell: ({ electricity_kwh }) => energy(electricity_kwh),
        },
        { key: 'cop', title: t(($) => $.energy.cop), ...end, cell: ({ cop }) => <b>{number(cop, 2)}</b> },
        { key: 'starts', title: t(($) => $.energy.starts), ...end, cell: ({ starts }) => number(starts, 0) },
        { key: 'run', title: t(($) => $.energy.run_hours), ...end, cell: ({ run_minutes }) => minutes(run_minutes) },
        { key: 'defrosts', title: t(($) => $.energy.defrosts), ...end, cell: ({ defrosts }) => number(defrosts, 0) },
        {
          key: 'defrosting',
          title: t(($) => $.energy.defrost_minutes),
          ...end,
          cell: ({ defrost_minutes }) => minutes(defrost_minutes),
        },
        {
          key: 'heater',
          title: t(($) => $.energy.heater_minutes),
          ...end,
          cell: ({ heater_minutes }) => minutes(heater_minutes),
        },
        {
          key: 'days',
          title: t(($) => $.energy.days),
          ...end,
          cell: ({ days, good_days }) => t(($) => $.energy.days_of, { good: good_days, days }),
        },
      ]}
    />
  )
}

const monthText = (month: string, language: ReturnType<typeof useEnergyText>['language']): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(Date.parse(`${month}-01`))
