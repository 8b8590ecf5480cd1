import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FaultCodeDraft } from '@heatfleet/contract/faults/codes.ts'
import { parseCsvObjects } from 'hucre/csv'

/** A built-in fault code with its source. */
export type BuiltInFault = FaultCodeDraft & { source: string }

type Cells = Record<string, string>

const readData = (name: string): Cells[] =>
  parseCsvObjects<Cells>(readFileSync(join(import.meta.dirname, '..', '..', '..', 'data', name), 'utf8'), {
    header: true,
  }).data

/**
 * The fault codes that ship with the product (server/data): four boards; names of each code, causes, checks and remedies
 * of its category, all in three languages.
 */
export const readBuiltInFaults = (): BuiltInFault[] => {
  const advice = new Map(readData('fault-advice.csv').map((row) => [row.category, row]))
  return readData('faults.csv').map((row) => {
    const texts = advice.get(row.category)
    return {
      ...FaultCodeDraft.parse({
        set_name: row.set,
        code: row.code,
        code_num: numberOf(row.code_num),
        register: numberOf(row.register),
        bit: numberOf(row.bit),
        names: wordsOf(row, 'name'),
        category: row.category,
        severity: row.severity,
        causes: wordsOf(texts, 'causes'),
        checks: wordsOf(texts, 'checks'),
        remedies: wordsOf(texts, 'remedies'),
        parts: [],
        manual_url: '',
      }),
      source: row.source ?? '',
    }
  })
}

/** The parser refuses missing texts. */
const wordsOf = (row: Cells | undefined, name: string) => ({
  en: row?.[`${name}_en`],
  zh: row?.[`${name}_zh`],
  pl: row?.[`${name}_pl`],
})

const numberOf = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text))
