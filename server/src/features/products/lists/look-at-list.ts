import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ListReading, RegisterListLook } from '@heatfleet/contract/products/import.ts'
import type { Grids } from './read-grids.ts'
import { readLines } from './read-list.ts'
import { registerListOf } from './register-list.ts'

/** A register list before anything was chosen: its tables and columns, what they seem to mean, and what is open. */
export const lookAtList = (grids: Grids, reading: ListReading): RegisterListLook => {
  const list = registerListOf(grids, reading)
  const { tables, columns, mapping, lines } = list
  const read = readLines(list, { mapping, fixes: [], left_out: [], reading })
  for (const _ of read.lines()) {
    // Questions are known after the last line.
  }
  return {
    sheets: [''],
    sheet: '',
    rows: lines.length,
    columns: columns.map(({ title, guess }, column) => ({
      title,
      guess,
      samples: samplesOf(lines, column),
    })),
    mapping,
    tables,
    questions: read.questions(),
  }
}

const samplesOf = (lines: readonly { cells: readonly string[] }[], column: number): string[] => {
  const samples = new Set<string>()
  for (const { cells } of lines) {
    const text = cells[column] ?? ''
    if (text !== '') samples.add(text.slice(0, 60))
    if (samples.size === LIMITS.import_samples) break
  }
  return [...samples]
}
