import { BENCHMARK_DAYS_MIN, type EfficiencyAnalysis, type UsageAnalysis } from '@heatfleet/contract/analysis/days.ts'
import { BASELINE_DAYS, DETECTOR_STATES, type DetectorAnalysis } from '@heatfleet/contract/analysis/detectors.ts'
import type { ClassOf } from '@heatfleet/contract/analysis/part.ts'
import {
  barFigure,
  byId,
  countFigure,
  dayFigure,
  type FigureMaker,
  hiddenText,
  isFew,
  lineFigure,
  ofDays,
  ofUnits,
  tableFigure,
} from './build-figures.ts'

/** Lines that can still be told apart. */
const LINES_MAX = 4

/** How well units make heat. */
export const efficiencyFigures: FigureMaker<EfficiencyAnalysis> = (answers, texts) => {
  const { text, number, product, units } = texts
  const days = ofDays(
    answers.map(({ data }) => ({ units: data.known_units, unit_days: data.cop_days })),
    texts,
  )
  const starts = [...new Set(answers.flatMap(({ data }) => data.bins.map(({ from_c }) => from_c)))].sort(
    (a, b) => a - b,
  )
  const width_k = answers.flatMap(({ data }) => data.bins.map(({ from_c, to_c }) => to_c - from_c))[0] ?? 0
  const lines = answers.flatMap(({ letter, data }, cohort) =>
    [...new Set(data.bins.map(({ product_key }) => product_key))].map((key) => ({
      letter,
      cohort,
      bins: data.bins.filter(({ product_key }) => product_key === key),
    })),
  )
  const products = new Map(answers.flatMap(({ data }) => data.products).map((row) => [row.product_key, row]))
  return byId([
    lineFigure(
      {
        id: 'bins',
        title: text('efficiency.bins'),
        note: days,
        empty: text('efficiency.none'),
        footer: [
          text('efficiency.bins_note'),
          hiddenText(
            answers.map(({ data }) => data.hidden_bins),
            texts,
          ),
        ]
          .filter(Boolean)
          .join(' '),
      },
      {
        unit: text('efficiency.cop'),
        decimals: 1,
        from_zero: false,
        places: starts.map((from) => `${number(from)} … ${number(from + width_k)} °C`),
        series: lines.slice(0, LINES_MAX).map(({ letter, cohort, bins }) => {
          const [first] = bins
          const name = first === undefined ? '' : product(first)
          const at = (from: number) => bins.find(({ from_c }) => from_c === from)
          return {
            name: answers.length > 1 ? `${letter}: ${name}` : name,
            cohort,
            values: starts.map((from) => at(from)?.p50 ?? null),
            band: starts.map((from) => {
              const bin = at(from)
              return bin === undefined ? null : ([bin.p10, bin.p90] as const)
            }),
          }
        }),
      },
    ),
    barFigure(
      {
        id: 'cop',
        title: text('efficiency.products'),
        note: days,
        empty: text('efficiency.none'),
        footer: hiddenText(
          answers.map(({ data }) => data.hidden),
          texts,
        ),
      },
      [...products].map(([key, row]) => ({
        label: product(row),
        cells: answers.map(({ data }) => {
          const found = data.products.find(({ product_key }) => product_key === key)
          return found === undefined
            ? null
            : {
                value: found.cop,
                text: `${text('efficiency.cop')} ${number(found.cop, 2)} · ${units(found.units)} · ${text('efficiency.heat')} ${number(found.heat_kwh)} kWh`,
              }
        }),
      })),
    ),
    tableFigure(
      {
        id: 'benchmark',
        title: text('efficiency.benchmark'),
        note: ofUnits(
          answers.map(({ data }) => data.benchmark_units),
          texts,
        ),
        empty: text('efficiency.benchmark_none', { days: BENCHMARK_DAYS_MIN }),
        footer: text('efficiency.benchmark_note'),
      },
      [
        { title: text('connectivity.unit'), cell: ({ device_name, mac }) => device_name || mac },
        { title: text('scope.product'), cell: product },
        { title: text('efficiency.percentile'), cell: ({ percentile }) => ({ number: number(percentile) }) },
        { title: text('efficiency.cop'), cell: ({ cop }) => ({ number: number(cop, 2) }) },
        { title: text('efficiency.expected'), cell: ({ expected_cop }) => ({ number: number(expected_cop, 2) }) },
        { title: text('efficiency.compared_days'), cell: (row) => ({ number: number(row.days) }) },
      ],
      answers.flatMap(({ letter, data }) => data.benchmark.map((row) => ({ letter, ...row }))),
      { letters: answers.length, texts },
    ),
  ])
}

const MODES = ['heating', 'hot_water', 'cooling'] as const
const CLASSES = [
  { id: 'usage-run', of: 'run', unit: ' h' },
  { id: 'usage-setpoints', of: 'setpoints', unit: ' °C' },
  { id: 'usage-flow', of: 'flow', unit: ' °C' },
  { id: 'usage-heater', of: 'heater', unit: ' min' },
] as const

/** What units run for, and how long. */
export const usageFigures: FigureMaker<UsageAnalysis> = (answers, texts) => {
  const { text, number, range } = texts
  const note = ofDays(
    answers.map(({ data }) => ({ units: data.known_units, unit_days: data.unit_days })),
    texts,
  )
  const empty = text('efficiency.none')
  return byId([
    dayFigure(
      { id: 'run-days', title: text('usage.days'), note, empty },
      { unit: 'h' },
      answers.map(({ letter, data }) => ({
        letter,
        days: data.days.map(({ day, units, run_hours }) => ({ day, value: isFew(units) ? null : run_hours })),
      })),
      texts,
    ),
    barFigure(
      { id: 'modes', title: text('usage.modes'), note, empty },
      answers.every(({ data }) => data.unit_days === 0)
        ? []
        : MODES.map((mode) => ({
            label: text(`usage.mode.${mode}`),
            cells: answers.map(({ data: { modes } }) => {
              const all = modes.heating + modes.hot_water + modes.cooling
              const share = all > 0 ? modes[mode] / all : null
              return {
                value: share,
                text: `${number(share === null ? null : share * 100, 1)} % · ${number(modes[mode])} h`,
              }
            }),
          })),
    ),
    ...CLASSES.map(({ id, of, unit }) => {
      const classes = answers.map(({ data }): readonly ClassOf[] =>
        of === 'setpoints' ? data.setpoints.classes : data[of],
      )
      const totals = classes.map((list) => list.reduce((sum, { units }) => sum + units, 0))
      const coldest_open = of === 'flow' || of === 'setpoints'
      return countFigure(
        {
          id,
          title: text(`usage.${of}`),
          note: ofUnits(totals, texts),
          empty: of === 'setpoints' ? text('usage.setpoints_none') : empty,
          footer: of === 'setpoints' ? text('usage.setpoints_note') : '',
        },
        (classes[0] ?? []).map((each, at) => ({
          label: range(at === 0 && coldest_open ? { from: null, to: each.to } : each, unit),
          counts: classes.map((list) => list[at]?.units ?? 0),
        })),
        totals,
        texts,
      )
    }),
  ])
}

/** What detectors say. */
export const detectorFigures: FigureMaker<DetectorAnalysis> = (answers, texts) => {
  const { text, number } = texts
  const known = ofUnits(
    answers.map(({ data }) => data.known_units),
    texts,
  )
  const of = { letters: answers.length, texts }
  return byId([
    tableFigure(
      {
        id: 'states',
        title: text('detectors.states'),
        note: known,
        footer: text('detectors.note', { days: BASELINE_DAYS }),
      },
      [
        { title: text('detectors.detector'), cell: ({ detector }) => text(`detectors.names.${detector}`) },
        ...DETECTOR_STATES.map((state) => ({
          title: text(`detectors.state.${state}`),
          cell: (row: DetectorAnalysis['states'][number]) => ({ number: number(row[state]) }),
        })),
        {
          title: text('detectors.marked'),
          cell: ({ marked }) => ({
            number: text('detectors.marked_of', { count: marked.units, days: marked.unit_days }),
          }),
        },
      ],
      answers.flatMap(({ letter, data }) =>
        data.states.map((row, at) => ({ letter, ...row, marked: data.marked[at] ?? { units: 0, unit_days: 0 } })),
      ),
      of,
    ),
    dayFigure(
      { id: 'replay', title: text('detectors.replay'), note: known },
      { unit: text('columns.units'), decimals: 0 },
      answers.map(({ letter, data }) => ({
        letter,
        days: data.replay.map(({ day, watch, alert }) => ({ day, value: watch + alert })),
      })),
      texts,
    ),
    tableFigure(
      { id: 'detected', title: text('detectors.units'), empty: text('detectors.none') },
      [
        { title: text('connectivity.unit'), cell: ({ device_name, mac }) => device_name || mac },
        { title: text('detectors.detector'), cell: ({ detector }) => text(`detectors.names.${detector}`) },
        { title: text('detectors.state_title'), cell: ({ state }) => text(`detectors.state.${state}`) },
        {
          title: text('detectors.reason'),
          cell: ({ detector, value, limits, state, baseline, days }) =>
            text(`detectors.reasons.${detector}`, {
              value: number(value, 1),
              limit: number(state === 'alert' ? limits.alert : limits.watch),
              baseline: number(baseline, 2),
              count: days,
            }),
        },
      ],
      answers.flatMap(({ letter, data }) =>
        data.detected.flatMap(({ mac, device_name, findings }) =>
          findings.map((finding) => ({ letter, mac, device_name, ...finding })),
        ),
      ),
      of,
    ),
  ])
}
