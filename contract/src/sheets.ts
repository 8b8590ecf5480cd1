import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** What the sender calls a file, for the audit trail. */
export const FileName = z.string().min(1).max(200)

/** A spreadsheet as it is sent: XLSX or CSV (UTF-8, UTF-16, GB 18030, Windows-1250 or Latin-2), base64. */
export const Sheet = z.object({
  file_name: FileName,
  content: z.base64(),
  /** Name of the worksheet; null = the first with cells. */
  sheet: z.string().max(100).nullable().default(null),
})

/** How a list is written into a file. */
export const SHEET_FORMATS = ['xlsx', 'csv'] as const

/** Which column holds what, by 0-based index; and on which line (1-based) the titles stand, 0 = nowhere. */
export const sheetMapping = <const Fields extends readonly string[]>(fields: Fields) =>
  z.object({
    header_row: z.number().int().min(0).max(LIMITS.import_lines_max),
    columns: z.partialRecord(
      z.enum(fields),
      z
        .number()
        .int()
        .min(0)
        .max(LIMITS.import_columns_max - 1),
    ),
  })
export type SheetMapping<Field extends string> = { header_row: number; columns: Partial<Record<Field, number>> }

/** A cell put right by hand: `row` is the line of the sheet. */
const sheetFix = <const Fields extends readonly string[]>(fields: Fields) =>
  z.object({
    row: z.number().int().min(1).max(LIMITS.import_lines_max),
    field: z.enum(fields),
    value: z.string().max(LIMITS.fault_text_max),
  })
export type SheetFix<Field extends string> = { row: number; field: Field; value: string }

/** A sheet to be held against what there is: what its columns mean, and what a person answered to its lines. */
export const sheetRequest = <const Fields extends readonly string[]>(fields: Fields) =>
  z.object({
    ...Sheet.shape,
    mapping: sheetMapping(fields),
    fixes: z.array(sheetFix(fields)).max(LIMITS.import_fixes_max).default([]),
    /** Lines not to be taken. */
    left_out: z.array(z.number().int()).max(LIMITS.import_rows_max).default([]),
    /** `merge` leaves alone what the sheet does not have; `replace` removes it. */
    mode: z.enum(['merge', 'replace']).default('merge'),
  })
export type SheetRequest<Field extends string> = {
  mapping: SheetMapping<Field>
  fixes: readonly SheetFix<Field>[]
  left_out: readonly number[]
  mode: 'merge' | 'replace'
}

/** A sheet looked at: its lines below the titles, its columns with examples, and what each seems to mean. */
export const sheetLook = <const Fields extends readonly string[]>(fields: Fields) =>
  z.object({
    sheets: z.array(z.string()),
    sheet: z.string(),
    rows: z.number().int(),
    columns: z.array(z.object({ title: z.string(), samples: z.array(z.string()), guess: z.enum(fields).nullable() })),
    mapping: sheetMapping(fields),
  })
export type SheetLook<Field extends string> = {
  sheets: string[]
  sheet: string
  rows: number
  columns: { title: string; samples: string[]; guess: Field | null }[]
  mapping: SheetMapping<Field>
}

/** What may be said of a line whatever the list is of. */
export const LINE_PROBLEMS = ['merged_cell', 'formula_empty', 'damaged_text', 'row_empty', 'left_out_by_hand'] as const
export type LineProblem = (typeof LINE_PROBLEMS)[number]

/** What is to be said of a row; `fix` = the cell text that would put it right. */
export const sheetProblem = <const Fields extends readonly string[], const Problems extends readonly string[]>(
  fields: Fields,
  problems: Problems,
) =>
  z.object({
    problem: z.enum(problems),
    severity: z.enum(['error', 'warning']),
    field: z.enum(fields).nullable(),
    text: z.string(),
    fix: z.string().nullable(),
  })
export type SheetProblem<Field extends string, Problem extends string> = {
  problem: Problem
  severity: 'error' | 'warning'
  field: Field | null
  text: string
  fix: string | null
}

export const SHEET_VERDICTS = ['new', 'changed', 'same', 'left_out', 'error'] as const
export type SheetVerdict = (typeof SHEET_VERDICTS)[number]

/** How many lines got which verdict. */
export const SheetCounts = z.record(z.enum(SHEET_VERDICTS), z.number().int())
export type SheetCounts = z.output<typeof SheetCounts>

/** What each verdict on a line has, whatever the list is of; `fields` = what the line changes. */
export type SheetRow<Field extends string, Problem extends string> = {
  row: number
  /** Where it stands, if the number alone does not say it. */
  place?: string
  verdict: SheetVerdict
  name: string
  problems: SheetProblem<Field, Problem>[]
  fields: string[]
}
