import { afterEach, describe, expect, it } from 'vitest'
import { samplePoint } from '../points/sample-points.ts'
import { useDisplay } from '../ui/display.ts'
import { convertSeries, convertStatistics, inDisplayUnits } from './display-units.ts'

const POINTS = new Map(
  [
    samplePoint('t_out', { unit: '°C' }),
    samplePoint('p_high', { unit: 'bar' }),
    samplePoint('e_in', { unit: 'kWh' }),
  ].map((p) => [p.key, p]),
)
const curve = (key: string) => ({ mac: 'a', key, t: [1, 2], v: [35, null], min: [30, null], max: [40, null] })

afterEach(() => useDisplay.setState({ temperature: 'c', energy: 'kwh' }))

describe('curves', () => {
  it('are in degrees Celsius by default', () => {
    expect(convertSeries(curve('t_out'), POINTS)).toEqual(curve('t_out'))
    expect(inDisplayUnits(POINTS)).toEqual(POINTS)
  })

  it('are in degrees Fahrenheit when chosen, gaps and other quantities unchanged', () => {
    useDisplay.setState({ temperature: 'f' })
    expect(convertSeries(curve('t_out'), POINTS)).toMatchObject({ v: [95, null], min: [86, null], max: [104, null] })
    expect(convertSeries(curve('p_high'), POINTS)).toEqual(curve('p_high'))
    const units = [...inDisplayUnits(POINTS).values()].map(({ unit }) => unit)
    expect(units).toEqual(['°F', 'bar', 'kWh'])
  })
})

describe('power', () => {
  it('has one unit in live data, picker, curves and statistics', () => {
    const point = samplePoint('p_el', { unit: 'W' })
    const power = new Map([[point.key, point]])
    expect(inDisplayUnits(power).get('p_el')).toMatchObject({ unit: 'kW', decimals: 2 })
    expect(convertSeries({ ...curve('p_el'), v: [850, null] }, power).v).toEqual([0.85, null])
  })
})

describe('energy', () => {
  const counter = { kind: 'counter' as const, mac: 'a', key: 'e_in', known_ms: 20, first: 10, last: 15, rise: null }

  it('is in kilowatt-hours by default', () => {
    expect(convertStatistics(counter, 'kWh')).toBe(counter)
    expect(convertSeries(curve('e_in'), POINTS)).toEqual(curve('e_in'))
  })

  it('is in megajoules when chosen, other quantities unchanged', () => {
    useDisplay.setState({ energy: 'mj' })
    expect(convertSeries(curve('e_in'), POINTS)).toMatchObject({ v: [126, null], min: [108, null], max: [144, null] })
    expect(convertStatistics(counter, 'kWh')).toMatchObject({ first: 36, last: 54, rise: null })
    expect([...inDisplayUnits(POINTS).values()].map(({ unit }) => unit)).toEqual(['°C', 'bar', 'MJ'])
  })
})

describe('statistics', () => {
  const figures = {
    kind: 'quantity' as const,
    mac: 'a',
    key: 't_out',
    known_ms: 20,
    last: 35,
    min: 30,
    max: 40,
    average: 35,
    median: null,
    distribution: { from: 30, width: 5, ms: [10, 10] },
  }
  it('are in degrees Fahrenheit when chosen, with their classes', () => {
    expect(convertStatistics(figures, '°C')).toBe(figures)
    useDisplay.setState({ temperature: 'f' })
    expect(convertStatistics(figures, 'bar')).toBe(figures)
    expect(convertStatistics(figures, '°C')).toMatchObject({
      last: 95,
      min: 86,
      max: 104,
      average: 95,
      median: null,
      distribution: { from: 86, width: 9, ms: [10, 10] },
    })
  })
})
