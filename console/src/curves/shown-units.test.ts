import { afterEach, describe, expect, it } from 'vitest'
import { samplePoint } from '../points/sample-points.ts'
import { useDisplay } from '../ui/display.ts'
import { inShownUnits, shownSeries } from './shown-units.ts'

const POINTS = new Map(
  [samplePoint('t_out', { unit: '°C' }), samplePoint('p_high', { unit: 'bar' })].map((p) => [p.key, p]),
)
const curve = (key: string) => ({ mac: 'a', key, t: [1, 2], v: [35, null], min: [30, null], max: [40, null] })

afterEach(() => useDisplay.setState({ temperature: 'c' }))

describe('curves', () => {
  it('are drawn in degrees Celsius for who chose nothing', () => {
    expect(shownSeries(curve('t_out'), POINTS)).toEqual(curve('t_out'))
    expect(inShownUnits(POINTS)).toEqual(POINTS)
  })

  it('are drawn in degrees Fahrenheit for who chose that, gaps and other quantities as they are', () => {
    useDisplay.setState({ temperature: 'f' })
    expect(shownSeries(curve('t_out'), POINTS)).toMatchObject({ v: [95, null], min: [86, null], max: [104, null] })
    expect(shownSeries(curve('p_high'), POINTS)).toEqual(curve('p_high'))
    const units = [...inShownUnits(POINTS).values()].map(({ unit }) => unit)
    expect(units).toEqual(['°F', 'bar'])
  })
})
