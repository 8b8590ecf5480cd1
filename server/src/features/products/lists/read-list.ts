import type { ImportField, ImportQuestion, RegisterImportRequest } from '@heatfleet/contract/products/import.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Cells, Problem } from '../import-point.ts'
import { isHexColumn } from './address-cell.ts'
import { addressOfLine, cellReader, conventionsOf } from './conventions.ts'
import { mapQuestion, questionCollector } from './questions.ts'
import type { Grids } from './read-grids.ts'
import { readLine } from './read-line.ts'
import { type RegisterList, registerListOf } from './register-list.ts'

/** A line of a list in the product's own terms: one for each point. */
type NeutralLine = {
  row: number
  place: string
  cells: Cells
  choices: DataPoint['choices']
  address: number | null
  is_left_out: boolean
  problems: Problem[]
}

type Options = Pick<RegisterImportRequest, 'mapping' | 'fixes' | 'left_out' | 'reading'>

/** Distance between the numbers of points that one row of a range stands for. */
const NEXT_OF_RANGE = 100_000

/** Reads a file as a list under what was chosen. */
export const readList = (grids: Grids, options: Options) => {
  const { mapping, reading } = options
  const titles = titlesWith(grids, mapping.header_row, reading.titles)
  return readLines(registerListOf(grids, { tables: reading.tables, titles }), options)
}

/** Reads the lines of a list under what was chosen and answered; its questions are complete after the last line. */
export const readLines = (list: RegisterList, { mapping, fixes, left_out, reading }: Options) => {
  const { address } = mapping.columns
  if (address !== undefined && address !== list.mapping.columns.address)
    // Chosen by hand: its cells were not looked at yet.
    list.is_hex = isHexColumn(
      list.columns[address]?.title ?? '',
      list.lines.map(({ cells }) => cells[address] ?? ''),
    )
  const own_map = list.maps.find(({ name }) => name.slice(0, 100) === reading.answers.map)
  if (own_map !== undefined) list.lines = list.lines.filter(({ table }) => own_map.tables.includes(table))
  const by_row = Map.groupBy(fixes, ({ row }) => row)
  const cell = cellReader(mapping, reading, by_row)
  const conventions = conventionsOf(list, mapping, reading, cell)
  const asked = questionCollector(list, conventions, cell, reading.answers)
  const map = mapQuestion(list, reading.answers.map)
  const by_hand = new Set(left_out)

  function* lines(): Generator<NeutralLine> {
    let previous: ReturnType<typeof addressOfLine> = null
    for (const line of list.lines) {
      const { row, place } = line
      const fixed = new Set(by_row.get(row)?.map(({ field }) => field))
      const marked = markProblems(line, mapping.columns, fixed)
      if (by_hand.has(row)) {
        yield { ...leftOut(row, place, cell(line, 'name')), problems: [said('left_out_by_hand', null, ''), ...marked] }
        continue
      }
      const read = readLine(line, { list, conventions, reading, cell, previous })
      previous = addressOfLine(list, line, cell) ?? previous
      if (read.left_out !== null) {
        yield { ...leftOut(row, place, cell(line, 'name')), problems: [said(read.left_out, null, ''), ...marked] }
        continue
      }
      if (map !== null && own_map === undefined) read.problems.push(openQuestion('map'))
      for (const open of read.open) {
        asked.add(line, read, open)
        if (!open.is_answered) read.problems.push(openQuestion(open.id))
      }
      const { cells, choices } = read
      for (const [at, address] of read.addresses.entries()) {
        const is_left_out = by_hand.has(row + at * NEXT_OF_RANGE)
        yield {
          row: row + at * NEXT_OF_RANGE,
          place: read.addresses.length === 1 ? place : `${place} (${at + 1})`,
          cells: at === 0 ? cells : { ...cells, ...(cells.key === undefined ? {} : { key: `${cells.key}_${at + 1}` }) },
          choices,
          address,
          is_left_out,
          problems: [...read.problems.map((one) => (at === 0 ? one : { ...one, fix: null })), ...marked],
        }
      }
      for (const { bit, name } of read.bits) {
        const own_row = row + (bit + 1) * NEXT_OF_RANGE
        yield {
          row: own_row,
          place: `${place} (bit ${bit})`,
          cells: bitCells(cells, bit, name),
          choices: [],
          address: read.addresses[0] ?? null,
          is_left_out: by_hand.has(own_row),
          problems: read.problems
            .filter(({ problem }) => problem === 'question_open')
            .map((one) => ({ ...one, fix: null })),
        }
      }
    }
  }
  return { list, lines, questions: (): ImportQuestion[] => [...(map === null ? [] : [map]), ...asked.questions()] }
}

/** Cells of a bit of a word: its place is that of the word, its name its own. */
const bitCells = (word: Cells, bit: number, name: string): Cells => {
  const cells: Cells = { name, name_en: name, type: 'bit', bit: String(bit), access: 'r' }
  for (const field of ['fn', 'slave', 'group', 'tab', 'alarm', 'in_history'] as const)
    if (word[field] !== undefined) cells[field] = word[field]
  return cells
}

const openQuestion = (id: string): Problem => ({
  problem: 'question_open',
  severity: 'error',
  field: null,
  text: id,
  fix: null,
})

const leftOut = (row: number, place: string, name: string): Omit<NeutralLine, 'problems'> => ({
  row,
  place,
  cells: { name },
  choices: [],
  address: null,
  is_left_out: true,
})

const said = (problem: Problem['problem'], field: ImportField | null, text: string): Problem => ({
  problem,
  severity: 'warning',
  field,
  text,
  fix: null,
})

const markProblems = (
  {
    cells,
    marks,
  }: { cells: readonly string[]; marks: readonly { column: number; problem: 'merged_cell' | 'formula_empty' }[] },
  columns: Partial<Record<ImportField, number>>,
  fixed: ReadonlySet<ImportField>,
): Problem[] => {
  const fields = new Map(Object.entries(columns).map(([field, column]) => [column, field as ImportField])) // of a mapping by field
  const problems = marks.flatMap(({ column, problem }) => {
    const field = fields.get(column)
    return field === undefined || fixed.has(field) ? [] : [said(problem, field, (cells[column] ?? '').slice(0, 200))]
  })
  return cells.some((text) => text.includes('\uFFFD')) ? [...problems, said('damaged_text', null, '')] : problems
}

/** In a file of one table the line of titles is that of the mapping, whatever it was when the file was looked at. */
const titlesWith = (
  { grids }: Grids,
  header_row: number,
  titles: Readonly<Record<string, number>>,
): Record<string, number> => (grids.length === 1 ? { '1': header_row } : { ...titles })
