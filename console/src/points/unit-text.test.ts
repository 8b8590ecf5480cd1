import { describe, expect, it } from 'vitest'
import { unitText } from './unit-text.ts'

describe('the unit of a point', () => {
  it.each([
    ['step', 'en', 'step'],
    ['step', 'zh', '步'],
    ['step', 'pl', 'kroków'],
    ['rpm', 'en', 'r/min'],
    ['rpm', 'zh', '转/分'],
    ['rpm', 'pl', 'obr/min'],
    ['m3/h', 'zh', 'm³/h'],
    ['°C', 'pl', '°C'],
    ['furlong', 'pl', 'furlong'],
    ['', 'zh', ''],
  ] as const)('%s is in %s %s', (unit, language, text) => {
    expect(unitText(unit, language)).toBe(text)
  })
})
