import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { FaultCodeDraft } from '@heatfleet/contract/fault-codes.ts'
import { parseCsv } from '../../platform/csv.ts'

/** A fault code that ships with the product, with where it comes from. */
export type BuiltInFault = FaultCodeDraft & { source: string }

const CSV_FILE = join(import.meta.dirname, '..', '..', '..', 'data', 'faults.csv')

/** The fault codes that ship with the product (server/data): four boards, names in three languages, causes and remedies. */
export const readBuiltInFaults = (): BuiltInFault[] =>
  parseCsv(readFileSync(CSV_FILE, 'utf8')).map((row) => ({
    ...FaultCodeDraft.parse({
      set_name: row.set,
      code: row.code,
      code_num: numberOf(row.code_num),
      register: numberOf(row.register),
      bit: numberOf(row.bit),
      names: { en: row.name_en, zh: row.name_zh, pl: row.name_pl },
      category: row.category,
      severity: row.severity,
      causes: row.typical_causes,
      remedies: row.checks_and_remedies,
    }),
    source: row.source ?? '',
  }))

const numberOf = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text))
