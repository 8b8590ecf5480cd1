import { describe, expect, it } from 'vitest'
import { readBuiltInFaults } from './built-in.ts'

describe('the fault codes that ship with the product', () => {
  const faults = readBuiltInFaults()

  it('are 271 of four boards, each once', () => {
    expect(faults).toHaveLength(271)
    expect([...new Set(faults.map(({ set_name }) => set_name))]).toEqual([
      'sprsun_cg248075',
      'sprsun_carel',
      'midea_m_thermal',
      'phnix_warmlink',
    ])
    expect(new Set(faults.map(({ set_name, code }) => `${set_name} ${code}`)).size).toBe(271)
  })

  it('have a name in each language, a remedy and a source', () => {
    const poor = faults.filter(
      ({ names, remedies, source }) => Object.values(names).includes('') || remedies === '' || source === '',
    )
    expect(poor.map(({ code }) => code)).toEqual([])
  })

  it.each(['en', 'zh', 'pl'] as const)('are told apart by their names in %s', (language) => {
    const codesOf = new Map<string, string[]>()
    for (const { set_name, code, names } of faults) {
      const name = `${set_name}: ${names[language]}`
      codesOf.set(name, [...(codesOf.get(name) ?? []), code])
    }
    const alike = [...codesOf.values()].filter((codes) => codes.length > 1)
    // The maker's own list names these two the same.
    expect(alike).toEqual([['F05', 'F17']])
  })
})
