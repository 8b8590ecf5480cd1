import { COP_MIN_QUALITY, copOf, type DayTotals, type DeviceDay, type Use } from './device-days.ts'

/** Sums of days; null = none of them knows. COP and SCOP are of the days of enough quality alone. */
export const totalsOf = (days: readonly DeviceDay[]): DayTotals => {
  const good = days.filter((day) => day.quality >= COP_MIN_QUALITY)
  return {
    days: days.length,
    good_days: good.length,
    heat_kwh: sumOf(days, 'heat_kwh'),
    electricity_kwh: sumOf(days, 'electricity_kwh'),
    cop: copOf(sumOf(good, 'heat_kwh'), sumOf(good, 'electricity_kwh'), 1),
    uses: {
      heating: ofUse(days, good, 'heating'),
      hot_water: ofUse(days, good, 'hot_water'),
      cooling: ofUse(days, good, 'cooling'),
    },
    starts: sumOf(days, 'starts'),
    run_minutes: sumOf(days, 'run_minutes'),
    defrosts: sumOf(days, 'defrosts'),
    defrost_minutes: sumOf(days, 'defrost_minutes'),
    heater_minutes: sumOf(days, 'heater_minutes'),
  }
}

/** The same for each calendar month, the oldest first. */
export const totalsByMonth = (days: readonly DeviceDay[]): (DayTotals & { month: string })[] =>
  [...Map.groupBy(days, ({ day }) => day.slice(0, 7))]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([month, own]) => ({ month, ...totalsOf(own) }))

const ofUse = (days: readonly DeviceDay[], good: readonly DeviceDay[], use: Use) => ({
  heat_kwh: sumOf(days, `heat_${use}_kwh`),
  electricity_kwh: sumOf(days, `electricity_${use}_kwh`),
  cop: copOf(sumOf(good, `heat_${use}_kwh`), sumOf(good, `electricity_${use}_kwh`), 1),
})

type Summed = { [Key in keyof DeviceDay]: DeviceDay[Key] extends number | null ? Key : never }[keyof DeviceDay]

const sumOf = (days: readonly DeviceDay[], key: Summed): number | null => {
  const known = days.map((day) => day[key]).filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
