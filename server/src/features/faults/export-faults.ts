import type { FaultCodeDraft } from '@heatfleet/contract/faults/codes.ts'
import { FAULT_FIELDS, type FaultField } from '@heatfleet/contract/faults/import.ts'

type ExportedField = Exclude<FaultField, 'name'>

/** Columns of an exported list, in the import's order; `name` repeats another column and is only read. */
export const EXPORTED_FIELDS: readonly ExportedField[] = FAULT_FIELDS.filter((field) => field !== 'name')

/** A fault code as a row of the list: an exported code is unchanged when imported again. */
export const faultLine = ({ names, causes, checks, remedies, ...fault }: FaultCodeDraft): (string | number)[] => {
  const cells: Record<ExportedField, string | number> = {
    ...fault,
    code_num: fault.code_num ?? '',
    register: fault.register ?? '',
    bit: fault.bit ?? '',
    name_en: names.en,
    name_zh: names.zh,
    name_pl: names.pl,
    causes_en: causes.en,
    causes_zh: causes.zh,
    causes_pl: causes.pl,
    checks_en: checks.en,
    checks_zh: checks.zh,
    checks_pl: checks.pl,
    remedies_en: remedies.en,
    remedies_zh: remedies.zh,
    remedies_pl: remedies.pl,
    parts: fault.parts.join('; '),
  }
  return EXPORTED_FIELDS.map((field) => cells[field])
}
