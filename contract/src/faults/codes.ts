import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { TypedWords, Words } from '../products/points.ts'
import { FAULT_SEVERITIES } from '../products/settings.ts'
import { ROW_ID_MAX, RowId, RowIdText } from '../row-id.ts'
import { brokenAs, textOf } from '../text.ts'

const Code = textOf({ min: 1, max: LIMITS.fault_code_max })
const Prose = textOf({ max: LIMITS.fault_text_max })
/** Steps by language, separated by semicolons or lines; who has none in his own language reads the English ones. */
const Advice = z.object({ en: Prose, zh: Prose, pl: Prose })

/** Where the manual of a board or unit stands; empty = nowhere. Nothing but https: the console makes it a link. */
const ManualUrl = textOf({ max: LIMITS.manual_url_max }).refine(
  (url) => url === '' || isManualUrl(url),
  brokenAs('manual_url_wrong'),
)

/** An address that may be a link to a manual: https, a plain host, nothing that could end an attribute. */
export const isManualUrl = (text: string): boolean => /^https:\/\/[\w.-]+(?::\d{1,5})?(?:[/?#][^\s<>"']*)?$/i.test(text)

/** Texts of a fault: cause, checks, remedy. */
export const ADVICE_FIELDS = ['causes', 'checks', 'remedies'] as const
export type AdviceField = (typeof ADVICE_FIELDS)[number]

const fields = {
  set_name: Code,
  code: Code,
  /** The code as the value of a fault word; null = the fault is a bit. */
  code_num: z.number().int().min(-ROW_ID_MAX).max(ROW_ID_MAX).nullable(),
  register: z.number().int().min(0).max(65_535).nullable(),
  bit: z.number().int().min(0).max(15).nullable(),
  category: textOf({ max: LIMITS.fault_code_max }),
  severity: z.enum(FAULT_SEVERITIES),
  causes: Advice,
  checks: Advice,
  remedies: Advice,
  /** Names or numbers of spare parts. */
  parts: z.array(textOf({ min: 1, max: LIMITS.fault_part_max })).max(LIMITS.fault_parts_max),
  manual_url: ManualUrl,
}

/** A fault code as it is entered. Built-in sets are read-only; an own entry of the same code goes before them. */
export const FaultCodeDraft = z.object({ ...fields, names: TypedWords })
export type FaultCodeDraft = z.output<typeof FaultCodeDraft>

export const FaultCode = FaultCodeDraft.extend({
  fault_id: RowId,
  names: Words,
  /** Where the knowledge comes from, with its licence; empty for own entries. */
  source: z.string(),
  built_in: z.boolean(),
  updated_by: z.string(),
  updated_at: z.iso.datetime(),
})
export type FaultCode = z.output<typeof FaultCode>

/** A reported fault without an entry in the knowledge base: a value of a fault word without a choice, a set bit without a code. */
const UnknownFault = z.object({
  product_key: z.string(),
  point_key: z.string(),
  value: z.number(),
  mac: z.string(),
  times: z.number().int(),
  first_seen_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
})

const exampleFault: FaultCode = {
  fault_id: 1,
  set_name: 'sprsun_cg248075',
  code: 'F01',
  code_num: 1,
  register: 7,
  bit: 0,
  names: { en: 'DHW tank temperature sensor fault', zh: '生活热水温度传感器故障', pl: 'Czujnik temperatury CWU' },
  category: 'sensor_T',
  severity: 'warning',
  causes: {
    en: 'probe unplugged; cable broken',
    zh: '探头插头松脱；线缆断裂',
    pl: 'wypięty czujnik; przerwany przewód',
  },
  checks: { en: 'connector and cable', zh: '检查插头和线缆', pl: 'wtyczkę i przewód' },
  remedies: { en: 'replace the probe', zh: '更换探头', pl: 'wymienić czujnik' },
  parts: ['NTC 50K'],
  manual_url: 'https://example.com/manual.pdf',
  source: '',
  built_in: true,
  updated_by: '',
  updated_at: '2026-11-21T09:15:00.000Z',
}

/** Which fault codes: every condition that is given holds. */
export const FaultFilter = z.object({
  text: z.string().trim().max(LIMITS.point_name_max).optional(),
  set_name: z.string().max(LIMITS.fault_code_max).optional(),
  severity: z.enum(FAULT_SEVERITIES).optional(),
  category: z.string().max(LIMITS.fault_code_max).optional(),
  /** This one alone. */
  fault_id: RowId.optional(),
  code: z.string().max(LIMITS.fault_code_max).optional(),
  /** Only what this product's codes are looked up in; of a `code` the one entry it finds. */
  product_key: z.string().max(LIMITS.product_key_max).optional(),
})
export type FaultFilter = z.output<typeof FaultFilter>

const ById = z.object({ id: RowIdText })

export const faultCodes = endpoints({
  faultCodeList: {
    method: 'POST',
    path: '/fault-code/list',
    kind: 'read',
    of: 'fault-code',
    needs: 'faultcode:view',
    about: 'unscoped',
    query: Paging,
    body: FaultFilter.default({}),
    result: pageOf(FaultCode).extend({ sets: z.array(z.string()), categories: z.array(z.string()) }),
    fails: [],
    says: 'The knowledge base of faults: names, severity, causes, checks and remedies; with all sets and categories there are.',
    example: {
      list: [exampleFault],
      total: 1,
      pageNo: 1,
      size: 999,
      sets: ['sprsun_cg248075'],
      categories: ['sensor_T'],
    },
  },
  faultCodeCreate: {
    method: 'POST',
    path: '/fault-code/info',
    kind: 'change',
    of: 'fault-code',
    needs: 'faultcode:edit',
    about: 'unscoped',
    body: FaultCodeDraft,
    result: FaultCode,
    fails: ['fault_code_exists'],
    says: 'Adds a fault code of one’s own.',
    example: exampleFault,
  },
  faultCodeEdit: {
    method: 'PUT',
    path: '/fault-code/:id/info',
    kind: 'change',
    of: 'fault-code',
    needs: 'faultcode:edit',
    about: 'unscoped',
    params: ById,
    body: FaultCodeDraft.extend({ updated_at: z.iso.datetime() }),
    result: FaultCode,
    fails: ['fault_code_unknown', 'fault_code_exists', 'fault_code_read_only', 'stale_edit'],
    says: 'Changes an own fault code; built-in ones are read-only.',
    example: exampleFault,
  },
  faultCodeDelete: {
    method: 'DELETE',
    path: '/fault-code/:id/info',
    kind: 'change',
    of: 'fault-code',
    needs: 'faultcode:edit',
    about: 'unscoped',
    params: ById,
    result: z.object({ fault_id: RowId }),
    fails: ['fault_code_unknown', 'fault_code_read_only'],
    says: 'Removes an own fault code.',
    example: { fault_id: 400 },
  },
  unknownFaults: {
    method: 'GET',
    path: '/fault-code/unknown',
    kind: 'read',
    of: 'fault-code',
    needs: 'faultcode:view',
    about: 'unscoped',
    result: z.array(UnknownFault),
    fails: [],
    says: 'Faults that devices in scope reported and that nobody has named.',
    example: [
      {
        product_key: 'r290-monobloc',
        point_key: 'fault_code',
        value: 77,
        mac: '863412060123455',
        times: 3,
        first_seen_at: '2026-11-21T09:15:00.000Z',
        last_seen_at: '2026-11-21T09:15:00.000Z',
      },
    ],
  },
})
