import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import {
  LINE_PROBLEMS,
  SHEET_FORMATS,
  SHEET_VERDICTS,
  Sheet,
  SheetCounts,
  sheetLook,
  sheetProblem,
  sheetRequest,
} from '../sheets.ts'
import { FaultFilter } from './codes.ts'

/** What a column of a list of fault codes may mean. */
export const FAULT_FIELDS = [
  'set_name',
  'code',
  'code_num',
  'register',
  'bit',
  'name',
  'name_en',
  'name_zh',
  'name_pl',
  'category',
  'severity',
  'causes_en',
  'causes_zh',
  'causes_pl',
  'checks_en',
  'checks_zh',
  'checks_pl',
  'remedies_en',
  'remedies_zh',
  'remedies_pl',
  'parts',
  'manual_url',
] as const
export type FaultField = (typeof FAULT_FIELDS)[number]

const CODE_PROBLEMS = [
  'set_missing',
  'code_missing',
  'name_missing',
  'number_wrong',
  'register_wrong',
  'bit_wrong',
  'severity_unknown',
  'severity_missing',
  'text_too_long',
  'manual_url_wrong',
  'duplicate_code',
  'built_in_code',
  'too_many_codes',
] as const
/** What may be wrong with a line as a fault code. */
export type CodeProblem = (typeof CODE_PROBLEMS)[number]

/** The verdict on one line of the sheet. */
export const FaultRow = z.object({
  row: z.number().int(),
  verdict: z.enum(SHEET_VERDICTS),
  set_name: z.string(),
  code: z.string(),
  name: z.string(),
  problems: z.array(sheetProblem(FAULT_FIELDS, [...CODE_PROBLEMS, ...LINE_PROBLEMS])),
  fields: z.array(z.string()),
})
export type FaultRow = z.output<typeof FaultRow>

const ImportBody = sheetRequest(FAULT_FIELDS)
export type FaultImportRequest = z.output<typeof ImportBody>

/** The own codes that were validated against: an import after another change is refused as stale. */
const Revision = z.string().max(80)

export const faultImports = endpoints({
  faultImportRead: {
    method: 'POST',
    path: '/fault-code/import-read',
    kind: 'read',
    of: 'fault-code',
    needs: 'faultcode:edit',
    about: 'unscoped',
    body_bytes: LIMITS.import_body_bytes,
    body: Sheet,
    result: sheetLook(FAULT_FIELDS),
    fails: ['sheet_unreadable', 'sheet_too_large', 'sheets_waiting'],
    says: 'Reads a list of fault codes: its sheets, its columns with examples, and what each seems to mean.',
    example: {
      sheets: ['Sheet1'],
      sheet: 'Sheet1',
      rows: 80,
      columns: [{ title: 'code', samples: ['F01', 'F02'], guess: 'code' }],
      mapping: { header_row: 1, columns: { code: 0 } },
    },
  },
  faultImportCheck: {
    method: 'POST',
    path: '/fault-code/import-check',
    kind: 'read',
    of: 'fault-code',
    needs: 'faultcode:edit',
    about: 'unscoped',
    body_bytes: LIMITS.import_body_bytes,
    body: ImportBody,
    result: z.object({
      revision: Revision,
      counts: SheetCounts,
      rows: z.array(FaultRow),
      /** Own codes of the sheet’s sets that `replace` would remove, as “set code”. */
      removed: z.array(z.string()),
    }),
    fails: ['sheet_unreadable', 'sheet_too_large', 'sheets_waiting'],
    says: 'A dry run: a verdict for every line of the sheet against the codes there are, with what would put it right.',
    example: {
      revision: '12 2026-11-21T09:15:00.000Z',
      counts: { new: 1, changed: 0, same: 0, left_out: 0, error: 0 },
      rows: [{ row: 2, verdict: 'new', set_name: 'own', code: 'E01', name: 'Water flow', problems: [], fields: [] }],
      removed: [],
    },
  },
  faultImportApply: {
    method: 'POST',
    path: '/fault-code/import',
    kind: 'change',
    of: 'fault-code',
    needs: 'faultcode:edit',
    about: 'unscoped',
    body_bytes: LIMITS.import_body_bytes,
    body: ImportBody.extend({ revision: Revision }),
    result: z.object({ counts: SheetCounts, removed: z.number().int() }),
    fails: ['sheet_unreadable', 'sheet_too_large', 'sheets_waiting', 'sheet_has_errors', 'stale_edit'],
    says: 'Takes the sheet in, all or nothing: refused while a line that is not left out has an error.',
    example: { counts: { new: 80, changed: 0, same: 0, left_out: 1, error: 0 }, removed: 0 },
  },
  faultExport: {
    method: 'GET',
    path: '/fault-code/export',
    kind: 'read',
    of: 'fault-code',
    needs: 'faultcode:view',
    about: 'unscoped',
    query: FaultFilter.omit({ fault_id: true }).extend({ format: z.enum(SHEET_FORMATS) }),
    gives: 'file',
    result: z.null(),
    fails: [],
    says: 'The fault codes that match, in the form that the import takes.',
    example: null,
  },
})
