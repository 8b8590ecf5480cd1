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
  'slave',
  'fn',
  'address',
  'address_hex',
  'reg_len',
  'part',
  'bit',
  'bit_len',
  'type',
  'scale',
  'divisor',
  'order',
  'offset',
  'formula',
  'unit',
  'decimals',
  'min',
  'max',
  'range',
  'min_ref',
  'max_ref',
  'step',
  'default',
  'access',
  'write_cmd',
  'write_group',
  'write_sequence',
  'enum',
  'group',
  'tab',
  'tag',
  'tier',
  'accumulate',
  'wraps_at',
  'alarm',
  'in_history',
  'write_verified',
  'invalid',
  'sample_raw',
  'note',
] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

export type ImportMapping = SheetMapping<ImportField>

/**
 * What a list may leave open and a person answers once for all its rows: `base` = whether addresses count from 0 or 1;
 * `fn` = the table of rows that state none; `sign` = of rows without a type; `type` = what a type's name stands for;
 * `order` = which word of 32 bits comes first; `scale` = whether a factor multiplies or divides; `limits` = whether limits
 * are raw numbers or values; `map` = which of several register maps in one file is taken.
 */
export const QUESTION_KINDS = ['map', 'base', 'fn', 'type', 'sign', 'order', 'scale', 'limits'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

/** One question about a list; rows that depend on it are refused until it is answered. */
export const ImportQuestion = z.object({
  /** `kind`, or `kind:what it is about`. */
  id: z.string(),
  kind: z.enum(QUESTION_KINDS),
  /** The type's name or column that is asked about; empty for the whole list. */
  about: z.string(),
  /** Rows that it decides. */
  rows: z.number().int(),
  /** A row of the list, worked out under every option. */
  example: z.object({ place: z.string(), name: z.string(), text: z.string() }),
  options: z.array(z.object({ value: z.string(), result: z.string() })),
  answer: z.string().nullable(),
})
export type ImportQuestion = z.output<typeof ImportQuestion>

/** A table found in a file; `constants` = what its headings say of all its rows. */
export const ImportTable = z.object({
  id: z.string(),
  name: z.string(),
  /** Line of the file or sheet with the titles, 1-based; 0 = none. */
  header_row: z.number().int(),
  rows: z.number().int(),
  chosen: z.boolean(),
  constants: z.partialRecord(z.enum(IMPORT_FIELDS), z.string()),
  /** No line reads like titles: a person chooses it among the first lines. */
  titles_unknown: z.boolean(),
  /** First lines that are not empty, of chosen tables; cells are cut. */
  preview: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
})
export type ImportTable = z.output<typeof ImportTable>

const TableId = z.string().max(40)

/** How a file is read: what a person chose where its own words leave it open. */
export const ListReading = z.object({
  /** Tables that are taken; null = those that look like lists of registers. */
  tables: z.array(TableId).max(LIMITS.import_tables_max).nullable().default(null),
  /** Line of titles by table, where it is another than the one found. */
  titles: z.record(TableId, z.number().int().min(0).max(LIMITS.import_lines_max)).default({}),
  /** By id of the question. */
  answers: z.record(z.string().max(LIMITS.import_question_max), z.string().max(100)).default({}),
  /** Cell text of every row that has none, for the whole list. */
  constants: z.partialRecord(z.enum(IMPORT_FIELDS), z.string().max(100)).default({}),
  /** Columns without a field whose cells are kept in the note, by index. */
  noted: z
    .array(
      z
        .number()
        .int()
        .min(0)
        .max(LIMITS.import_columns_max - 1),
    )
    .max(LIMITS.import_columns_max)
    .optional(),
})
export type ListReading = z.output<typeof ListReading>

const POINT_PROBLEMS = [
  'name_missing',
  'address_missing',
  'address_wrong',
  'address_twice',
  'fn_unknown',
  'type_unknown',
  'type_guessed',
  'bits_as_word',
  'bit_wrong',
  'slave_wrong',
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
  'question_open',
  'name_shortened',
  'enum_unclear',
  'length_differs',
  'text_length_missing',
  'limits_beyond_type',
  'unit_unclear',
  'default_beyond_limits',
  'reserved',
  'struck_out',
] as const
/** What may be wrong with a line as a data point. */
export type PointProblem = (typeof POINT_PROBLEMS)[number]

/** A line as it was understood: what the point will be. */
const ReadPoint = z.object({
  fn: z.number().int(),
  reg_len: z.number().int(),
  type: z.string(),
  scale: z.number().nullable(),
  offset: z.number().nullable(),
  unit: z.string(),
  access: z.enum(['r', 'rw']),
  min: z.number().nullable(),
  max: z.number().nullable(),
})

/** The verdict on one line of the sheet. `place` = where the line stands in its file. `sample` = what its example raw value decodes to. */
export const ImportRow = z.object({
  row: z.number().int(),
  place: z.string(),
  verdict: z.enum(SHEET_VERDICTS),
  key: z.string().nullable(),
  name: z.string(),
  address: z.number().int().nullable(),
  problems: z.array(sheetProblem(IMPORT_FIELDS, [...POINT_PROBLEMS, ...LINE_PROBLEMS])),
  fields: z.array(z.string()),
  sample: z.object({ raw: z.string(), value: z.number().nullable(), unit: z.string() }).nullable(),
  read: ReadPoint.nullable(),
})
export type ImportRow = z.output<typeof ImportRow>

/** A register list looked at. */
const RegisterListLook = sheetLook(IMPORT_FIELDS).extend({
  tables: z.array(ImportTable),
  questions: z.array(ImportQuestion),
})
export type RegisterListLook = z.output<typeof RegisterListLook>

const ImportBody = sheetRequest(IMPORT_FIELDS).extend({ reading: ListReading.prefault({}) })
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
    body: Sheet.extend({ reading: ListReading.prefault({}) }),
    result: RegisterListLook,
    fails: ['sheet_unreadable', 'sheet_too_large', 'sheets_waiting'],
    says: 'Reads a register list: its tables, its columns with examples, what each seems to mean, and what it leaves open.',
    example: {
      sheets: ['Sheet1'],
      sheet: 'Sheet1',
      rows: 342,
      columns: [{ title: 'addr', samples: ['0', '1'], guess: 'address' }],
      mapping: { header_row: 1, columns: { address: 0 } },
      tables: [
        {
          id: '1',
          name: 'Sheet1',
          header_row: 1,
          rows: 342,
          chosen: true,
          constants: {},
          titles_unknown: false,
          preview: [{ line: 1, cells: ['addr', 'name'] }],
        },
      ],
      questions: [],
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
      questions: z.array(ImportQuestion),
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
          place: '2',
          verdict: 'new',
          key: 'heat_setp',
          name: 'Heat SetP',
          address: 1,
          problems: [],
          fields: [],
          sample: null,
          read: {
            fn: 3,
            reg_len: 1,
            type: 's16',
            scale: 0.1,
            offset: 0,
            unit: '°C',
            access: 'rw',
            min: 15,
            max: 65,
          },
        },
      ],
      questions: [],
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
