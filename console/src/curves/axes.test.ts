import { describe, expect, it } from 'vitest'
import { samplePoint } from '../points/sample-points.ts'
import { planAxes } from './axes.ts'
import { assignStyles } from './series-style.ts'

const unit = (key: string, text: string) => samplePoint(key, { unit: text })
const bit = (key: string) => samplePoint(key, { unit: '', data_type: 'bit', bit: 0 })

describe('axes by unit', () => {
  it('the same unit shares an axis, states become strips', () => {
    expect(planAxes([unit('a', '°C'), bit('defrost'), unit('b', 'bar'), unit('c', '°C')])).toEqual({
      axes: [
        { unit: '°C', keys: ['a', 'c'] },
        { unit: 'bar', keys: ['b'] },
      ],
      compressor: null,
      strips: ['defrost'],
      without_axis: [],
    })
  })
  it('the compressor has a grid of its own beside other curves, and the axis of its unit alone', () => {
    const hz = samplePoint('comp_hz', { unit: 'Hz', tag: 'comp_hz' })
    expect(planAxes([unit('a', '°C'), hz])).toMatchObject({
      axes: [{ unit: '°C', keys: ['a'] }],
      compressor: { unit: 'Hz', keys: ['comp_hz'] },
    })
    expect(planAxes([hz, bit('defrost')])).toMatchObject({
      axes: [{ unit: 'Hz', keys: ['comp_hz'] }],
      compressor: null,
    })
  })
  it('a fifth unit is listed, not dropped', () => {
    const plan = planAxes(['°C', 'bar', 'Hz', 'W', 'rpm', 'Hz'].map((text, index) => unit(`p${index}`, text)))
    expect(plan.axes).toHaveLength(4)
    expect(plan.without_axis).toEqual(['p4'])
    expect(plan.axes[2]?.keys).toEqual(['p2', 'p5'])
  })
  it('numbers without a unit have an axis of their own', () => {
    expect(planAxes([unit('cop_now', '')]).axes).toEqual([{ unit: '', keys: ['cop_now'] }])
  })
})

describe('colours of curves', () => {
  it('are fixed for known points and assigned twice only dashed', () => {
    const styles_by_key = assignStyles(['x', 't_out', 'p_high', 't_discharge', 'y'])
    expect(styles_by_key.get('t_out')).toEqual({ colour: 'hot', dashed: false })
    expect(styles_by_key.get('p_high')).toEqual({ colour: 'ref_high', dashed: false })
    expect(styles_by_key.get('t_discharge')).toEqual({ colour: 'ref_high', dashed: true })
    const plain = [...styles_by_key.values()].filter((one) => !one.dashed).map((one) => one.colour)
    expect(new Set(plain).size).toBe(plain.length)
  })
  it('are assigned to all of twelve points', () => {
    expect(assignStyles(Array.from({ length: 12 }, (_, index) => `p${index}`)).size).toBe(12)
  })
})
