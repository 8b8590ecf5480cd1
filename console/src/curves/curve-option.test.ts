import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { describe, expect, it } from 'vitest'
import { sampleDefinition, samplePoint } from '../points/sample-points.ts'
import type { Palette } from '../ui/chart/palette.ts'
import { planAxes } from './axes.ts'
import { type CurveChartInput, chartHeight, curveOption, tooltipHtml } from './curve-option.ts'
import { assignStyles } from './series-style.ts'

const colour = '#102030'
const palette: Palette = {
  panel: colour,
  line: colour,
  line_2: colour,
  ink: colour,
  ink_2: colour,
  ink_3: colour,
  acc: colour,
  hot: '#c2410c',
  warm: colour,
  cold: colour,
  ref_high: colour,
  ref_low: colour,
  ok: colour,
  bad: colour,
  warn: colour,
}
const M = 60_000
const points = sampleDefinition(
  samplePoint('t_out', { names: { en: 'Flow <b>', zh: '', pl: '' } }),
  samplePoint('p_high', { unit: 'bar' }),
  samplePoint('defrost', { unit: '', data_type: 'bit', bit: 7 }),
)
const series: HistorySeries[] = [
  { mac: 'm', key: 't_out', t: [0, M, 2 * M], v: [30, null, 32], min: [29, null, 30], max: [31, null, 45] },
  { mac: 'm', key: 'p_high', t: [0, M], v: [20, 21], min: null, max: null },
  { mac: 'm', key: 'defrost', t: [0, M, 2 * M], v: [0, 1, 0], min: null, max: null },
]
const picture: CurveChartInput = {
  series,
  points,
  plan: planAxes([...points.values()]),
  styles_by_key: assignStyles(['t_out', 'p_high']),
  from: 0,
  to: 10 * M,
  bands: [
    {
      kind: 'defrost',
      label: 'defrost',
      periods: [
        [-M, M],
        [20 * M, 30 * M],
      ],
    },
  ],
  marks: [
    { kind: 'command', at: M, label: 'set' },
    { kind: 'alarm', at: 99 * M, label: 'out of sight' },
  ],
  palette,
  name: (key) => points.get(key)?.names.en ?? key,
  unitOf: String,
  tick: String,
  ticks: undefined,
  formatTime: String,
  value: (_, value) => `${value} °C`,
}
type ChartParts = {
  id: string
  data: (readonly (number | null)[])[]
  connectNulls?: boolean
  yAxisIndex?: number
  markArea?: { data: unknown[] }
  markLine?: { data: unknown[] }
}
const drawn = (change: Partial<CurveChartInput> = {}) =>
  curveOption({ ...picture, ...change }) as { series: ChartParts[]; yAxis: unknown[]; grid: unknown[] }
const seriesOf = (id: string) => drawn().series.find((one) => one.id === id)

describe('the chart of curves', () => {
  it('draws a gap as a gap', () => {
    expect(seriesOf('t_out')).toMatchObject({
      connectNulls: false,
      data: [
        [0, 30],
        [M, null],
        [2 * M, 32],
      ],
    })
  })
  it('keeps the spike of each bucket in a pale band', () => {
    expect(seriesOf('low-t_out')?.data).toEqual([
      [0, 29],
      [M, null],
      [2 * M, 30],
    ])
    expect(seriesOf('high-t_out')?.data).toEqual([
      [0, 2],
      [M, null],
      [2 * M, 15],
    ])
  })
  it('draws no band for rows as reported', () => {
    expect(seriesOf('low-p_high')).toBeUndefined()
  })
  it('has an axis per unit and one for the strips', () => {
    expect(drawn().yAxis).toHaveLength(3)
    expect(seriesOf('p_high')?.yAxisIndex).toBe(1)
    expect(seriesOf('strip-defrost')).toMatchObject({
      yAxisIndex: 2,
      data: [
        [0, M, 0, 0],
        [M, 2 * M, 0, 1],
        [2 * M, 3 * M, 0, 0],
      ],
    })
  })
  it('shows bands and marks of the period only', () => {
    expect(seriesOf('bands')?.markArea?.data).toHaveLength(1)
    expect(seriesOf('bands')?.markLine?.data).toHaveLength(1)
  })
  it('omits bands over weeks', () => {
    const month = drawn({ to: 30 * 24 * 60 * M })
    expect(month.series.find((one) => one.id === 'bands')?.markArea?.data).toEqual([])
  })
  it('draws the compressor in a grid below the curves, with its axes after those of the strips', () => {
    const hz = samplePoint('comp_hz', { unit: 'Hz', tag: 'comp_hz' })
    const drawing = drawn({
      points: sampleDefinition(...points.values(), hz),
      plan: planAxes([...points.values(), hz]),
      series: [...series, { mac: 'm', key: 'comp_hz', t: [0, M], v: [40, 42], min: null, max: null }],
      styles_by_key: assignStyles(['t_out', 'p_high', 'comp_hz']),
    })
    expect(drawing.grid).toHaveLength(3)
    expect(drawing.series.find(({ id }) => id === 'comp_hz')).toMatchObject({ xAxisIndex: 2, yAxisIndex: 3 })
  })
  it('has a single grid and less height without states', () => {
    const plan = planAxes([samplePoint('t_out')])
    expect(drawn({ plan }).grid).toHaveLength(1)
    expect(chartHeight(plan)).toBeLessThan(chartHeight(picture.plan))
  })
})

describe('the tooltip', () => {
  it('escapes names and omits helper series', () => {
    const html = tooltipHtml(picture, [
      { axisValue: M, seriesId: 't_out', value: [M, 31], color: colour },
      { axisValue: M, seriesId: 'low-t_out', value: [M, 29], color: colour },
      { axisValue: M, seriesId: 'p_high', value: [M, null], color: colour },
    ])
    expect(html).toContain('Flow &lt;b&gt;')
    expect(html).toContain('31 °C')
    expect(html).not.toContain('29')
    expect(html).toContain('–')
  })
})
