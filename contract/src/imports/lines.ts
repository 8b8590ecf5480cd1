import { z } from 'zod'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { ONLINE_STATES, RECOGNITION_STATES } from '../transitions.ts'

const Time = z.iso.datetime()
/** Place of a line. */
export const RowNumber = z.number().int().min(1).max(LIMITS.device_import_rows_max)

/** What a line of an import may say; also the columns of a file, in this order in the template. */
export const IMPORT_FIELDS = ['mac', 'product', 'iccid', 'hardware_version', 'device_name', 'serial', 'secret'] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

/** What would become of a line. `in_stock` and `shipped` exist: only their import count rises. */
export const IMPORT_VERDICTS = ['new', 'in_stock', 'shipped', 'error', 'dropped'] as const
export type ImportVerdict = (typeof IMPORT_VERDICTS)[number]

/** Why a line cannot be imported; `held_elsewhere` = the unit exists out of the caller's sight. */
const IMPORT_ERRORS = [
  'mac_incomplete',
  'duplicate',
  'held_elsewhere',
  'product_missing',
  'product_unknown',
  'product_conflict',
  'product_not_sold',
  'iccid_invalid',
  'secret_invalid',
  'text_too_long',
] as const
/** What should be known before it is; `secret_kept` = the unit exists, and keeps the secret it has. */
const IMPORT_WARNINGS = ['in_use', 'iccid_checksum', 'iccid_repeated', 'iccid_elsewhere', 'secret_kept'] as const
export const IMPORT_PROBLEMS = [...IMPORT_ERRORS, ...IMPORT_WARNINGS] as const
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]
export const isImportError = (problem: ImportProblem): boolean => IMPORT_ERRORS.some((error) => error === problem)

/** The field at which a problem is put right. */
export const IMPORT_PROBLEM_FIELD = {
  mac_incomplete: 'mac',
  duplicate: 'mac',
  held_elsewhere: 'mac',
  product_missing: 'product',
  product_unknown: 'product',
  product_conflict: 'product',
  product_not_sold: 'product',
  iccid_invalid: 'iccid',
  secret_invalid: 'secret',
  text_too_long: 'device_name',
  in_use: 'mac',
  iccid_checksum: 'iccid',
  iccid_repeated: 'iccid',
  iccid_elsewhere: 'iccid',
  secret_kept: 'secret',
} as const satisfies Record<ImportProblem, ImportField>

/** What became of a line: `repeated` = the unit existed, its import count rose. */
const IMPORT_RESULTS = ['imported', 'repeated', 'failed', 'dropped'] as const
export type ImportResult = (typeof IMPORT_RESULTS)[number]

/** A line as people write it: nothing is refused here, so that each line gets its verdict. */
const Cell = z.string().max(LIMITS.device_import_cell_max).default('')
export const ImportLine = z.object({
  /** MAC or IMEI in any usual writing. */
  mac: z.string().max(LIMITS.device_import_cell_max),
  /** Key or name; empty = the product of the batch. */
  product: Cell,
  iccid: Cell,
  /** Empty = that of the batch. */
  hardware_version: Cell,
  /** Empty = the id. */
  device_name: Cell,
  serial: Cell,
  /** 64 hex digits; empty = made by the server. */
  secret: Cell,
})
export type ImportLine = z.output<typeof ImportLine>

/** A cell put right by hand. */
export const ImportFix = z.object({
  row: RowNumber,
  field: z.enum(IMPORT_FIELDS),
  value: z.string().trim().max(LIMITS.device_import_cell_max),
})
export type ImportFix = z.output<typeof ImportFix>

/** One line of a batch. */
export const ImportRow = z.object({
  import_id: RowId,
  /** Its line in the file, or its place. */
  row: z.number().int(),
  /** As it was written where it is no whole id. */
  mac: z.string(),
  /** As it was written where no product is meant. */
  product: z.string(),
  product_key: z.string().nullable(),
  product_name: z.string(),
  product_english_name: z.string(),
  iccid: z.string(),
  hardware_version: z.string(),
  device_name: z.string(),
  serial: z.string(),
  /** The line brought a secret of its own. */
  own_secret: z.boolean(),
  verdict: z.enum(IMPORT_VERDICTS),
  problems: z.array(z.enum(IMPORT_PROBLEMS)),
  /** Null before the end. */
  result: z.enum(IMPORT_RESULTS).nullable(),
  /** Who has the unit now; of the unit only where it is in scope. Null = stock of the manufacturer. */
  agent_id: z.number().int().nullable(),
  agent_name: z.string().nullable(),
  /** Null = there is no unit, or none in scope. */
  online_status: z.enum(ONLINE_STATES).nullable(),
  first_online_time: Time.nullable(),
  identify_status: z.enum(RECOGNITION_STATES).nullable(),
  import_count: z.number().int().nullable(),
})
export type ImportRow = z.output<typeof ImportRow>

export const IMPORT_TABS = ['all', 'success', 'failed'] as const

/** What narrows the lines of a batch. `success` and `failed` are results; of a draft, what would become of a line. */
export const ImportRowFilter = z.object({
  import_id: RowId,
  tab: z.enum(IMPORT_TABS).default('all'),
  macs: z.array(DeviceId).max(LIMITS.filter_ids_max).optional(),
  verdict: z.enum(IMPORT_VERDICTS).optional(),
  problem: z.enum(IMPORT_PROBLEMS).optional(),
  result: z.enum(IMPORT_RESULTS).optional(),
})
export type ImportRowFilter = z.output<typeof ImportRowFilter>

/** Of all batches where none is named: the specification knows pages of lines alone (spec 7). */
export const ImportRowQuery = ImportRowFilter.partial({ import_id: true })
export type ImportRowQuery = z.output<typeof ImportRowQuery>

/** What an export of lines can hold: with `failed`, the file to put right and import again. */
export const IMPORT_ROW_EXPORT_COLUMNS = [
  'mac',
  'product',
  'iccid',
  'hardware_version',
  'device_name',
  'serial',
  'row',
  'verdict',
  'result',
  'problems',
  'agent_name',
  'online_status',
  'first_online_time',
  'identify_status',
] as const

/** What goes on the label of a unit. */
export const ImportLabel = z.object({
  mac: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  device_name: z.string(),
  serial: z.string(),
  hardware_version: z.string(),
  /** Who has it may bind the unit while it has no owner. */
  claim_code: z.string(),
})
export type ImportLabel = z.output<typeof ImportLabel>

export const exampleImportRow: ImportRow = {
  import_id: 118,
  row: 2,
  mac: '863412060123455',
  product: 'R290 monobloc',
  product_key: 'r290_monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  iccid: '89860324421045678909',
  hardware_version: 'CG248075',
  device_name: '863412060123455',
  serial: 'SN-2026-00118',
  own_secret: false,
  verdict: 'new',
  problems: [],
  result: 'imported',
  agent_id: null,
  agent_name: null,
  online_status: 'never',
  first_online_time: null,
  identify_status: 'not_started',
  import_count: 1,
}
