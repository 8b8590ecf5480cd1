import { ADVICE_FIELDS, type AdviceField, type FaultCodeDraft } from '@heatfleet/contract/faults/codes.ts'
import type { FaultImportRequest, FaultRow } from '@heatfleet/contract/faults/import.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { WORD_LANGUAGES, type WordLanguage, type Words } from '@heatfleet/contract/products/points.ts'
import { mergeText } from '../../sheets/cell-values.ts'
import type { SheetText } from '../../sheets/read-sheet.ts'
import { sheetLines } from '../../sheets/sheet-lines.ts'
import { faultOfLine, type LineFault } from './import-fault.ts'

/** An existing fault code with the fields a sheet can contain. */
export type ExistingFault = FaultCodeDraft & { built_in: boolean }

/** A result for every row, the codes to set, and those that `replace` removes. */
export type ValidatedFaults = { rows: FaultRow[]; set: FaultCodeDraft[]; removed: { set_name: string; code: string }[] }

type ImportOptions = Pick<FaultImportRequest, 'mapping' | 'fixes' | 'left_out' | 'mode'>

/**
 * Validates a sheet against the existing codes. A row matches a code by set and code: importing a list again gives a
 * diff; fields without a column keep their values. Built-in codes are reported, never changed.
 */
export const validateFaults = (
  sheet: Pick<SheetText, 'rows' | 'marks'>,
  options: ImportOptions,
  existing: readonly ExistingFault[],
): ValidatedFaults => {
  const existing_by_key = new Map(existing.map((fault) => [keyOf(fault), fault]))
  const seen_codes = new Set<string>()
  const rows: FaultRow[] = []
  const set: FaultCodeDraft[] = []
  let capacity = LIMITS.fault_codes_max - existing.filter(({ built_in }) => !built_in).length
  for (const { row, cells, left_out, problems } of sheetLines(sheet, options)) {
    if (left_out !== null) {
      const { set_name = '', code = '', name = '' } = cells
      rows.push({ row, verdict: 'left_out', set_name, code, name, problems, fields: [] })
      continue
    }
    const { draft, ...line } = faultOfLine(cells)
    line.problems.push(...problems)
    const fault_key = keyOf(line)
    if (draft !== null && seen_codes.has(fault_key)) line.problems.push(wrong('duplicate_code', line))
    seen_codes.add(fault_key)
    const before = existing_by_key.get(fault_key) ?? null
    const after = draft === null || before === null ? draft : keepWork(before, draft, options.mapping.columns)
    const fields = before === null || after === null ? [] : differing(before, after)
    if (before?.built_in && fields.length > 0) line.problems.push(wrong('built_in_code', line))
    if (before === null && after !== null && --capacity < 0) line.problems.push(wrong('too_many_codes', line))
    const is_wrong = line.problems.some(({ severity }) => severity === 'error')
    const row_result = is_wrong ? 'error' : before === null ? 'new' : fields.length === 0 ? 'same' : 'changed'
    rows.push({ row, verdict: row_result, ...line, fields: is_wrong ? [] : fields })
    if (after !== null && (row_result === 'new' || row_result === 'changed')) set.push(after)
  }
  return { rows, set, removed: options.mode === 'replace' ? missing(existing, seen_codes) : [] }
}

/** Own codes of the sheet's sets that the sheet does not contain. */
const missing = (
  existing: readonly ExistingFault[],
  seen_codes: ReadonlySet<string>,
): { set_name: string; code: string }[] => {
  const sets = new Set([...seen_codes].map((fault_key) => fault_key.slice(0, fault_key.indexOf('\n'))))
  return existing
    .filter((fault) => !fault.built_in && sets.has(fault.set_name) && !seen_codes.has(keyOf(fault)))
    .map(({ set_name, code }) => ({ set_name, code }))
}

/** A cell text contains no line feed, so it separates the two. */
const keyOf = ({ set_name, code }: { set_name: string; code: string }): string => `${set_name}\n${code}`

const wrong = (
  problem: 'duplicate_code' | 'built_in_code' | 'too_many_codes',
  { set_name, code }: LineFault | Omit<LineFault, 'draft'>,
): FaultRow['problems'][number] => ({
  problem,
  severity: 'error',
  field: problem === 'built_in_code' ? 'set_name' : null,
  text: problem === 'too_many_codes' ? String(LIMITS.fault_codes_max) : `${set_name} ${code}`,
  fix: problem === 'built_in_code' ? `${set_name.slice(0, LIMITS.fault_code_max - 4)}_own` : null,
})

/** Fields without a column, and missing translations, keep their values. */
const keepWork = (
  before: FaultCodeDraft,
  draft: FaultCodeDraft,
  columns: ImportOptions['mapping']['columns'],
): FaultCodeDraft => {
  const seen_codes = <Field extends keyof typeof columns & keyof FaultCodeDraft>(
    field: Field,
  ): FaultCodeDraft[Field] => (columns[field] === undefined ? before[field] : draft[field])
  const name = (language: WordLanguage): string =>
    language !== 'en' && draft.names[language] === draft.names.en
      ? before.names[language]
      : mergeText(before.names[language], draft.names[language])
  const advice = (field: AdviceField): Words => {
    const text = (language: WordLanguage): string =>
      columns[`${field}_${language}`] === undefined
        ? before[field][language]
        : mergeText(before[field][language], draft[field][language])
    return { en: text('en'), zh: text('zh'), pl: text('pl') }
  }
  return {
    ...draft,
    code_num: seen_codes('code_num'),
    register: seen_codes('register'),
    bit: seen_codes('bit'),
    category: mergeText(before.category, seen_codes('category')),
    severity: seen_codes('severity'),
    causes: advice('causes'),
    checks: advice('checks'),
    remedies: advice('remedies'),
    parts: seen_codes('parts'),
    manual_url: seen_codes('manual_url'),
    names: { en: name('en'), zh: name('zh'), pl: name('pl') },
  }
}

const COMPARED = ['code_num', 'register', 'bit', 'category', 'severity', 'parts', 'manual_url'] as const

/** Fields that a row changes, by the names used on screens. */
const differing = (before: FaultCodeDraft, after: FaultCodeDraft): string[] => [
  ...WORD_LANGUAGES.filter((language) => before.names[language] !== after.names[language]).map(
    (language) => `name_${language}`,
  ),
  ...COMPARED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field])),
  ...ADVICE_FIELDS.flatMap((field) =>
    WORD_LANGUAGES.filter((language) => before[field][language] !== after[field][language]).map(
      (language) => `${field}_${language}`,
    ),
  ),
]
