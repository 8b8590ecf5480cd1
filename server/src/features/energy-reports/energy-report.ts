import {
  COP_MIN_QUALITY,
  type DayTotals,
  type DeviceDay,
  USES,
  type Use,
} from '@heatfleet/contract/device-days/device-days.ts'
import type { DrawnFigure, ReportTexts } from '../analysis-reports/public.ts'
import type { PeriodDays } from '../device-days/public.ts'
import type { UnitNames } from './store.ts'

/** A period of a unit, and the same days a year before. */
type Reported = { names: UnitNames; from: string; to: string; period: PeriodDays; before: PeriodDays }

/** The year before is compared where it has so many of the days; of fewer, sums would only tell that days are missing. */
const COMPARED_SHARE = 0.9
const MONTHS = { en: 'en-GB', zh: 'zh-CN', pl: 'pl-PL' } as const

/** An energy report in words and numbers that are ready to be drawn; energy in kWh. */
export const energyReport = ({ names, from, to, period, before }: Reported, texts: ReportTexts) => {
  const say = sayIn(texts)
  const { days, months, total, time_zone } = period
  const title = say('title', { unit: names.device_name || names.mac })
  const facts = [
    [names.mac, texts.product(names), names.agent_name].filter(Boolean).join(' · '),
    say('period', { from: texts.day(from), to: texts.day(to), zone: time_zone, days: days.length }),
  ]
  const compared = before.days.length >= COMPARED_SHARE * days.length ? before.total : null
  const figures: DrawnFigure[] =
    days.length === 0
      ? [figureOf(say('total.title'), { kind: 'empty', text: say('none') })]
      : [
          figureOf(say('total.title'), totalTable(total, compared, texts)),
          figureOf(say('by_month.title'), monthBars(months, texts)),
          figureOf(say('by_use'), useTable(total, texts)),
          figureOf(say('months'), monthTable(months, texts)),
          figureOf(say('method.title'), { kind: 'text', text: methodText(days, total, texts) }),
        ]
  return { title, facts, legend: [], figures }
}

const sayIn =
  (texts: ReportTexts) =>
  (path: string, values: Readonly<Record<string, string | number | null>> = {}): string =>
    texts.text(path, values, 'energy-reports')

const figureOf = (title: string, content: DrawnFigure['content']): DrawnFigure => ({
  title,
  note: '',
  footer: '',
  content,
})

const energyText = ({ number }: ReportTexts, kwh: number | null): string =>
  kwh === null ? number(null) : `${number(kwh, Math.abs(kwh) < 1_000 ? 1 : 0)} kWh`

const hoursOf = (minutes: number | null): number | null => (minutes === null ? null : minutes / 60)
const differenceOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? null : one - other
const ratioOf = (one: number | null, other: number | null): number | null =>
  one === null || other === null || other === 0 ? null : one / other

type TotalRow = {
  figure: string
  of: (total: DayTotals) => number | null
  write: (texts: ReportTexts, value: number | null) => string
  /** A change is a difference, not a share. */
  is_ratio?: boolean
}

const plain =
  (decimals: number): TotalRow['write'] =>
  ({ number }, value) =>
    number(value, decimals)
const TOTAL_ROWS: readonly TotalRow[] = [
  { figure: 'heat', of: ({ heat_kwh }) => heat_kwh, write: energyText },
  { figure: 'electricity', of: ({ electricity_kwh }) => electricity_kwh, write: energyText },
  {
    figure: 'from_air',
    of: ({ heat_kwh, electricity_kwh }) => differenceOf(heat_kwh, electricity_kwh),
    write: energyText,
  },
  { figure: 'scop', of: ({ cop }) => cop, write: plain(2), is_ratio: true },
  { figure: 'starts', of: ({ starts }) => starts, write: plain(0) },
  { figure: 'run_hours', of: ({ run_minutes }) => hoursOf(run_minutes), write: plain(0) },
  { figure: 'run_per_start', of: ({ run_minutes, starts }) => ratioOf(run_minutes, starts), write: plain(0) },
  { figure: 'defrosts', of: ({ defrosts }) => defrosts, write: plain(0) },
  { figure: 'heater_hours', of: ({ heater_minutes }) => hoursOf(heater_minutes), write: plain(1) },
]

const totalTable = (total: DayTotals, before: DayTotals | null, texts: ReportTexts): DrawnFigure['content'] => {
  const say = sayIn(texts)
  const titles = ['figure', 'this', ...(before === null ? [] : ['before', 'change'])]
  return {
    kind: 'table',
    columns: titles.map((key) => ({ title: say(`total.${key}`), is_number: key !== 'figure' })),
    rows: TOTAL_ROWS.map(({ figure, of, write, is_ratio = false }) => [
      say(`figures.${figure}`),
      write(texts, of(total)),
      ...(before === null ? [] : [write(texts, of(before)), changeText(of(total), of(before), is_ratio, texts)]),
    ]),
  }
}

/** `+4 %`; of a ratio the difference itself. */
const changeText = (now: number | null, before: number | null, is_ratio: boolean, { number }: ReportTexts): string => {
  const change = is_ratio ? differenceOf(now, before) : ratioOf(differenceOf(now, before), before)
  if (change === null) return number(null)
  const sign = change > 0 ? '+' : ''
  return is_ratio ? `${sign}${number(change, 2)}` : `${sign}${number(change * 100)} %`
}

type Months = PeriodDays['months']

const monthText = (month: string, { language }: ReportTexts): string =>
  new Intl.DateTimeFormat(MONTHS[language], { year: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01`),
  )

const monthBars = (months: Months, texts: ReportTexts): DrawnFigure['content'] => {
  const say = sayIn(texts)
  const longest = Math.max(...months.flatMap(({ heat_kwh, electricity_kwh }) => [heat_kwh ?? 0, electricity_kwh ?? 0]))
  const barOf = (key: 'heat' | 'electricity', kwh: number | null) => ({
    share: longest > 0 ? ratioOf(kwh, longest) : null,
    text: say(`by_month.${key}`, { value: energyText(texts, kwh) }),
  })
  return {
    kind: 'bars',
    rows: months.map(({ month, heat_kwh, electricity_kwh }) => ({
      label: monthText(month, texts),
      tone: 'accent',
      bars: [barOf('heat', heat_kwh), barOf('electricity', electricity_kwh)],
    })),
  }
}

const columnsOf = (texts: ReportTexts, [first = '', ...numbers]: readonly string[]) =>
  [first, ...numbers].map((key) => ({ title: sayIn(texts)(`columns.${key}`), is_number: key !== first }))

const useTable = ({ uses }: DayTotals, texts: ReportTexts): DrawnFigure['content'] => {
  // What a unit never did, such as cooling in winter, is 0 kWh in both.
  const known = USES.filter((use: Use) => (uses[use].heat_kwh ?? 0) !== 0 || (uses[use].electricity_kwh ?? 0) !== 0)
  return {
    kind: 'table',
    columns: columnsOf(texts, ['use', 'heat', 'electricity', 'cop']),
    rows: known.map((use) => [
      sayIn(texts)(`uses.${use}`),
      energyText(texts, uses[use].heat_kwh),
      energyText(texts, uses[use].electricity_kwh),
      texts.number(uses[use].cop, 2),
    ]),
  }
}

const monthTable = (months: Months, texts: ReportTexts): DrawnFigure['content'] => ({
  kind: 'table',
  columns: columnsOf(texts, ['month', 'heat', 'electricity', 'cop', 'starts', 'hours', 'defrosts', 'days']),
  rows: months.map(({ month, heat_kwh, electricity_kwh, cop, starts, run_minutes, defrosts, good_days, days }) => [
    monthText(month, texts),
    energyText(texts, heat_kwh),
    energyText(texts, electricity_kwh),
    texts.number(cop, 2),
    texts.number(starts),
    texts.number(hoursOf(run_minutes)),
    texts.number(defrosts),
    `${texts.number(good_days)} / ${texts.number(days)}`,
  ]),
})

/** The ways in which heat and electricity of these days were found, and which days COP is of. */
const methodText = (days: readonly DeviceDay[], { good_days }: DayTotals, texts: ReportTexts): string => {
  const say = sayIn(texts)
  const heat = new Set(days.map(({ heat_method }) => heat_method).filter((one) => one !== null))
  const electricity = new Set(days.map(({ electricity_method }) => electricity_method).filter((one) => one !== null))
  return [
    ...[...heat].map((one) => say(`method.heat.${one}`)),
    ...[...electricity].map((one) => say(`method.electricity.${one}`)),
    say('method.quality', { percent: COP_MIN_QUALITY * 100, good: good_days, days: days.length }),
  ].join(' ')
}
