import { describe, expect, it } from 'vitest'
import { displayedValue } from './displayed-value.ts'
import { samplePoint } from './sample-points.ts'

const shownAs = (display: string | null) =>
  displayedValue(samplePoint('hours', { formulas: { read: 'raw', write: null, display } }), 90)

describe('the displayed value', () => {
  it.each([
    ['the value itself', null, 90],
    ['what its display formula makes of it', 'value/60', 1.5],
    ['the value where the formula has no number', 'value/0', 90],
    ['the value where the formula cannot be read', 'value*', 90],
  ])('is %s', (_, display, shown) => {
    expect(shownAs(display)).toBe(shown)
  })
})
