import { describe, expect, it } from 'vitest'
import type { Palette } from '../../../ui/chart/palette.ts'
import { dayOption } from './day-option.ts'

const colour = '#102030'
const inks = [
  'panel',
  'line',
  'line_2',
  'ink',
  'ink_2',
  'ink_3',
  'acc',
  'hot',
  'warm',
  'cold',
  'ref_high',
  'ref_low',
  'ok',
  'bad',
  'warn',
]
// All colours are equal; only the structure of the option is tested.
const palette = Object.fromEntries(inks.map((style) => [style, colour])) as Palette
const M = 60_000

describe('the chart of the day', () => {
  const picture = {
    has_strip: true,
    series: [
      { mac: 'm', key: 't_out', t: [0, M], v: [38, null], min: null, max: null },
      { mac: 'm', key: 'comp_hz', t: [0, M], v: [60, 62], min: null, max: null },
    ],
    bands: [
      {
        kind: 'hot_water' as const,
        label: 'hot water',
        periods: [[0, M] as const, [90 * M, 91 * M] as const],
      },
    ],
    from: 0,
    to: 60 * M,
    palette,
    name: (key: string) => key,
    value: (_: string, value: number) => String(value),
    tick: String,
    ticks: undefined,
    formatTime: String,
  }
  type Drawn = {
    grid: unknown[]
    series: {
      id: string
      data: unknown[]
      yAxisIndex?: number
      connectNulls?: boolean
      markArea?: { data: unknown[] }
    }[]
    xAxis: { axisLabel: { show: boolean } }[]
    yAxis: { max?: number }[]
  }
  const option = dayOption(picture) as Drawn
  const seriesOf = (id: string) => option.series.find((one) => one.id === id)

  it('keeps a gap open', () => {
    expect(seriesOf('t_out')).toMatchObject({
      data: [
        [0, 38],
        [M, null],
      ],
      connectNulls: false,
    })
  })
  it('draws the compressor on its own strip, which ends at a round number', () => {
    expect(seriesOf('comp_hz')).toMatchObject({ xAxisIndex: 1, yAxisIndex: 1 })
    expect(option.yAxis[1]?.max).toBe(70)
  })
  it('draws bands inside the period, over temperatures and compressor', () => {
    expect(seriesOf('bands-0')?.markArea?.data).toHaveLength(1)
    expect(seriesOf('bands-1')?.markArea?.data).toHaveLength(1)
  })
  it('has no strip for a unit without a point of the compressor frequency', () => {
    const plain = dayOption({ ...picture, series: picture.series.slice(0, 1), has_strip: false }) as Drawn
    expect([plain.grid.length, plain.yAxis.length, plain.xAxis.map(({ axisLabel }) => axisLabel.show)]).toEqual([
      1,
      1,
      [true],
    ])
    expect(plain.series.map(({ id }) => id)).toEqual(['bands-0', 't_amb', 't_in', 't_out'])
  })
  it('draws an empty series for unreported points', () => {
    expect(seriesOf('t_amb')?.data).toEqual([])
  })
  it('marks no moment, for which the chart would fetch more of its library', () => {
    expect(seriesOf('bands-0')).not.toHaveProperty('markLine')
  })
})
