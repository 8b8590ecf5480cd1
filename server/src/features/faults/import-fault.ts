import { type AdviceField, FaultCodeDraft, isManualUrl } from '@heatfleet/contract/faults/codes.ts'
import { FAULT_FIELDS, type FaultField, type FaultRow } from '@heatfleet/contract/faults/import.ts'
import type { Words } from '@heatfleet/contract/products/points.ts'
import { addressOf, numberOf } from '../../sheets/cell-values.ts'

export type FaultCells = Partial<Record<FaultField, string>>
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
  const tell: Tell = (problem, field, fix = null, severity = 'error') =>
    problems.push({ problem, severity, field, text: (field === null ? '' : (cells[field] ?? '')).slice(0, 200), fix })
  const { set_name = '', code = '' } = cells
  const name = cells.name_en || cells.name || cells.name_zh || cells.name_pl || ''
  if (set_name === '') tell('set_missing', 'set_name')
  if (code === '') tell('code_missing', 'code')
  if (name === '') tell('name_missing', 'name')
  const draft = {
    set_name,
    code,
    code_num: readCodeNumber(cells, tell),
    register: readRegister(cells, tell),
    bit: readBit(cells, tell),
    category: cells.category ?? '',
    severity: readSeverity(cells, tell),
    causes: readAdvice(cells, 'causes'),
    checks: readAdvice(cells, 'checks'),
    remedies: readAdvice(cells, 'remedies'),
    parts: partsOf(cells.parts ?? ''),
    manual_url: readManual(cells, tell),
    names: { en: cells.name_en || name, zh: cells.name_zh || name, pl: cells.name_pl || name },
  }
  const said = { set_name: set_name.slice(0, 100), code: code.slice(0, 100), name: name.slice(0, 200), problems }
  if (problems.some(({ severity }) => severity === 'error')) return { ...said, draft: null }
  const parsed = FaultCodeDraft.safeParse(draft)
  if (parsed.success) return { ...said, draft: parsed.data }
  for (const { path } of parsed.error.issues) tell('text_too_long', fieldOf(path))
  return { ...said, draft: null }
}

type Tell = (
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

const readManual = ({ manual_url }: FaultCells, tell: Tell): string => {
  if (isBlank(manual_url)) return ''
  if (!isManualUrl(manual_url)) tell('manual_url_wrong', 'manual_url', '')
  return manual_url
}

const readCodeNumber = ({ code_num }: FaultCells, tell: Tell): number | null => {
  if (isBlank(code_num)) return null
  const number = numberOf(code_num)
  if (number !== null && Number.isSafeInteger(number)) return number
  tell('number_wrong', 'code_num', /\d+/.exec(code_num)?.[0] ?? '')
  return null
}

const readRegister = ({ register }: FaultCells, tell: Tell): number | null => {
  if (isBlank(register)) return null
  const address = addressOf(register, false)
  if (address === null) tell('register_wrong', 'register', '')
  return address
}

const readBit = ({ bit }: FaultCells, tell: Tell): number | null => {
  if (isBlank(bit)) return null
  const number = numberOf(bit.replace(/^bit/i, ''))
  if (number !== null && Number.isInteger(number) && number >= 0 && number <= 15) return number
  tell('bit_wrong', 'bit', '')
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

const readSeverity = ({ severity }: FaultCells, tell: Tell): FaultCodeDraft['severity'] => {
  if (isBlank(severity)) {
    tell('severity_missing', 'severity', 'fault', 'warning')
    return 'fault'
  }
  const known = SEVERITIES[severity.toLowerCase().replaceAll(/[\s_-]+/g, '')]
  if (known === undefined) tell('severity_unknown', 'severity', 'fault')
  return known ?? 'fault'
}

/** Lists use a dash for empty cells. */
const isBlank = (text: string | undefined): text is undefined | '' | '-' =>
  text === undefined || text === '' || text === '-' || text === '/'

const fieldOf = ([first, second]: readonly PropertyKey[]): FaultField | null => {
  if (first === 'names') return second === 'zh' ? 'name_zh' : second === 'pl' ? 'name_pl' : 'name_en'
  const name = typeof second === 'string' ? `${String(first)}_${second}` : first
  return FAULT_FIELDS.find((field) => field === name) ?? null
}
