import { describe, expect, it } from 'vitest'
import { purposeOf } from './value-purpose.ts'

const choice = (value: number, en: string, zh = '', pl = '') => ({ value, names: { en, zh, pl } })

describe('the purpose of a value is read from its name', () => {
  it.each<[string, string, string[] | null]>([
    ['heating', 'Heating', ['heating']],
    ['heating in German', 'Heizbetrieb', ['heating']],
    ['heating in Polish', 'Ogrzewanie', ['heating']],
    ['cooling', 'Cool', ['cooling']],
    ['cooling in German', 'Kühlbetrieb', ['cooling']],
    ['hot water', 'DHW', ['hot_water']],
    ['hot water in German, short', 'WW', ['hot_water']],
    ['hot water, which is heated', 'Hot water heating', ['hot_water']],
    ['hot water only', 'Hot water only', ['hot_water']],
    ['both', 'Heating + hot water', ['heating', 'hot_water']],
    ['cooling and hot water', 'Cooling + DHW', ['cooling', 'hot_water']],
    ['none of them', 'Standby', null],
    ['automatic', 'Auto', null],
  ])('%s', (_, name, expected) => {
    const purpose = purposeOf([choice(0, name)], 0)
    expect(purpose === null ? null : Object.entries(purpose).flatMap(([key, is]) => (is ? [key] : []))).toEqual(
      expected,
    )
  })
  it('Chinese names heat water, not the house', () => {
    expect(purposeOf([choice(0, '', '制热水')], 0)).toEqual({ heating: false, cooling: false, hot_water: true })
    expect(purposeOf([choice(0, '', '制热+热水')], 0)).toEqual({ heating: true, cooling: false, hot_water: true })
  })
  it('a value without a name, or none at all, has no purpose', () => {
    expect(purposeOf([choice(0, 'Heating')], 1)).toBeNull()
    expect(purposeOf([], undefined)).toBeNull()
  })
})
