import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { TimeZone } from '../history/history.ts'
import { LIMITS } from '../limits.ts'
import { LINE_PROBLEMS, SHEET_VERDICTS, Sheet, SheetCounts, sheetLook, sheetProblem, sheetRequest } from '../sheets.ts'

/** What a column of a list of cards may mean. */
export const ICCID_FIELDS = [
  'iccid',
  'msisdn',
  'operator',
  'plan',
  'activation_time',
  'expiration_time',
  'status',
  'traffic_total_mb',
  'remark',
] as const
export type IccidField = (typeof ICCID_FIELDS)[number]

const CARD_PROBLEMS = [
  'iccid_missing',
  'iccid_invalid',
  'iccid_checksum',
  'duplicate_iccid',
  'outside_scope',
  'msisdn_wrong',
  'time_wrong',
  'ends_before_activation',
  'status_unknown',
  'status_move',
  'traffic_wrong',
  'text_too_long',
] as const
/** What may be wrong with a line as a card. */
export type CardProblem = (typeof CARD_PROBLEMS)[number]

/** The verdict on one line of the sheet. */
export const IccidRow = z.object({
  row: z.number().int(),
  verdict: z.enum(SHEET_VERDICTS),
  /** The number, as it was written where it is none. */
  name: z.string(),
  /** The unit that reports it, where it is in scope; empty = none. */
  mac: z.string(),
  problems: z.array(sheetProblem(ICCID_FIELDS, [...CARD_PROBLEMS, ...LINE_PROBLEMS])),
  fields: z.array(z.string()),
})
export type IccidRow = z.output<typeof IccidRow>

const ImportBody = sheetRequest(ICCID_FIELDS).omit({ mode: true }).extend({
  /** Days of the sheet are days there. */
  time_zone: TimeZone,
})
export type IccidImportRequest = z.output<typeof ImportBody>

export const iccidImports = endpoints({
  iccidImportRead: {
    method: 'POST',
    path: '/device-iccids/import-read',
    kind: 'read',
    of: 'iccid',
    needs: 'iccid:import',
    about: 'unscoped',
    body_bytes: LIMITS.import_body_bytes,
    body: Sheet,
    result: sheetLook(ICCID_FIELDS),
    fails: ['sheet_unreadable', 'sheet_too_large', 'sheets_waiting'],
    says: 'Reads a list of cards: its sheets, its columns with examples, and what each seems to mean.',
    example: {
      sheets: ['Sheet1'],
      sheet: 'Sheet1',
      rows: 80,
      columns: [{ title: 'ICCID', samples: ['89860324421045678909'], guess: 'iccid' }],
      mapping: { header_row: 1, columns: { iccid: 0 } },
    },
  },
  iccidImportCheck: {
    method: 'POST',
    path: '/device-iccids/import-check',
    kind: 'read',
    of: 'iccid',
    needs: 'iccid:import',
    about: 'unscoped',
    body_bytes: LIMITS.import_body_bytes,
    body: ImportBody,
    result: z.object({ counts: SheetCounts, rows: z.array(IccidRow) }),
    fails: ['sheet_unreadable', 'sheet_too_large', 'sheets_waiting'],
    says: 'A dry run: a verdict for every line of the sheet against the cards there are.',
    example: {
      counts: { new: 1, changed: 0, same: 0, left_out: 0, error: 0 },
      rows: [{ row: 2, verdict: 'new', name: '89860324421045678909', mac: '', problems: [], fields: [] }],
    },
  },
  iccidImportApply: {
    method: 'POST',
    path: '/device-iccids/import',
    kind: 'change',
    of: 'iccid',
    needs: 'iccid:import',
    about: 'unscoped',
    body_bytes: LIMITS.import_body_bytes,
    body: ImportBody,
    result: z.object({ counts: SheetCounts }),
    fails: ['sheet_unreadable', 'sheet_too_large', 'sheets_waiting', 'sheet_has_errors', 'stale_edit'],
    says: 'Takes the cards in, all or nothing: refused while a line that is not left out has an error. Known cards are changed.',
    example: { counts: { new: 80, changed: 0, same: 0, left_out: 1, error: 0 } },
  },
})
