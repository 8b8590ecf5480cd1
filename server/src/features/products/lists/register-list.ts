import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ImportField, ImportMapping, ImportTable, ListReading } from '@heatfleet/contract/products/import.ts'
import type { CellMark } from '../../../sheets/read-sheet.ts'
import { registerTitles } from '../import-columns.ts'
import { addressCellOf, isHexColumn } from './address-cell.ts'
import { type FoundTitles, findTitles, titlesAt } from './find-titles.ts'
import { type Constants, constantsOf, type ProseFacts, proseFactsOf, tableOf } from './prose-facts.ts'
import type { Grid, Grids } from './read-grids.ts'

/** One row of a table, its cells in the columns of the list. */
export type ListLine = {
  /** Number of the line within the list: its line in the file where that is unambiguous. */
  row: number
  /** Where it stands, as a person finds it. */
  place: string
  table: number
  cells: string[]
  /** Another address and name of the row, where the first say nothing. */
  spare: Partial<Record<'address' | 'name', string>>
  marks: readonly CellMark[]
  is_struck: boolean
  /** Of its table, and of a line above that heads a section. */
  constants: Constants
  section: string
}

type ListColumn = { title: string; guess: ImportField | null }

/** Tables of a file as one list: columns that mean the same are one. */
export type RegisterList = {
  tables: ImportTable[]
  columns: ListColumn[]
  mapping: ImportMapping
  lines: ListLine[]
  facts: ProseFacts
  /** Every title is one of the product's own layout: addresses count from 0, what is not told has its default. */
  is_neutral: boolean
  /** Two columns of addresses differ by one: the lower counts from 0. */
  has_both_bases: boolean
  is_hex: boolean
  /** Outermost headings with their tables, where a document has several maps of the same registers. */
  maps: readonly { name: string; tables: readonly number[] }[]
}

type Table = {
  grid: Grid
  found: FoundTitles
  chosen: boolean
  id: string
  /** A person chose its line of titles. */
  is_by_hand: boolean
  titles_unknown: boolean
}

/** Lays the tables of a file together. */
export const registerListOf = (
  { kind, grids, prose }: Grids,
  reading: Pick<ListReading, 'tables' | 'titles'>,
): RegisterList => {
  const tables = grids.map((grid, at): Table => {
    const id = String(at + 1)
    const by_hand = reading.titles[id]
    const own = findTitles(grid.rows)
    const found = by_hand === undefined ? own : titlesAt(grid.rows, Math.max(0, by_hand - grid.first_line + 1))
    return {
      grid,
      id,
      found: found ?? titlesAt(grid.rows, 0),
      chosen: found !== null,
      is_by_hand: by_hand !== undefined,
      titles_unknown: own === null,
    }
  })
  if (tables.every(({ chosen }) => !chosen) && tables[0] !== undefined) tables[0].chosen = true
  if (reading.tables === null) withoutReferences(tables)
  else for (const table of tables) table.chosen = reading.tables.includes(table.id)
  const chosen = tables.filter((table) => table.chosen)
  const previewed = new Set(chosen.slice(0, LIMITS.import_preview_tables))
  const { columns, places } = mergedColumns(chosen)
  const above = chosen.flatMap(({ grid, found }) =>
    grid.rows.slice(0, found.header_row).map((row) => [...new Set(row)].join(' ')),
  )
  const beside = tables.filter((table) => !table.chosen).flatMap(({ grid }) => grid.rows.map((row) => row.join(' ')))
  const facts = proseFactsOf([prose, ...above, ...beside].join('\n'))
  return {
    tables: tables.map((table) => {
      const { grid, found } = table
      return {
        id: table.id,
        name: grid.headings.at(-1) ?? grid.name,
        header_row: found.header_row === 0 ? 0 : found.header_row + grid.first_line - 1,
        rows: grid.rows.length - found.header_row,
        chosen: table.chosen,
        constants: constantsOf(grid.headings),
        titles_unknown: table.titles_unknown,
        preview: previewed.has(table) ? previewOf(grid) : [],
      }
    }),
    columns,
    mapping: {
      header_row:
        chosen[0] === undefined || chosen[0].found.header_row === 0
          ? 0
          : chosen[0].found.header_row + chosen[0].grid.first_line - 1,
      columns: Object.fromEntries(columns.flatMap(({ guess }, at) => (guess === null ? [] : [[guess, at] as const]))),
    },
    lines: linesOf(chosen, tables, places, kind),
    facts,
    is_neutral: chosen.length === 1 && chosen.every(isNeutral),
    has_both_bases: chosen.length > 0 && chosen.every(hasBothBases),
    is_hex: chosen.some(isHex),
    maps: mapsOf(chosen, tables),
  }
}

const previewOf = ({ rows, first_line }: Grid): ImportTable['preview'] =>
  rows
    .slice(0, LIMITS.import_preview_lines)
    .map((row, at) => ({
      line: first_line + at,
      cells: row.slice(0, LIMITS.import_preview_cells).map((text) => text.slice(0, LIMITS.import_preview_cell)),
    }))
    .filter(({ cells }) => cells.some((text) => text !== ''))

const addressesOf = ({ grid, found }: Table): number[] => {
  const column = found.columns.address ?? found.columns.address_hex
  if (column === undefined) return []
  return grid.rows.slice(found.header_row).flatMap((row) => addressCellOf(row[column] ?? '', false)?.number ?? [])
}

/** A small table whose addresses stand in a larger one with more columns explains that one. */
const withoutReferences = (tables: readonly Table[]): void => {
  const all = tables.map((table) => (table.chosen ? new Set(addressesOf(table)) : new Set<number>()))
  for (const [at, table] of tables.entries()) {
    const own = all[at] ?? new Set()
    if (!table.chosen || table.is_by_hand || tables.length === 1) continue
    const others = new Set(
      all.flatMap((set, other) =>
        set.size > own.size * 1.5 || (tables[other]?.found.known ?? 0) > table.found.known ? [...set] : [],
      ),
    )
    const known = [...own].filter((address) => others.has(address)).length
    const is_poorer = tables.some(({ chosen, found }) => chosen && found.known > table.found.known)
    if (own.size === 0 || (is_poorer && known >= own.size * 0.6)) table.chosen = false
  }
}

type Places = ReadonlyMap<Table, (number | undefined)[]>

/** Columns of one table keep their order; another table's join those of their field, else of their title. */
const mergedColumns = (tables: readonly Table[]): { columns: ListColumn[]; places: Places } => {
  const columns: { titles: Set<string>; guess: ImportField | null }[] = []
  const places = new Map<Table, (number | undefined)[]>()
  for (const table of tables) {
    const { found, grid } = table
    const fields = new Map(Object.entries(found.columns).map(([field, column]) => [column, field as ImportField])) // of a mapping by field
    const width = grid.rows.reduce((most, row) => Math.max(most, row.length), 0)
    const used = new Set<number>()
    const place = Array.from({ length: width }, (_, column): number | undefined => {
      const title = (found.titles[column] ?? '').slice(0, 100)
      const field = fields.get(column) ?? null
      const same =
        tables.length === 1
          ? -1
          : [
              columns.findIndex((one, at) => !used.has(at) && title !== '' && one.titles.has(title)),
              columns.findIndex((one, at) => !used.has(at) && field !== null && one.guess === field),
            ].find((at) => at >= 0)
      if (same !== undefined && same >= 0) {
        used.add(same)
        columns[same]?.titles.add(title)
        return same
      }
      if (columns.length >= LIMITS.import_columns_max) return undefined
      used.add(columns.length)
      columns.push({ titles: new Set([title]), guess: field })
      return columns.length - 1
    })
    places.set(table, place)
  }
  return {
    columns: columns.map(({ titles, guess }) => ({ title: [...titles].join(' / ').slice(0, 100), guess })),
    places,
  }
}

const linesOf = (
  chosen: readonly Table[],
  tables: readonly Table[],
  places: Places,
  kind: Grids['kind'],
): ListLine[] => {
  const lines: ListLine[] = []
  const width = Math.max(0, ...[...places.values()].flat().map((target) => (target ?? -1) + 1))
  let before = 0
  for (const table of tables) {
    const { grid, found } = table
    const place = places.get(table) ?? []
    const constants = constantsOf(grid.headings)
    let section: { text: string; constants: Constants } = { text: '', constants: {} }
    for (let at = found.header_row; chosen.includes(table) && at < grid.rows.length; at++) {
      const source = grid.rows[at] ?? []
      const line_no = grid.first_line + at
      // As long as they need to be at once: a growing array takes twice the memory.
      const cells = Array.from({ length: width }, () => '')
      for (const [column, text] of source.entries()) {
        const target = place[column]
        if (target !== undefined) cells[target] = text
      }
      const told = [...new Set(source.filter((text) => text !== ''))]
      const [only = ''] = told
      const table_named = told.length === 1 ? tableOf(only) : null
      const is_name = source[found.columns.name ?? -1] === only && (source[found.columns.address ?? -1] ?? '') === ''
      if (told.length === 1 && addressCellOf(only, false) === null && (table_named !== null || !is_name)) {
        section = { text: only.slice(0, 60), constants: table_named === null ? {} : { fn: String(table_named) } }
        continue
      }
      if (told.length === 0 && kind === 'markdown') continue
      // Titles that are repeated on each page.
      if (told.length > 1 && source.every((text, column) => text === (found.titles[column] ?? ''))) continue
      const spare: ListLine['spare'] = {}
      for (const field of ['address', 'name'] as const) {
        const text = found.spare[field]?.map((column) => source[column] ?? '').find((one) => one !== '')
        if (text !== undefined) spare[field] = text
      }
      lines.push({
        row: kind === 'workbook' ? before + line_no : line_no,
        place: kind === 'workbook' && tables.length > 1 ? `${grid.name} ${line_no}` : String(line_no),
        table: tables.indexOf(table),
        cells,
        spare,
        marks: (grid.marks.get(at) ?? []).flatMap(({ column, problem }) => {
          const target = place[column]
          return target === undefined ? [] : [{ column: target, problem }]
        }),
        is_struck: grid.struck.has(at),
        constants: { ...constants, ...section.constants },
        section: section.text,
      })
    }
    before += kind === 'workbook' ? grid.rows.length : 0
  }
  return lines
}

const isNeutral = ({ found }: Table): boolean =>
  found.titles.every((title) => title === '' || title === 'map' || registerTitles.fieldOf(title) !== null) &&
  (['fn', 'type', 'access'] as const).every((field) => found.columns[field] !== undefined) &&
  (found.columns.formula !== undefined || (found.columns.scale !== undefined && found.columns.offset !== undefined))

const hasBothBases = ({ grid, found }: Table): boolean => {
  const column = found.columns.address
  const other = found.spare.address?.[0]
  if (column === undefined || other === undefined) return false
  const pairs = grid.rows.slice(found.header_row).flatMap((row) => {
    const [low, high] = [addressCellOf(row[column] ?? '', false), addressCellOf(row[other] ?? '', false)]
    return low === null || high === null ? [] : [high.number - low.number]
  })
  return pairs.length > 0 && pairs.filter((difference) => difference === 1).length >= pairs.length * 0.9
}

const isHex = ({ grid, found }: Table): boolean => {
  const column = found.columns.address ?? found.columns.address_hex
  if (column === undefined) return false
  if (found.columns.address === undefined) return true
  const texts = grid.rows.slice(found.header_row).map((row) => row[column] ?? '')
  return isHexColumn(found.titles[column] ?? '', texts)
}

/** Outermost headings whose tables list the same registers anew. */
const mapsOf = (chosen: readonly Table[], tables: readonly Table[]): RegisterList['maps'] => {
  const by_heading = Map.groupBy(chosen, ({ grid }) => grid.headings[0] ?? '')
  if (by_heading.size < 2) return []
  const named = [...by_heading].map(([name, of]) => ({
    name,
    tables: of.map((table) => tables.indexOf(table)),
    places: new Set(
      of.flatMap((table) =>
        addressesOf(table).map((address) => `${constantsOf(table.grid.headings).fn ?? ''} ${address}`),
      ),
    ),
  }))
  const collide = named.some((one, at) =>
    named.some(
      (other, next) =>
        next > at &&
        [...one.places].filter((place) => other.places.has(place)).length >
          Math.min(one.places.size, other.places.size) * 0.2,
    ),
  )
  return collide ? named.map(({ name, tables: of }) => ({ name, tables: of })) : []
}
