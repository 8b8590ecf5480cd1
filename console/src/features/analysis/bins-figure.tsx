import type { EfficiencyAnalysis } from '@heatfleet/contract/analysis/days.ts'
import type { api } from '@heatfleet/contract/api.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { usePalette } from '../../ui/chart/palette.ts'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import css from './analysis.module.css'
import { binsOption, LINE_LOOKS } from './bins-option.ts'
import { useFigureTexts } from './figure-texts.ts'
import type { CohortAnswer } from './use-cohort-reads.ts'

type Bin = EfficiencyAnalysis['bins'][number] & { letter: 'A' | 'B' }
const HEIGHT_PX = 280
/** Lines that can still be told apart. */
const LINES_MAX = 6

/** COP by outdoor temperature: the median of days as a line, between the lowest and the highest tenth. */
export function BinsFigure({ answers }: { answers: readonly CohortAnswer<typeof api.analysisEfficiency>[] }) {
  const t = useMessages('analysis')
  const lang = useLanguage()
  const palette = usePalette()
  const may_export = usePermission('analysis:export')
  const { number, ofDays, hidden } = useFigureTexts()
  const rows: Bin[] = answers.flatMap(({ cohort, data }) => data.bins.map((bin) => ({ ...bin, letter: cohort.letter })))
  const bins = [...new Set(rows.map(({ from_c }) => from_c))].sort((a, b) => a - b)
  const range = (from_c: number) =>
    `${number(from_c)} … ${number(rows.find((row) => row.from_c === from_c)?.to_c ?? null)} °C`
  const nameOf = (row: Bin) => (answers.length > 1 ? `${row.letter}: ${productOf(row, lang)}` : productOf(row, lang))
  const lines = new Map<string, { name: string; letter: 'A' | 'B'; bins: Bin[] }>()
  for (const row of rows) {
    const key = row.letter + row.product_key
    const line = lines.get(key) ?? { name: nameOf(row), letter: row.letter, bins: [] }
    line.bins.push(row)
    lines.set(key, line)
  }
  const shown = [...lines.values()].slice(0, LINES_MAX)
  const option = binsOption({
    palette,
    places: bins.map(range),
    lines: shown.map((line) => ({
      ...line,
      points: bins.map((from_c) => line.bins.find((bin) => bin.from_c === from_c)),
    })),
    number: (value) => number(value, 1),
    detail: ({ p10, p50, p90, units, unit_days }) =>
      `<b>${number(p50, 2)}</b> (${number(p10, 2)} – ${number(p90, 2)}) · ${t(($) => $.of_days, { count: unit_days, units })}`,
  })
  const figure = (key: 'units' | 'unit_days' | 'p10' | 'p50' | 'p90', title: string, decimals: number) => ({
    key,
    title,
    value: (row: Bin) => row[key],
    cell: (row: Bin) => number(row[key], decimals),
    align: 'end' as const,
  })
  return (
    <FigurePanel
      id="bins"
      className={css.wide}
      title={t(($) => $.efficiency.bins)}
      note={ofDays(answers.map(({ data }) => ({ units: data.known_units, unit_days: data.cop_days })))}
      columns={[
        { key: 'name', title: t(($) => $.scope.product), value: nameOf },
        {
          key: 'ambient',
          title: t(($) => $.efficiency.ambient),
          value: ({ from_c }) => from_c,
          cell: ({ from_c }) => range(from_c),
        },
        figure(
          'units',
          t(($) => $.columns.units),
          0,
        ),
        figure(
          'unit_days',
          t(($) => $.efficiency.unit_days),
          0,
        ),
        figure('p10', 'p10', 2),
        figure('p50', 'p50', 2),
        figure('p90', 'p90', 2),
      ]}
      rows={rows}
      keyOf={({ letter, product_key, from_c }) => `${letter}${product_key}${from_c}`}
      chart={
        <>
          <Chart option={option} height={HEIGHT_PX} label={t(($) => $.efficiency.bins_label)} />
          <ul className={css.legend}>
            {shown.map(({ name, letter }, at) => {
              const look = LINE_LOOKS[at % LINE_LOOKS.length] ?? LINE_LOOKS[0]
              return (
                <li key={name}>
                  <span style={{ color: palette[look.colour] }} aria-hidden="true">
                    {letter === 'A' ? '—' : '- -'}
                    {look.mark}
                  </span>
                  {name}
                </li>
              )
            })}
          </ul>
        </>
      }
      empty={t(($) => $.efficiency.none)}
      footer={[t(($) => $.efficiency.bins_note), hidden(answers.map(({ data }) => data.hidden_bins))]
        .filter(Boolean)
        .join(' ')}
      csvRefused={!may_export}
    />
  )
}
