import type { ImportRow } from '@heatfleet/contract/products/import.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'

/** What is true of one row of a published list; an empty text = the list does not state it. */
export type Truth = Record<
  'address' | 'function' | 'length' | 'type' | 'scale' | 'offset' | 'unit' | 'access' | 'min' | 'max' | 'name',
  string
>

/** Rows of a list held against its truth. */
export type Comparison = {
  rows: number
  right: number
  /** Differs from the truth although nothing was said of it. */
  wrong: string[]
  /** Differs, and a warning at the row says so. */
  told: number
  refused: number
  reasons: Record<string, number>
  missing: number
}

/** Reads a truth file: comma-separated, quotes doubled within quotes. */
export const truthOf = (text: string): Truth[] => {
  const [titles = [], ...rows] = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .filter((line) => line !== '')
    .map(cellsOf)
  return rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at] ?? ''])) as Truth) // the columns of every truth file
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )

/** Rows by the register and, of several at one register, by the name. */
export const compareWithTruth = (rows: readonly ImportRow[], truth: readonly Truth[]): Comparison => {
  const taken = rows.filter(({ verdict }) => verdict !== 'left_out')
  const free = new Set(taken)
  const by_address = Map.groupBy(taken, ({ address }) => String(address))
  const by_name = Map.groupBy(taken, ({ name }) => plain(name))
  const comparison: Comparison = {
    rows: truth.length,
    right: 0,
    wrong: [],
    told: 0,
    refused: 0,
    reasons: {},
    missing: 0,
  }
  for (const one of truth) {
    const here = (by_address.get(one.address) ?? []).filter((row) => free.has(row))
    const read =
      bestOf(here, one) ?? (by_name.get(plain(one.name)) ?? []).find((row) => free.has(row) && row.verdict === 'error')
    if (read === undefined) {
      const elsewhere = (by_name.get(plain(one.name)) ?? []).find((row) => free.has(row))
      comparison.missing++
      if (elsewhere !== undefined)
        comparison.wrong.push(`${elsewhere.place} ${one.name}: address ${elsewhere.address} ≠ ${one.address}`)
      continue
    }
    free.delete(read)
    if (read.verdict === 'error') {
      comparison.refused++
      const [reason] = read.problems.filter(({ severity }) => severity === 'error')
      const name =
        reason === undefined ? 'none' : reason.problem === 'question_open' ? `open ${reason.text}` : reason.problem
      comparison.reasons[name] = (comparison.reasons[name] ?? 0) + 1
      continue
    }
    const differences = differencesOf(read, one)
    if (differences.length === 0) comparison.right++
    else if (read.problems.some(({ severity, problem }) => severity === 'warning' && TELLING.has(problem)))
      comparison.told++
    else comparison.wrong.push(`${read.place} ${one.name}: ${differences.join('; ')}`)
  }
  return comparison
}

/** Warnings that say a cell was not understood. */
const TELLING = new Set([
  'unit_unclear',
  'enum_unclear',
  'limits_beyond_type',
  'default_beyond_limits',
  'length_differs',
  'type_guessed',
])

const bestOf = (rows: readonly ImportRow[], one: Truth): ImportRow | undefined =>
  rows.find(
    (row) => plain(row.name) === plain(one.name) && (one.function === '' || String(row.read?.fn) === one.function),
  ) ??
  rows.find((row) => plain(row.name) === plain(one.name)) ??
  rows.find((row) => !row.read?.type.startsWith('bit') || row.verdict === 'error')

/** Names compare without case, blanks and kinds of characters that mean the same. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s*`~_]+/g, '')
    .replaceAll('‑', '-')
    .slice(0, 100)

const differencesOf = ({ name, address, read }: ImportRow, one: Truth): string[] => {
  if (read === null) return ['not read']
  const differences: string[] = []
  const differ = (what: string, is: unknown, should: string): void =>
    void differences.push(`${what} ${String(is)} ≠ ${should}`)
  if (String(address) !== one.address) differ('address', address, one.address)
  const number = (what: string, is: number | null, should: string): void => {
    if (should !== '' && (is === null || Math.abs(is - Number(should)) > 1e-6 * Math.max(1, Math.abs(Number(should)))))
      differ(what, is, should)
  }
  number('function', read.fn, one.function)
  number('length', read.reg_len, one.length)
  if (one.type !== '' && !isType(read.type, one.type)) differ('type', read.type, one.type)
  number('scale', read.scale, one.scale)
  number('offset', read.offset, one.offset)
  if (one.unit !== '' && unitName(one.unit.normalize('NFKC')).toLowerCase() !== read.unit.toLowerCase())
    differ('unit', read.unit, one.unit)
  // A point is read, or read and written.
  if (one.access !== '' && read.access !== (one.access === 'r' ? 'r' : 'rw')) differ('access', read.access, one.access)
  number('min', read.min, one.min)
  number('max', read.max, one.max)
  if (one.name !== '' && !plain(name).startsWith(plain(one.name).slice(0, 95)) && plain(one.name) !== '')
    differ('name', name, one.name)
  return differences
}

/** A byte that fills its register may be read as the register. */
const isType = (is: string, should: string): boolean => {
  if (should === 'u8') return ['u8_low', 'u16', 'enum'].includes(is)
  if (should === 's8') return ['s8_low', 's16'].includes(is)
  if (should === 'bool') return ['bool', 'bit', 'u16'].includes(is)
  return (
    is === should ||
    is.replace(/_(?:be|le)$/, '') === should ||
    (should === 'u16' && ['bool', 'enum', 'bit'].includes(is))
  )
}
