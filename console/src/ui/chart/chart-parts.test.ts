import { describe, expect, it } from 'vitest'
import { needsMoreSeries } from './chart-parts.ts'

describe('the later part of the chart library', () => {
  it.each([
    ['bars', true, { series: [{ type: 'line' }, { type: 'bar' }] }],
    ['strips', true, { series: [{ type: 'custom' }] }],
    ['marked moments', true, { series: [{ type: 'line', markLine: { data: [] } }] }],
    ['titles', true, { title: [{ text: 'A' }], series: [] }],
    ['lines', false, { series: [{ type: 'line', markArea: { data: [] } }] }],
  ])('%s: %s', (_, expected, option) => {
    expect(needsMoreSeries(option)).toBe(expected)
  })
})
