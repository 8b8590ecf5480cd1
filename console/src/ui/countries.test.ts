import { describe, expect, it } from 'vitest'
import { countries, countryName } from './countries.ts'

describe('countries', () => {
  it.each([
    ['en', 'Poland'],
    ['zh', '波兰'],
    ['pl', 'Polska'],
  ] as const)('have names in %s', (lang, poland) => {
    expect(countryName('PL', lang)).toBe(poland)
    expect(countries(lang).every(({ value, label }) => label !== value)).toBe(true)
  })

  it('begin with China, each of them once', () => {
    const list = countries('pl')
    expect(list[0]?.value).toBe('CN')
    expect(new Set(list.map(({ value }) => value)).size).toBe(list.length)
  })

  it('show an unknown code as it is', () => {
    expect(countryName('somewhere', 'en')).toBe('somewhere')
  })
})
