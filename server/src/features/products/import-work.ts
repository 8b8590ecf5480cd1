import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/points.ts'
import type { ImportAsk } from '@heatfleet/contract/product-import.ts'
import { fieldOf, guessMapping } from './import-columns.ts'
import { type JudgedSheet, judgeSheet } from './import-judge.ts'
import { readSheet } from './import-sheet.ts'

type File = { bytes: Uint8Array; sheet: string | null }

/** Work on a sheet, as it is sent to the worker: looking at it, or judging it against the points there are. */
export type SheetWork =
  | { kind: 'read'; file: File }
  | {
      kind: 'judge'
      file: File
      ask: Pick<ImportAsk, 'mapping' | 'fixes' | 'left_out' | 'mode'>
      existing: readonly DataPoint[]
    }

/** Does it, wherever it is called. */
export const doSheetWork = async (work: SheetWork): Promise<SheetLook | JudgedSheet> => {
  const text = await readSheet(work.file.bytes, work.file.sheet)
  return work.kind === 'judge' ? judgeSheet(text.rows, work.ask, work.existing) : lookAt(text)
}

export type SheetLook = Awaited<ReturnType<typeof lookAt>>

const lookAt = ({ sheets, sheet, rows }: Awaited<ReturnType<typeof readSheet>>) => {
  const mapping = guessMapping(rows)
  const titles = rows[mapping.header_row - 1] ?? []
  const body = rows.slice(mapping.header_row)
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  return {
    sheets,
    sheet,
    rows: body.length,
    columns: Array.from({ length: width }, (_, column) => ({
      title: (titles[column] ?? '').slice(0, 100),
      samples: body
        .map((row) => row[column] ?? '')
        .filter((cell) => cell !== '')
        .slice(0, LIMITS.import_samples)
        .map((cell) => cell.slice(0, 60)),
      guess: fieldOf(titles[column] ?? ''),
    })),
    mapping,
  }
}
