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

  it('have a name, causes, checks and remedies in each language, and a source', () => {
    const poor = faults.filter(({ names, causes, checks, remedies, source }) =>
      [names, causes, checks, remedies, { source }].some((texts) => Object.values(texts).includes('')),
    )
    expect(poor.map(({ code }) => code)).toEqual([])
  })

  it.each(['causes', 'checks', 'remedies'] as const)('have as many %s in each language', (field) => {
    const stepsOf = (text: string) => text.split(/[;；]/).length
    const uneven = faults.filter(({ [field]: texts }) => new Set(Object.values(texts).map(stepsOf)).size > 1)
    expect([...new Set(uneven.map(({ category }) => category))]).toEqual([])
  })

  it.each(['en', 'zh', 'pl'] as const)('have distinct names in %s', (language) => {
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
