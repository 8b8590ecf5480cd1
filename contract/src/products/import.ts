import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { RowIdText } from '../row-id.ts'
import {
  LINE_PROBLEMS,
  SHEET_FORMATS,
  SHEET_VERDICTS,
  Sheet,
  SheetCounts,
  type SheetMapping,
  sheetLook,
  sheetProblem,
  sheetRequest,
} from '../sheets.ts'
import { ByProduct } from './products.ts'

/** What a column of a register list may mean. */
export const IMPORT_FIELDS = [
  'key',
  'code',
  'name',
  'name_en',
  'name_zh',
  'name_pl',
  'fn',
  'address',
  'address_hex',
  'reg_len',
  'part',
  'bit',
  'type',
  'scale',
  'offset',
  'formula',
  'unit',
  'decimals',
  'min',
  'max',
  'min_ref',
  'max_ref',
  'step',
  'default',
  'access',
  'write_cmd',
  'enum',
  'group',
  'tab',
  'tag',
  'tier',
  'accumulate',
  'alarm',
  'in_history',
  'write_verified',
  'invalid',
  'sample_raw',
  'note',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

export type ImportMapping = SheetMapping<ImportField>

const POINT_PROBLEMS = [
  'name_missing',
  'address_missing',
  'address_wrong',
  'fn_unknown',
  'type_unknown',
  'type_guessed',
  'bit_wrong',
  'number_wrong',
  'formula_wrong',
  'limits_reversed',
  'limit_point_unknown',
  'enum_wrong',
  'duplicate_key',
  'key_changed',
  'access_unknown',
  'text_too_long',
  'tag_unknown',
  'too_many_points',
] as const
/** What may be wrong with a line as a data point. */
export type PointProblem = (typeof POINT_PROBLEMS)[number]

/** The verdict on one line of the sheet. `sample` = what its example raw value decodes to. */
export const ImportRow = z.object({
  row: z.number().int(),
  verdict: z.enum(SHEET_VERDICTS),
  key: z.string().nullable(),
  name: z.string(),
  address: z.number().int().nullable(),
  problems: z.array(sheetProblem(IMPORT_FIELDS, [...POINT_PROBLEMS, ...LINE_PROBLEMS])),
  fields: z.array(z.string()),
  sample: z.object({ raw: z.string(), value: z.number().nullable(), unit: z.string() }).nullable(),
})
export type ImportRow = z.output<typeof ImportRow>

const ImportBody = sheetRequest(IMPORT_FIELDS)
export type RegisterImportRequest = z.output<typeof ImportBody>

export const productImports = endpoints({
  productImportRead: {
    method: 'POST',
    path: '/product/import-read',
    kind: 'read',
    of: 'product-draft',
    needs: 'datapoint:import',
    about: 'unscoped',
    body_bytes: LIMITS.import_body_bytes,
    body: Sheet,
    result: sheetLook(IMPORT_FIELDS),
    fails: ['sheet_unreadable', 'sheet_too_large', 'sheets_waiting'],
    says: 'Reads a register list: its sheets, its columns with examples, and what each seems to mean.',
    example: {
      sheets: ['Sheet1'],
      sheet: 'Sheet1',
      rows: 342,
      columns: [{ title: 'addr', samples: ['0', '1'], guess: 'address' }],
      mapping: { header_row: 1, columns: { address: 0 } },
    },
  },
  productImportCheck: {
    method: 'POST',
    path: '/product/import-check/:product_key',
    kind: 'read',
    of: 'product-draft',
    needs: 'datapoint:import',
    about: 'unscoped',
    params: ByProduct,
    body_bytes: LIMITS.import_body_bytes,
    body: ImportBody,
    result: z.object({
      revision: z.number().int(),
      counts: SheetCounts,
      rows: z.array(ImportRow),
      /** Keys of the draft that `replace` would remove. */
      removed: z.array(z.string()),
    }),
    fails: ['product_unknown', 'sheet_unreadable', 'sheet_too_large', 'sheets_waiting'],
    says: 'A dry run: a verdict for every line of the sheet against the draft, with what would put it right.',
    example: {
      revision: 4,
      counts: { new: 1, changed: 0, same: 0, left_out: 0, error: 0 },
      rows: [
        {
          row: 2,
          verdict: 'new',
          key: 'heat_setp',
          name: 'Heat SetP',
          address: 1,
          problems: [],
          fields: [],
          sample: null,
        },
      ],
      removed: [],
    },
  },
  productImportApply: {
    method: 'POST',
    path: '/product/import/:product_key',
    kind: 'change',
    of: 'product-draft',
    needs: 'datapoint:import',
    about: 'unscoped',
    params: ByProduct,
    body_bytes: LIMITS.import_body_bytes,
    body: ImportBody.extend({ revision: z.number().int().min(0) }),
    result: z.object({ revision: z.number().int(), counts: SheetCounts }),
    fails: [
      'product_unknown',
      'sheet_unreadable',
      'sheet_too_large',
      'sheets_waiting',
      'sheet_has_errors',
      'stale_edit',
      'too_many_points',
    ],
    says: 'Takes the sheet into the draft, all or nothing: refused while a line that is not left out has an error.',
    example: { revision: 5, counts: { new: 340, changed: 0, same: 0, left_out: 2, error: 0 } },
  },
  productExport: {
    method: 'GET',
    path: '/product/export/:product_key',
    kind: 'read',
    of: 'product',
    needs: 'product:export',
    about: 'unscoped',
    params: ByProduct,
    query: z.object({
      format: z.enum([...SHEET_FORMATS, 'json']),
      /** A version; without it the draft, or the version in use where there is no draft. */
      layout_id: RowIdText.optional(),
    }),
    gives: 'file',
    result: z.null(),
    fails: ['product_unknown', 'product_version_unknown'],
    says: 'The points in the form that the import takes; JSON holds the whole product.',
    example: null,
  },
})
