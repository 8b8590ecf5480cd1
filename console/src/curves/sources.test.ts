import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { describe, expect, it } from 'vitest'
import { samplePoint } from '../points/sample-points.ts'
import { assignStyles } from './series-style.ts'
import {
  asOfSource,
  keysOf,
  pointKeyOf,
  type Source,
  shortLabel,
  shortNames,
  titleLines,
  withSources,
} from './sources.ts'

const OWN: Source = { mark: '', mac: 'a', label: '', shift_ms: 0 }
const WEEK: Source = { mark: '@1', mac: 'a', label: 'week before', shift_ms: 1_000 }
const OTHER: Source = { mark: '@2', mac: 'b', label: 'House 2', shift_ms: 0 }
const curve = (key: string, t: number[], v: (number | null)[]): HistorySeries => ({
  mac: 'a',
  key,
  t,
  v,
  min: null,
  max: null,
})

describe('curves of several sources', () => {
  it('are separate points, prefixed with their source', () => {
    const definition = withSources(new Map([['t_out', samplePoint('t_out')]]), [OWN, WEEK, OTHER])
    expect([...definition.keys()]).toEqual(['t_out', 't_out@1', 't_out@2'])
    expect([...definition.values()].map(({ names }) => names.en)).toEqual([
      't_out',
      't_out · week before',
      't_out · House 2',
    ])
    expect([...definition.keys()].map(pointKeyOf)).toEqual(['t_out', 't_out', 't_out'])
  })

  it.each([
    ['Flow water temperature', 'Flow water temperature'],
    ['Flow · Schneider', 'Flow · Schneider'],
    ['Flow water temperature · Haus Schneider', 'Flow wat… · Haus Sc…'],
    ['Flow water temperature · Haus Müller', 'Flow wat… · Haus Mü…'],
    ['Return water temperature · House 2', 'Return wa… · House 2'],
    ['出水温度传感器 · 嵩江东路8号', '出水温度… · 嵩江东…'],
  ])('have labels that keep the point and the unit: %s', (name, label) => {
    expect(shortLabel(name, [name])).toBe(label)
  })

  it('have labels that distinguish units of one kind', () => {
    const names = ['Haus Schneider', 'Haus Schmidt', '嵩江东路8号 李宅'].map(
      (unit) => `Flow water temperature · ${unit}`,
    )
    expect(names.map((name) => shortLabel(name, names))).toEqual([
      'Flow wat… · Schneid…',
      'Flow wate… · Schmidt',
      'Flow wate… · 嵩江东…',
    ])
  })

  it('are columns of two lines: the unit over its point', () => {
    expect(titleLines('Flow water temperature · Haus Schneider', ' [°C]')).toEqual([
      'Haus Schneider',
      'Flow water temperature [°C]',
    ])
    expect(titleLines('Flow water temperature', ' [°C]')).toBeUndefined()
  })

  it('are shifted onto the compared period', () => {
    expect(asOfSource(curve('t_out', [0, 60], [1, 2]), WEEK)).toMatchObject({ key: 't_out@1', t: [1_000, 1_060] })
  })

  it('keep the colour of the point, dashed, for the first comparison', () => {
    const styles_by_key = assignStyles(keysOf(['t_out', 'dt_water'], [OWN, WEEK, OTHER]))
    expect(styles_by_key.get('t_out@1')).toEqual({ colour: styles_by_key.get('t_out')?.colour, dashed: true })
    expect(styles_by_key.get('dt_water@1')).toEqual({ colour: styles_by_key.get('dt_water')?.colour, dashed: true })
    expect(styles_by_key.get('t_out@2')?.colour).not.toBe(styles_by_key.get('t_out')?.colour)
  })

  it.each([
    [['Haus Schneider, Schulstraße 4'], ['Haus Schneider']],
    [
      ['Haus Schneider, Schulstraße 4', 'Haus Weber'],
      ['Haus Schneider', 'Haus Weber'],
    ],
    [
      ['Haus Schneider, Schulstraße 4', 'Haus Schneider, Hof'],
      ['Haus Schneider 0000', 'Haus Schneider 0001'],
    ],
    [['Kindertagesstätte am Waldrand'], ['Kindertagesstätte a…']],
    [[''], ['aaaaaaaa0000']],
  ])('%j are called %j beside a point', (names, short) => {
    const devices = names.map((device_name, at) => ({ mac: `aaaaaaaa000${at}`, device_name }))
    expect(shortNames(devices)).toEqual(short)
  })
})
