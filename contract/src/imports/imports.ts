import { z } from 'zod'
import { ERROR_CODES, type ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { textOf } from '../text.ts'
import { IMPORT_VERDICTS, ImportFix, RowNumber } from './lines.ts'

const Time = z.iso.datetime()

/**
 * A draft is checked and not begun; only its own account sees it. `running` is one transaction: a kill leaves it whole or not
 * begun, and the next process takes it up again.
 */
export const IMPORT_STATES = ['draft', 'queued', 'running', 'done', 'failed', 'undone'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** Which states a move may start from; the server's updates and the console's buttons both follow it. */
export const IMPORT_MOVES = {
  edit: ['draft'],
  start: ['draft', 'failed'],
  discard: ['draft', 'failed'],
  tag: ['done'],
  retry: ['done'],
  undo: ['done'],
  secrets: ['done'],
} as const satisfies Record<string, readonly ImportState[]>

export const IMPORT_SOURCES = ['paste', 'scan', 'file', 'api'] as const
export type ImportSource = (typeof IMPORT_SOURCES)[number]

/** What all lines of a batch have in common. */
export const ImportHeader = z.object({
  /** Null = stock of the manufacturer; for accounts of a distributor their own one. */
  agent_id: RowId.nullable().default(null),
  /** Of lines that name none. */
  product_key: z.string().max(LIMITS.product_key_max).nullable().default(null),
  import_tag: textOf({ max: LIMITS.import_tag_max }).default(''),
  hardware_version: textOf({ max: LIMITS.hardware_version_max }).default(''),
  remark: textOf({ max: LIMITS.remark_max }).default(''),
})
export type ImportHeader = z.output<typeof ImportHeader>

/** Changes of a draft: the lines are checked anew afterwards. */
export const ImportEdit = z.object({
  /** Replaces what is named. */
  header: z
    .object({
      agent_id: RowId.nullable(),
      product_key: ImportHeader.shape.product_key.unwrap(),
      import_tag: ImportHeader.shape.import_tag.unwrap(),
      hardware_version: ImportHeader.shape.hardware_version.unwrap(),
      remark: ImportHeader.shape.remark.unwrap(),
    })
    .partial()
    .default({}),
  fixes: z.array(ImportFix).max(LIMITS.import_fixes_max).default([]),
  /** Lines not to be imported. */
  drop: z.array(RowNumber).max(LIMITS.device_import_rows_max).default([]),
  /** Drops every line that cannot be imported. */
  drop_errors: z.boolean().default(false),
  /** Dropped lines to be taken all the same. */
  keep: z.array(RowNumber).max(LIMITS.device_import_rows_max).default([]),
})
export type ImportEdit = z.output<typeof ImportEdit>

/** How many lines of a batch have each verdict. */
export const ImportCounts = z.record(z.enum(IMPORT_VERDICTS), z.number().int())
export type ImportCounts = z.output<typeof ImportCounts>

/** One import of units. */
export const ImportBatch = z.object({
  import_id: z.number().int(),
  batch_no: z.string(),
  state: z.enum(IMPORT_STATES),
  source: z.enum(IMPORT_SOURCES),
  /** Empty where the lines came from no file. */
  file_name: z.string(),
  /** Null = stock of the manufacturer, or a distributor deleted since: then it has a name. */
  agent_id: z.number().int().nullable(),
  agent_name: z.string().nullable(),
  /** Null = each line names its own. */
  product_key: z.string().nullable(),
  product_name: z.string().nullable(),
  product_english_name: z.string().nullable(),
  import_tag: z.string(),
  hardware_version: z.string(),
  remark: z.string(),
  imported_user: z.string(),
  /** Lines, without dropped ones. */
  total: z.number().int(),
  /** Verdicts, as they were when it was checked last. */
  counts: ImportCounts,
  /** Of the lines: written so far by a running import. */
  progress: z.number().int(),
  /** New units, units whose import count rose, lines that could not be imported; 0 before the end. */
  imported: z.number().int(),
  repeated: z.number().int(),
  failed: z.number().int(),
  /** Why it failed as a whole. */
  reason: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]).nullable(), // the keys of ERRORS, never none
  /** The batch whose failed lines it takes up. */
  retry_of: z.number().int().nullable(),
  created_time: Time,
  started_time: Time.nullable(),
  /** The import time of its units. */
  finished_time: Time.nullable(),
  undone_time: Time.nullable(),
  undone_by: z.string(),
  /** When and by whom the secrets were taken; null = nobody has. */
  secrets_time: Time.nullable(),
  secrets_by: z.string(),
})
export type ImportBatch = z.output<typeof ImportBatch>

/** One import with what became of the units it brought in. */
export const ImportDetail = ImportBatch.extend({
  /** Ever on line. */
  online_count: z.number().int(),
  /** Shipped, and not come back. */
  shipped_count: z.number().int(),
  bound_count: z.number().int(),
  /** False while a unit of it is shipped, bound, or was ever on line. */
  may_undo: z.boolean(),
})
export type ImportDetail = z.output<typeof ImportDetail>

/** What narrows batches. */
export const ImportFilter = z.object({
  batch_no: z.string().trim().max(LIMITS.shipment_no_max).optional(),
  /** The distributor, or one above it. */
  agent_id: RowId.optional(),
  /** Of the batch, or of one of its lines. */
  product_key: z.string().max(LIMITS.product_key_max).optional(),
  imported_user: z.string().trim().max(LIMITS.user_name_max).optional(),
  /** The beginning of it. */
  import_tag: z.string().trim().max(LIMITS.import_tag_max).optional(),
  states: z.array(z.enum(IMPORT_STATES)).max(IMPORT_STATES.length).optional(),
  import_from: Time.optional(),
  import_to: Time.optional(),
})
export type ImportFilter = z.output<typeof ImportFilter>

/** What an export of batches can hold. */
export const IMPORT_EXPORT_COLUMNS = [
  'batch_no',
  'state',
  'product_name',
  'agent_name',
  'import_tag',
  'total',
  'imported',
  'failed',
  'repeated',
  'imported_user',
  'created_time',
  'finished_time',
  'file_name',
  'remark',
] as const

export const exampleImport: ImportBatch = {
  import_id: 12,
  batch_no: 'I0000000012',
  state: 'done',
  source: 'file',
  file_name: 'line-3.xlsx',
  agent_id: null,
  agent_name: null,
  product_key: 'r290_monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  import_tag: 'CN-01',
  hardware_version: 'CG248075',
  remark: '',
  imported_user: 'factory',
  total: 1_000,
  counts: { new: 960, in_stock: 8, shipped: 2, error: 30, dropped: 0 },
  progress: 1_000,
  imported: 960,
  repeated: 10,
  failed: 30,
  reason: null,
  retry_of: null,
  created_time: '2026-11-24T08:00:00.000Z',
  started_time: '2026-11-24T08:03:00.000Z',
  finished_time: '2026-11-24T08:03:02.000Z',
  undone_time: null,
  undone_by: '',
  secrets_time: null,
  secrets_by: '',
}
