import { ADVICE_FIELDS, type AdviceField, type FaultCodeDraft } from '@heatfleet/contract/faults/codes.ts'
import type { FaultAsk, FaultRow } from '@heatfleet/contract/faults/import.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { WORD_LANGUAGES, type WordLanguage, type Words } from '@heatfleet/contract/products/points.ts'
import { keptText } from '../../sheets/cell-values.ts'
import type { SheetText } from '../../sheets/read-sheet.ts'
import { sheetLines } from '../../sheets/sheet-lines.ts'
import { faultOfLine, type LineFault } from './import-fault.ts'

/** A code there is, as far as a sheet can tell of it. */
export type KnownFault = FaultCodeDraft & { built_in: boolean }

/** The judged sheet: a verdict for every line, the codes to be set, and those that `replace` removes. */
export type JudgedFaults = { rows: FaultRow[]; set: FaultCodeDraft[]; removed: { set_name: string; code: string }[] }

type Ask = Pick<FaultAsk, 'mapping' | 'fixes' | 'left_out' | 'mode'>

/**
 * Holds a sheet against the codes there are. A line is the code of its set and its name there, so a list that comes again
 * is a diff; what its columns do not tell stays as somebody wrote it. Built-in codes are told, never changed.
 */
export const judgeFaults = (
  sheet: Pick<SheetText, 'rows' | 'marks'>,
  ask: Ask,
  existing: readonly KnownFault[],
): JudgedFaults => {
  const known = new Map(existing.map((fault) => [placeOf(fault), fault]))
  const told = new Set<string>()
  const rows: FaultRow[] = []
  const set: FaultCodeDraft[] = []
  let room = LIMITS.fault_codes_max - existing.filter(({ built_in }) => !built_in).length
  for (const { row, cells, left_out, problems } of sheetLines(sheet, ask)) {
    if (left_out !== null) {
      const { set_name = '', code = '', name = '' } = cells
      rows.push({ row, verdict: 'left_out', set_name, code, name, problems, fields: [] })
      continue
    }
    const { draft, ...line } = faultOfLine(cells)
    line.problems.push(...problems)
    const place = placeOf(line)
    if (draft !== null && told.has(place)) line.problems.push(wrong('duplicate_code', line))
    told.add(place)
    const before = known.get(place) ?? null
    const after = draft === null || before === null ? draft : keepWork(before, draft, ask.mapping.columns)
    const fields = before === null || after === null ? [] : differing(before, after)
    if (before?.built_in && fields.length > 0) line.problems.push(wrong('built_in_code', line))
    if (before === null && after !== null && --room < 0) line.problems.push(wrong('too_many_codes', line))
    const is_wrong = line.problems.some(({ severity }) => severity === 'error')
    const verdict = is_wrong ? 'error' : before === null ? 'new' : fields.length === 0 ? 'same' : 'changed'
    rows.push({ row, verdict, ...line, fields: is_wrong ? [] : fields })
    if (after !== null && (verdict === 'new' || verdict === 'changed')) set.push(after)
  }
  return { rows, set, removed: ask.mode === 'replace' ? missing(existing, told) : [] }
}

/** Own codes of the sets that the sheet tells of, and that it does not have. */
const missing = (existing: readonly KnownFault[], told: ReadonlySet<string>): { set_name: string; code: string }[] => {
  const sets = new Set([...told].map((place) => place.slice(0, place.indexOf('\n'))))
  return existing
    .filter((fault) => !fault.built_in && sets.has(fault.set_name) && !told.has(placeOf(fault)))
    .map(({ set_name, code }) => ({ set_name, code }))
}

/** No text of one line holds a line end, so it keeps the two apart. */
const placeOf = ({ set_name, code }: { set_name: string; code: string }): string => `${set_name}\n${code}`

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

/** What the sheet has no column for, and a translation that it does not give, stay as they are. */
const keepWork = (
  before: FaultCodeDraft,
  draft: FaultCodeDraft,
  columns: Ask['mapping']['columns'],
): FaultCodeDraft => {
  const told = <Field extends keyof typeof columns & keyof FaultCodeDraft>(field: Field): FaultCodeDraft[Field] =>
    columns[field] === undefined ? before[field] : draft[field]
  const name = (language: WordLanguage): string =>
    language !== 'en' && draft.names[language] === draft.names.en
      ? before.names[language]
      : keptText(before.names[language], draft.names[language])
  const advice = (field: AdviceField): Words => {
    const text = (language: WordLanguage): string =>
      columns[`${field}_${language}`] === undefined
        ? before[field][language]
        : keptText(before[field][language], draft[field][language])
    return { en: text('en'), zh: text('zh'), pl: text('pl') }
  }
  return {
    ...draft,
    code_num: told('code_num'),
    register: told('register'),
    bit: told('bit'),
    category: keptText(before.category, told('category')),
    severity: told('severity'),
    causes: advice('causes'),
    checks: advice('checks'),
    remedies: advice('remedies'),
    parts: told('parts'),
    manual_url: told('manual_url'),
    names: { en: name('en'), zh: name('zh'), pl: name('pl') },
  }
}

const COMPARED = ['code_num', 'register', 'bit', 'category', 'severity', 'parts', 'manual_url'] as const

/** Fields that a line changes, by the names the screens know. */
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
