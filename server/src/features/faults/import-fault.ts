import { type AdviceField, FaultCodeDraft, isManualUrl } from '@heatfleet/contract/faults/codes.ts'
import { FAULT_FIELDS, type FaultField, type FaultRow } from '@heatfleet/contract/faults/import.ts'
import type { Words } from '@heatfleet/contract/products/points.ts'
import { addressOf, numberOf } from '../../sheets/cell-values.ts'

type FaultCells = Partial<Record<FaultField, string>>
type Problem = FaultRow['problems'][number]

/** A parsed row: a fault code, or why it is invalid. */
export type LineFault = {
  draft: FaultCodeDraft | null
  set_name: string
  code: string
  name: string
  problems: Problem[]
}

/** Parses the cells of one row into a fault code; reports all problems at once, not only the first. */
export const faultOfLine = (cells: FaultCells): LineFault => {
  const problems: Problem[] = []
  const report: ReportProblem = (problem, field, fix = null, severity = 'error') =>
    problems.push({ problem, severity, field, text: (field === null ? '' : (cells[field] ?? '')).slice(0, 200), fix })
  const { set_name = '', code = '' } = cells
  const name = cells.name_en || cells.name || cells.name_zh || cells.name_pl || ''
  if (set_name === '') report('set_missing', 'set_name')
  if (code === '') report('code_missing', 'code')
  if (name === '') report('name_missing', 'name')
  const draft = {
    set_name,
    code,
    code_num: readCodeNumber(cells, report),
    register: readRegister(cells, report),
    bit: readBit(cells, report),
    category: cells.category ?? '',
    severity: readSeverity(cells, report),
    causes: readAdvice(cells, 'causes'),
    checks: readAdvice(cells, 'checks'),
    remedies: readAdvice(cells, 'remedies'),
    parts: partsOf(cells.parts ?? ''),
    manual_url: readManual(cells, report),
    names: { en: cells.name_en || name, zh: cells.name_zh || name, pl: cells.name_pl || name },
  }
  const row_texts = { set_name: set_name.slice(0, 100), code: code.slice(0, 100), name: name.slice(0, 200), problems }
  if (problems.some(({ severity }) => severity === 'error')) return { ...row_texts, draft: null }
  const parsed = FaultCodeDraft.safeParse(draft)
  if (parsed.success) return { ...row_texts, draft: parsed.data }
  for (const { path } of parsed.error.issues) report('text_too_long', fieldOf(path))
  return { ...row_texts, draft: null }
}

type ReportProblem = (
  problem: Problem['problem'],
  field: FaultField | null,
  fix?: string | null,
  severity?: Problem['severity'],
) => void

const readAdvice = (cells: FaultCells, field: AdviceField): Words => ({
  en: cells[`${field}_en`] ?? '',
  zh: cells[`${field}_zh`] ?? '',
  pl: cells[`${field}_pl`] ?? '',
})

const partsOf = (text: string): string[] =>
  text
    .split(/[;\n、]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const readManual = ({ manual_url }: FaultCells, report: ReportProblem): string => {
  if (isBlank(manual_url)) return ''
  if (!isManualUrl(manual_url)) report('manual_url_wrong', 'manual_url', '')
  return manual_url
}

const readCodeNumber = ({ code_num }: FaultCells, report: ReportProblem): number | null => {
  if (isBlank(code_num)) return null
  const number = numberOf(code_num)
  if (number !== null && Number.isSafeInteger(number)) return number
  report('number_wrong', 'code_num', /\d+/.exec(code_num)?.[0] ?? '')
  return null
}

const readRegister = ({ register }: FaultCells, report: ReportProblem): number | null => {
  if (isBlank(register)) return null
  const address = addressOf(register, false)
  if (address === null) report('register_wrong', 'register', '')
  return address
}

const readBit = ({ bit }: FaultCells, report: ReportProblem): number | null => {
  if (isBlank(bit)) return null
  const number = numberOf(bit.replace(/^bit/i, ''))
  if (number !== null && Number.isInteger(number) && number >= 0 && number <= 15) return number
  report('bit_wrong', 'bit', '')
  return null
}

/** Terms and numbers that manufacturers use for severities. */
const SEVERITIES: Record<string, FaultCodeDraft['severity']> = {
  info: 'info',
  state: 'info',
  notice: 'info',
  提示: 'info',
  状态: 'info',
  informacja: 'info',
  stan: 'info',
  warning: 'warning',
  minor: 'warning',
  警告: 'warning',
  一般: 'warning',
  ostrzeżenie: 'warning',
  fault: 'fault',
  error: 'fault',
  alarm: 'fault',
  major: 'fault',
  故障: 'fault',
  严重: 'fault',
  usterka: 'fault',
  błąd: 'fault',
  lockout: 'lockout',
  lock: 'lockout',
  critical: 'lockout',
  锁定: 'lockout',
  紧急: 'lockout',
  blokada: 'lockout',
}

const readSeverity = ({ severity }: FaultCells, report: ReportProblem): FaultCodeDraft['severity'] => {
  if (isBlank(severity)) {
    report('severity_missing', 'severity', 'fault', 'warning')
    return 'fault'
  }
  const mapped = SEVERITIES[severity.toLowerCase().replaceAll(/[\s_-]+/g, '')]
  if (mapped === undefined) report('severity_unknown', 'severity', 'fault')
  return mapped ?? 'fault'
}

/** Lists use a dash for empty cells. */
const isBlank = (text: string | undefined): text is undefined | '' | '-' =>
  text === undefined || text === '' || text === '-' || text === '/'

const fieldOf = ([first, second]: readonly PropertyKey[]): FaultField | null => {
  if (first === 'names') return second === 'zh' ? 'name_zh' : second === 'pl' ? 'name_pl' : 'name_en'
  const name = typeof second === 'string' ? `${String(first)}_${second}` : first
  return FAULT_FIELDS.find((field) => field === name) ?? null
}
