import { describe, expect, it } from 'vitest'
import { sampleDefinition, samplePoint } from '../../../points/sample-points.ts'
import { curveWarning, flowAt, heatingCurve } from './heating-curve.ts'

const pairs = [
  [-15, 50],
  [-5, 45],
  [5, 38],
  [15, 30],
] as const
const definition = sampleDefinition(...[1, 2, 3, 4].flatMap((i) => [samplePoint(`hc_x${i}`), samplePoint(`hc_y${i}`)]))
const readings = new Map<string, { value: number; at: number }>(
  pairs.flatMap(([x, y], index): [string, { value: number; at: number }][] => [
    [`hc_x${index + 1}`, { value: x, at: 0 }],
    [`hc_y${index + 1}`, { value: y, at: 0 }],
  ]),
)
const curve = (...staged: [string, number][]) => heatingCurve(definition, readings, new Map(staged)) ?? []

describe('the heating curve', () => {
  it.each([
    [-30, 50],
    [-10, 47.5],
    [5, 38],
    [40, 30],
  ])('at %s °C outdoors is %s °C', (outdoor, flow) => {
    expect(flowAt(curve(), outdoor)).toBe(flow)
  })
  it('uses staged values', () => {
    expect(curve(['hc_y3', 40])[2]).toMatchObject({ flow_c: 40, staged: true })
  })
  it('detects a wrong order and a rise towards warmer weather', () => {
    expect(curveWarning(curve())).toBeNull()
    expect(curveWarning(curve(['hc_x2', 20]))).toBe('order')
    expect(curveWarning(curve(['hc_y4', 55]))).toBe('rising')
  })
  it('does not exist while a value is missing', () => {
    expect(heatingCurve(definition, new Map(), new Map())).toBeNull()
  })
})
