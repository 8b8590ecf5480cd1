import { type ConnectivityAnalysis, FUNNEL_STEPS, type StockAnalysis } from '@heatfleet/contract/analysis/analysis.ts'
import {
  barFigure,
  byId,
  countFigure,
  dayFigure,
  type FigureMaker,
  isFew,
  ofUnits,
  tableFigure,
} from './build-figures.ts'

/** From stock to use. */
export const stockFigures: FigureMaker<StockAnalysis> = (answers, texts) => {
  const { text, whole } = texts
  const waitingOf = ({ waiting }: StockAnalysis) =>
    waiting.reduce((sum, age) => sum + age.distributors + age.manufacturer, 0)
  const totals = answers.map(({ data }) => waitingOf(data))
  const activated = answers.map(({ data }) => data.activation.units)
  const days = (value: number | null) => (value === null ? '—' : text('days', { count: Math.round(value) }))
  return byId([
    countFigure(
      {
        id: 'funnel',
        title: text('stock.funnel'),
        note: ofUnits(
          answers.map(({ data }) => data.units),
          texts,
        ),
        footer: text('stock.active_note'),
      },
      FUNNEL_STEPS.map((step) => ({
        label: text(`stock.${step}`),
        counts: answers.map(({ data }) => data.funnel[step]),
      })),
      answers.map(({ data }) => data.funnel.imported),
      texts,
    ),
    countFigure(
      { id: 'waiting', title: text('stock.waiting'), note: ofUnits(totals, texts) },
      (answers[0]?.data.waiting ?? []).map((age, at) => ({
        label: whole(age),
        counts: answers.map(
          ({ data }) => (data.waiting[at]?.manufacturer ?? 0) + (data.waiting[at]?.distributors ?? 0),
        ),
      })),
      totals,
      texts,
    ),
    countFigure(
      {
        id: 'activation',
        title: text('stock.activation'),
        note: ofUnits(activated, texts),
        empty: text('stock.activation_none'),
        footer: answers
          .filter(({ data }) => !isFew(data.activation.units))
          .map(({ letter, data: { activation } }) => {
            const median = text('stock.activation_note', {
              median: days(activation.median_days),
              p90: days(activation.p90_days),
            })
            return answers.length > 1 ? `${letter}: ${median}` : median
          })
          .join(' · '),
      },
      (answers[0]?.data.activation.classes ?? []).map((each, at) => ({
        label: whole(each),
        counts: answers.map(({ data }) => data.activation.classes[at]?.units ?? 0),
      })),
      activated,
      texts,
    ),
  ])
}

const NETS = ['4g', 'wifi'] as const
const BUS = ['ok', 'lost', 'unknown'] as const

/** How units are connected. */
export const connectivityFigures: FigureMaker<ConnectivityAnalysis> = (answers, texts) => {
  const { text, number, whole, range, units } = texts
  const activated = ofUnits(
    answers.map(({ data }) => data.activated),
    texts,
  )
  const signal_totals = answers.map(({ data }) => data.signal.reduce((sum, each) => sum + each.wifi + each['4g'], 0))
  const offline_totals = answers.map(({ data }) => data.offline.reduce((sum, each) => sum + each.units, 0))
  const bus_totals = answers.map(({ data: { bus } }) => bus.ok + bus.lost + bus.unknown)
  const hours = (value: number) => (value <= 24 ? `${number(value)} h` : text('days', { count: value / 24 }))
  return byId([
    dayFigure(
      { id: 'online', title: text('connectivity.days'), note: `${activated} · ${text('connectivity.days_note')}` },
      { unit: '%' },
      answers.map(({ letter, data }) => ({
        letter,
        days: data.days.map(({ day, units: of, online_percent }) => ({
          day,
          value: isFew(of) ? null : online_percent,
        })),
      })),
      texts,
    ),
    barFigure(
      { id: 'nets', title: text('connectivity.nets'), note: activated },
      NETS.map((net) => ({
        label: text(`connectivity.net.${net}`),
        cells: answers.map(({ data }) => {
          const found = data.nets.find((each) => each.net === net)
          if (found === undefined) return null
          const percent = isFew(found.units) ? null : found.online_percent
          const drops = isFew(found.units) ? null : found.drops_per_month
          return {
            value: percent,
            text: `${number(percent, 1)} % · ${units(found.units)} · ${text('connectivity.drops_per_month')}: ${number(drops, 2)}`,
          }
        }),
      })),
    ),
    countFigure(
      { id: 'drops', title: text('connectivity.drop_classes'), note: activated },
      (answers[0]?.data.drops ?? []).map((each, at) => ({
        label: each.from === 0 ? text('connectivity.none') : whole(each),
        counts: answers.map(({ data }) => data.drops[at]?.units ?? 0),
      })),
      answers.map(({ data }) => data.activated),
      texts,
    ),
    tableFigure(
      { id: 'worst', title: text('connectivity.worst'), empty: text('connectivity.worst_none') },
      [
        { title: text('connectivity.unit'), cell: ({ device_name, mac }) => device_name || mac },
        { title: text('file.mac'), cell: ({ mac }) => mac },
        { title: text('connectivity.nets'), cell: ({ net }) => text(`connectivity.net.${net}`) },
        { title: text('connectivity.drops'), cell: ({ drops }) => ({ number: number(drops) }) },
      ],
      answers.flatMap(({ letter, data }) => data.worst.map((unit) => ({ letter, ...unit }))),
      { letters: answers.length, texts },
    ),
    countFigure(
      { id: 'signal', title: text('connectivity.signal_classes'), note: ofUnits(signal_totals, texts) },
      NETS.flatMap((net) =>
        (answers[0]?.data.signal ?? []).map((each, at) => ({
          label: `${text(`connectivity.net.${net}`)}, ${range(each, ' dBm')}`,
          tone: net === 'wifi' ? ('quiet' as const) : ('accent' as const),
          counts: answers.map(({ data }) => data.signal[at]?.[net] ?? 0),
        })),
      ),
      signal_totals,
      texts,
    ),
    countFigure(
      { id: 'offline', title: text('connectivity.offline'), note: ofUnits(offline_totals, texts) },
      (answers[0]?.data.offline ?? []).map(({ from, to }, at) => ({
        label:
          from === 0 && to !== null
            ? text('class.below', { to: hours(to) })
            : to === null
              ? text('class.open', { from: hours(from) })
              : text('class.range', { from: hours(from), to: hours(to) }),
        counts: answers.map(({ data }) => data.offline[at]?.units ?? 0),
      })),
      offline_totals,
      texts,
    ),
    countFigure(
      {
        id: 'bus',
        title: text('connectivity.bus'),
        note: ofUnits(bus_totals, texts),
        footer: answers
          .map(({ letter, data: { bus_losses } }) => {
            const lost = text('connectivity.bus_losses', { count: bus_losses.units, times: bus_losses.times })
            return answers.length > 1 ? `${letter}: ${lost}` : lost
          })
          .join(' '),
      },
      BUS.map((state) => ({
        label: text(`connectivity.bus_states.${state}`),
        tone: state === 'lost' ? ('bad' as const) : state === 'ok' ? ('accent' as const) : ('quiet' as const),
        counts: answers.map(({ data }) => data.bus[state]),
      })),
      bus_totals,
      texts,
    ),
  ])
}
