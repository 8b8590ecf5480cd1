import type { FaultCodeDraft } from '@heatfleet/contract/faults/codes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { readSheet } from '../../sheets/read-sheet.ts'
import { sheetBytes } from '../../sheets/write-sheet.ts'
import { readBuiltInFaults } from './built-in.ts'
import { EXPORTED_FIELDS, faultLine } from './export-faults.ts'
import { faultTitles } from './import-columns.ts'
import { type ExistingFault, validateFaults } from './import-validation.ts'

const ownOf = (drafts: readonly FaultCodeDraft[]): ExistingFault[] =>
  drafts.map((draft) => ({ ...draft, built_in: false }))
const validate = (
  rows: string[][],
  existing: readonly ExistingFault[] = [],
  part: Partial<Parameters<typeof validateFaults>[1]> = {},
) => {
  const { mapping } = faultTitles.lookAt({ sheets: [], sheet: '', rows, marks: new Map() })
  return validateFaults(
    { rows, marks: new Map() },
    { mapping, fixes: [], left_out: [], mode: 'merge', ...part },
    existing,
  )
}
const TITLES = ['set', 'code', 'name', 'severity', 'bit', 'register']
const F01: [string[], string[]] = [TITLES, ['own', 'F01', 'Water flow', 'warning', '0', '7']]

describe('a list of fault codes', () => {
  it.each<[string, string[]]>([
    ['English', ['Set', 'Fault code', 'Description', 'Severity', 'Bit', 'Register']],
    ['Chinese', ['代码集', '故障代码', '故障名称', '级别', '位', '寄存器地址']],
    ['Polish', ['Zestaw', 'Kod usterki', 'Opis', 'Waga', 'Bit', 'Rejestr']],
  ])('is understood by its %s titles', (_, titles) => {
    expect(validate([titles, F01[1]]).set).toMatchObject([
      { set_name: 'own', code: 'F01', names: { en: 'Water flow' }, severity: 'warning', bit: 0, register: 7 },
    ])
  })

  it.each<[string, string[], object]>([
    ['English', ['Causes', 'Checks', 'Remedies'], { en: 'why' }],
    ['Chinese', ['故障原因', '检查方法', '处理方法'], { zh: 'why' }],
    ['Polish', ['Przyczyny', 'Co sprawdzić', 'Co zrobić'], { pl: 'why' }],
  ])('reads causes, checks and remedies in the language of its %s titles', (_, titles, causes) => {
    const [language] = Object.keys(causes)
    const empty = { en: '', zh: '', pl: '' }
    expect(
      validate([
        [...TITLES, ...titles],
        [...F01[1], 'why', 'look', 'do'],
      ]).set,
    ).toMatchObject([
      {
        causes: { ...empty, ...causes },
        checks: { ...empty, [String(language)]: 'look' },
        remedies: { ...empty, [String(language)]: 'do' },
      },
    ])
  })

  it('with a text that is too long names the language', () => {
    const [row] = validate([
      [...TITLES, 'Przyczyny'],
      [...F01[1], 'a'.repeat(LIMITS.fault_text_max + 1)],
    ]).rows
    expect(row?.problems).toMatchObject([{ problem: 'text_too_long', field: 'causes_pl' }])
  })

  it('may have its columns in any order', () => {
    const [titles, line] = F01.map((cells) => cells.toReversed())
    expect(validate([titles ?? [], line ?? []]).set).toEqual(validate(F01).set)
  })

  it.each<[string, string[], string]>([
    ['a sound line', F01[1], 'new'],
    ['a hex register', ['own', 'F01', 'Flow', 'fault', '', '0x1F'], 'new'],
    ['a severity in Chinese', ['own', 'F01', '水流', '警告', '', ''], 'new'],
    ['no severity', ['own', 'F01', 'Flow', '', '', ''], 'new severity_missing→fault'],
    ['no code', ['own', '', 'Flow', 'fault', '', ''], 'error code_missing'],
    ['no set', ['', 'F01', 'Flow', 'fault', '', ''], 'error set_missing'],
    ['no name', ['own', 'F01', '', 'fault', '', ''], 'error name_missing'],
    ['an unknown severity', ['own', 'F01', 'Flow', 'dire', '', ''], 'error severity_unknown→fault'],
    ['a bit beyond the word', ['own', 'F01', 'Flow', 'fault', '16', ''], 'error bit_wrong'],
    ['a register that is none', ['own', 'F01', 'Flow', 'fault', '', 'R7'], 'error register_wrong'],
    ['a code that is too long', ['own', 'F'.repeat(41), 'Flow', 'fault', '', ''], 'error text_too_long'],
    ['an empty line', ['', '', '', '', '', ''], 'left_out row_empty'],
  ])('%s', (_, line, expected) => {
    const [row] = validate([TITLES, line]).rows
    const problems = row?.problems.map(({ problem, fix }) => (fix ? `${problem}→${fix}` : problem)) ?? []
    expect([row?.verdict, ...problems].join(' ')).toBe(expected)
  })

  it('names each code once', () => {
    expect(validate([...F01, F01[1]]).rows.map(({ verdict }) => verdict)).toEqual(['new', 'error'])
  })

  it('imported again is a diff: fields without a column stay as written', () => {
    const [first] = validate(F01).set
    if (first === undefined) throw new Error('The line is sound.')
    const existing = ownOf([
      {
        ...first,
        causes: { ...first.causes, en: 'pump stands still' },
        names: { ...first.names, pl: 'Przepływ wody' },
      },
    ])
    expect(validate(F01, existing).rows.map(({ verdict }) => verdict)).toEqual(['same'])
    const again = validate([TITLES, ['own', 'F01', 'No water flow', 'warning', '0', '7']], existing)
    expect(again.rows).toMatchObject([{ verdict: 'changed', fields: ['name_en'] }])
    expect(again.set).toMatchObject([
      { causes: { en: 'pump stands still' }, names: { en: 'No water flow', pl: 'Przepływ wody' } },
    ])
  })

  it('changes no built-in code, and proposes a set of one’s own', () => {
    const [built_in] = readBuiltInFaults()
    if (built_in === undefined) throw new Error('Fault codes come with the product.')
    const existing = [{ ...built_in, built_in: true }]
    const line = [built_in.set_name, built_in.code, 'Another meaning', built_in.severity]
    const titles = ['set', 'code', 'name', 'severity']
    expect(validate([titles, line], existing).rows).toMatchObject([
      { verdict: 'error', problems: [{ problem: 'built_in_code', fix: `${built_in.set_name}_own` }] },
    ])
    const fixes = [{ row: 2, field: 'set_name' as const, value: `${built_in.set_name}_own` }]
    expect(validate([titles, line], existing, { fixes }).rows).toMatchObject([{ verdict: 'new' }])
  })

  it('in mode replace removes what its own sets have more, and nothing of other sets', () => {
    const [first] = validate(F01).set
    if (first === undefined) throw new Error('The line is sound.')
    const existing = ownOf([
      { ...first, code: 'F02' },
      { ...first, set_name: 'other', code: 'F03' },
    ])
    expect(validate(F01, existing, { mode: 'replace' }).removed).toEqual([{ set_name: 'own', code: 'F02' }])
    expect(validate(F01, existing).removed).toEqual([])
  })

  it(`holds no more than ${LIMITS.fault_codes_max} own codes`, () => {
    const [first] = validate(F01).set
    if (first === undefined) throw new Error('The line is sound.')
    const full = ownOf(Array.from({ length: LIMITS.fault_codes_max }, (_, n) => ({ ...first, code: `C${n}` })))
    expect(validate(F01, full).rows).toMatchObject([{ verdict: 'error', problems: [{ problem: 'too_many_codes' }] }])
  })

  it.each(['csv', 'xlsx'] as const)('exported as %s and taken in again is the same', async (format) => {
    const faults = readBuiltInFaults()
    const { rows } = await readSheet(
      await sheetBytes(format, 'Fault codes', EXPORTED_FIELDS, faults.map(faultLine)),
      null,
    )
    const validated = validate(rows, ownOf(faults))
    expect(validated.rows.filter(({ verdict }) => verdict !== 'same')).toEqual([])
    expect(validated.rows).toHaveLength(271)
  })
})
