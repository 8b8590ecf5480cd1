import type { ImportField } from '@heatfleet/contract/products/import.ts'
import { registerTitles } from '../import-columns.ts'
import { contentFit, looksCoded } from './column-content.ts'
import { hintsOf, isWeakAddress, languageOf } from './title-words.ts'

/** Lines within which the titles of a table are looked for. */
const TITLES_WITHIN = 100
/** Rows below the titles whose content is compared with them. */
const SAMPLED = 100

/** The titles of a table: their row (index + 1, 0 = none), their texts, and which column holds which field. */
export type FoundTitles = {
  header_row: number
  titles: string[]
  columns: Partial<Record<ImportField, number>>
  /** Further columns of addresses and names, for rows where the first has none. */
  spare: Partial<Record<'address' | 'name', number[]>>
  known: number
}

type Rows = readonly (readonly string[])[]

/** The row of titles: the one under which most columns are understood; two rows where their words belong together. */
export const findTitles = (rows: Rows): FoundTitles | null => {
  let best: FoundTitles | null = null
  for (let at = 0; at < Math.min(rows.length - 1, TITLES_WITHIN); at++) {
    const row = rows[at] ?? []
    if (!row.some((text) => text !== '')) continue
    const one = assignColumns(rows, row, at + 1)
    if (isBetter(one, best)) best = one
    const below = rows[at + 1] ?? []
    if (below.length === 0 || below.some((text) => /^(?:[-+]?\d|0x)/.test(text))) continue
    const both = assignColumns(rows, joined(row, below), at + 2)
    if (isBetter(both, best) && both.known > one.known) best = both
  }
  return best !== null && isList(best) ? best : null
}

/** The titles of a row chosen by hand; 0 = the table has none. */
export const titlesAt = (rows: Rows, header_row: number): FoundTitles => {
  const found = findTitles(rows)
  return found?.header_row === header_row ? found : assignColumns(rows, rows[header_row - 1] ?? [], header_row, 0)
}

const isBetter = (one: FoundTitles, best: FoundTitles | null): boolean => one.known > (best?.known ?? 1)

/** A list of registers has at least addresses and something that says what stands there. */
const isList = ({ columns }: FoundTitles): boolean =>
  (columns.address ?? columns.address_hex) !== undefined && Object.keys(columns).length >= 2

const joined = (above: readonly string[], below: readonly string[]): string[] => {
  let last = ''
  return Array.from({ length: Math.max(above.length, below.length) }, (_, column) => {
    const upper = above[column] || ((below[column] ?? '') === '' ? '' : last)
    last = upper
    return [upper, below[column] === upper ? '' : below[column]].filter(Boolean).join(' ')
  })
}

type Candidate = { column: number; field: ImportField; score: number }

/** Titles that must be known before a line counts as titles by itself. */
const KNOWN_LEAST = 2

/** Each column's field: by its title, confirmed by its content, the surest first. */
const assignColumns = (
  rows: Rows,
  titles: readonly string[],
  header_row: number,
  known_least = KNOWN_LEAST,
): FoundTitles => {
  const nothing: FoundTitles = { header_row, titles: [...titles], columns: {}, spare: {}, known: 0 }
  if (
    titles.filter((title) => registerTitles.fieldOf(title) !== null || hintsOf(title).length > 0).length < known_least
  )
    return nothing
  const sampled = rows.slice(header_row, header_row + SAMPLED)
  const candidates: Candidate[] = []
  const cells = titles.map((_, column) => sampled.map((row) => row[column] ?? ''))
  for (const [column, title] of titles.entries()) {
    if (title === '') continue
    const exact = registerTitles.fieldOf(title)
    const language = languageOf(title)
    const hints = hintsOf(title)
    if (exact !== null) candidates.push(...scored(exact, column, EXACT, cells[column] ?? []))
    if (language !== null && hints.includes('name'))
      candidates.push(...scored(language, column, 3.5, cells[column] ?? []))
    for (const [at, field] of hints.entries()) {
      const is_weak = field === 'address' && isWeakAddress(title)
      candidates.push(...scored(field, column, is_weak ? 1.9 : 3 - at * 0.2, cells[column] ?? []))
    }
    candidates.push(...byContent(title, column, cells[column] ?? []))
    // A column of types by the codes of its maker.
    if (
      (exact === 'type' || hints.includes('type')) &&
      looksCoded(cells[column] ?? []) &&
      contentFit('fn', cells[column] ?? []) < 0.8
    )
      candidates.push({ column, field: 'type', score: 3 })
  }
  const columns: FoundTitles['columns'] = {}
  const taken = new Set<number>()
  const spare: FoundTitles['spare'] = {}
  for (const { column, field, score } of candidates.toSorted((a, b) => b.score - a.score || a.column - b.column)) {
    if (taken.has(column) || score < 1.5) continue
    if (columns[field] === undefined) {
      columns[field] = column
      taken.add(column)
    } else if (
      (field === 'address' && !isWeakAddress(titles[column] ?? '') && score > 2) ||
      (field === 'name' && score > 2)
    ) {
      const more = spare[field] ?? []
      more.push(column)
      spare[field] = more
      if (field === 'address') taken.add(column)
    }
  }
  if (columns.address === undefined && columns.address_hex === undefined) {
    // A column of running numbers is the address where no other is.
    const number = titles.findIndex(
      (title, column) => isWeakAddress(title) && contentFit('address', cells[column] ?? []) >= 0.9,
    )
    if (number >= 0) {
      for (const field of ['code', 'key'] as const) if (columns[field] === number) delete columns[field]
      columns.address = number
      taken.add(number)
    }
  }
  settleNames(columns, taken, titles, cells)
  settleAddresses(columns, spare, cells)
  return { header_row, titles: [...titles], columns, spare, known: Object.keys(columns).length }
}

/** What a column's cells are by themselves, whatever its title: types, tables, kinds of access. */
const byContent = (title: string, column: number, cells: readonly string[]): Candidate[] => {
  const told = cells.filter((text) => text !== '')
  if (told.length < 2) return []
  const fits = (field: ImportField): boolean => contentFit(field, told) >= 0.9
  const has_letters = told.some((text) => /\p{L}/u.test(text))
  if (!has_letters) return []
  if (fits('fn') && !fits('type') && told.some((text) => text.length > 3)) return [{ column, field: 'fn', score: 2.6 }]
  if (fits('type') && told.some((text) => /\d|bool|float|real|word/i.test(text)))
    return [{ column, field: 'type', score: 2.4 }]
  if (fits('access') && title !== '') return [{ column, field: 'access', score: 1.6 }]
  return []
}

/** Weight of a title that is known word by word. */
const EXACT = 4

const scored = (field: ImportField, column: number, weight: number, cells: readonly string[]): Candidate[] => {
  // A few rows do not refute a title that is known.
  const is_sparse = weight === EXACT && (cells.length <= 3 || cells.every((text) => text === ''))
  const fit = is_sparse ? Math.max(0.5, contentFit(field, cells)) : contentFit(field, cells)
  if (fit < 0.5 && field !== 'note' && field !== 'enum' && !(weight === EXACT && fit > 0.05)) return []
  if (field === 'enum' && fit < 0.3 && weight < EXACT) return []
  return [{ column, field, score: weight * (0.4 + 0.6 * fit) }]
}

/** A column in English is the name; identifiers beside words are keys; a lone column of keys is the name. */
const settleNames = (
  columns: FoundTitles['columns'],
  taken: Set<number>,
  titles: readonly string[],
  cells: readonly (readonly string[])[],
): void => {
  if (columns.name === undefined && columns.name_en === undefined && columns.name_zh === undefined) {
    const other = columns.key ?? columns.note ?? columns.enum ?? longestText(cells, taken)
    if (other === undefined) return
    for (const field of ['key', 'note', 'enum'] as const) if (columns[field] === other) delete columns[field]
    columns.name = other
    return
  }
  const { name } = columns
  if (name === undefined) return
  if (columns.name_en !== undefined) {
    // A description beside the English name.
    if (columns.name_en !== name && !/name|名/i.test(titles[name] ?? '')) {
      delete columns.name
      columns.note = name
    }
    return
  }
  // The better of two columns of names: the one that more rows have.
  const filled = (column: number): number =>
    (cells[column] ?? []).filter((text) => text !== '' && !/^[\d\W]+[:=]/.test(text)).length
  const fuller = titles.findIndex(
    (title, at) =>
      at !== name &&
      (!taken.has(at) || columns.note === at || columns.enum === at) &&
      hintsOf(title).includes('name') &&
      filled(at) * 0.8 > filled(name),
  )
  if (fuller >= 0) {
    for (const field of ['note', 'enum'] as const) if (columns[field] === fuller) delete columns[field]
    columns.name = fuller
    columns.note ??= name
    taken.add(fuller)
    return
  }
  // Words before codes.
  const texts = cells[name] ?? []
  const codes = texts.filter((text) => /^[A-Z]{0,3}\d+$/.test(text)).length
  if (codes < texts.filter((text) => text !== '').length / 2) return
  const better = titles.findIndex((title, at) => !taken.has(at) && hintsOf(title).includes('name'))
  if (better < 0) return
  columns.code ??= name
  columns.name = better
}

const longestText = (cells: readonly (readonly string[])[], taken: ReadonlySet<number>): number | undefined => {
  let best: number | undefined
  let most = 3
  cells.forEach((texts, column) => {
    const told = texts.filter((text) => text !== '')
    const length = told.reduce((sum, text) => sum + (/\p{L}{3}/u.test(text) ? text.length : 0), 0) / (told.length || 1)
    if (!taken.has(column) && length > most) [best, most] = [column, length]
  })
  return best
}

/** Of two columns of addresses the one that more rows have; of equal ones the lower, which counts from 0. */
const settleAddresses = (
  columns: FoundTitles['columns'],
  spare: FoundTitles['spare'],
  cells: readonly (readonly string[])[],
): void => {
  const { address } = columns
  if (address === undefined) return
  const filled = (column: number): number =>
    Math.round(
      contentFit('address', [...(cells[column] ?? []), 'x']) *
        (cells[column] ?? []).filter((text) => text !== '').length,
    )
  const first = (column: number): number =>
    Number(/\d+/.exec(cells[column]?.find((text) => /\d/.test(text)) ?? '')?.[0] ?? 0)
  const all = [address, ...(spare.address ?? [])]
  const [best = address, ...others] = all.toSorted((a, b) => filled(b) - filled(a) || first(a) - first(b))
  columns.address = best
  if (others.length > 0) spare.address = others
}
