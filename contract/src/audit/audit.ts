import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import { LIMITS } from '../limits.ts'
import { CursorPaging, cursorPageOf } from '../paging.ts'
import { RowId } from '../row-id.ts'

const Time = z.iso.datetime()

/** How an audited call ended: done, refused, refused for a missing right or an invisible row, or late: changed by somebody else before. */
export const AUDIT_RESULTS = ['ok', 'refused', 'no_access', 'conflict'] as const
export type AuditResult = (typeof AUDIT_RESULTS)[number]

/** Refusals of an edit because somebody else was faster: no fault of anybody. */
export const EDIT_CONFLICTS = [
  'stale_edit',
  'draft_conflict',
  'order_answered_meanwhile',
] as const satisfies readonly ErrorCode[]
const CONFLICTS: ReadonlySet<string> = new Set(EDIT_CONFLICTS)

/** The one word for the result of an entry. */
export const auditResultOf = (result: string): AuditResult => {
  if (result === 'ok') return 'ok'
  if (CONFLICTS.has(result)) return 'conflict'
  return result === 'no_permission' || result.endsWith('not_found') ? 'no_access' : 'refused'
}

/** One line of the audit log: who did what to what from where, what changed, how it ended. */
export const AuditLine = z.object({
  audit_id: z.number().int(),
  at: Time,
  /** Null = no account: a log-in with a name that does not exist, an app, an app user. */
  uid: RowId.nullable(),
  user_name: z.string(),
  /** The role the account has now; empty when there is no account (any more). */
  role_name: z.string(),
  agent_name: z.string().nullable(),
  address: z.string(),
  /** Name of the call, or of the socket command. */
  action: z.string(),
  /** `<noun> <id>`. */
  object: z.string(),
  /** `before` and `after` hold the changed fields; personal data masked without `pii:view`. */
  detail: z.record(z.string(), z.unknown()),
  /** `ok`, or the code of the refusal. */
  result: z.string(),
  request_id: z.string(),
  /** Verb of HTTP, or `socket`. */
  method: z.string(),
  user_agent: z.string(),
})
export type AuditLine = z.infer<typeof AuditLine>

/** Filters on every column; whatever is left out does not filter. */
export const AuditFilter = z.object({
  from: Time.optional(),
  to: Time.optional(),
  uid: RowId.optional(),
  /** Lines by this account and about it. */
  account: RowId.optional(),
  /** A part of the account's name. */
  user_name: z.string().trim().max(64).optional(),
  role_id: RowId.optional(),
  /** The beginning of the address. */
  address: z.string().trim().max(64).optional(),
  action: z.string().trim().max(60).optional(),
  /** `role 3`: that one; `role`: every role. */
  object: z.string().trim().max(300).optional(),
  result: z.enum(AUDIT_RESULTS).optional(),
  request_id: z.string().trim().max(64).optional(),
  /** A part of the object or the detail. */
  text: z.string().trim().max(100).optional(),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type AuditFilter = z.output<typeof AuditFilter>

/** What an export of the log can hold. */
export const AUDIT_EXPORT_COLUMNS = [
  'at',
  'user_name',
  'role_name',
  'agent_name',
  'address',
  'action',
  'object',
  'before',
  'after',
  'detail',
  'result',
  'request_id',
  'method',
  'user_agent',
] as const

export const audit = endpoints({
  auditList: {
    method: 'POST',
    path: '/audit/list',
    kind: 'read',
    of: 'audit',
    needs: 'audit:view',
    about: { list: 'audit_entry' },
    query: CursorPaging,
    body: AuditFilter.default({ sort_order: 'desc' }),
    result: cursorPageOf(AuditLine).extend({
      /** True when more match than are counted: narrow the period. */
      more: z.boolean(),
    }),
    fails: [],
    says: `Lines of people within the scope, by time; at most ${LIMITS.audit_count_max} are counted and can be paged to.`,
    example: {
      list: [
        {
          audit_id: 917,
          at: '2026-11-21T09:15:00.000Z',
          uid: 4,
          user_name: 'hangzhou',
          role_name: 'City agent',
          agent_name: 'Hangzhou',
          address: '203.0.113.7',
          action: 'deviceUpdate',
          object: 'device 863412060123455',
          detail: { before: { device_name: 'Villa 4' }, after: { device_name: 'Villa Linden 4' } },
          result: 'ok',
          request_id: '0b8f6f0e-6f0a-4a57-9a39-3d6c2d1f5f11',
          method: 'POST',
          user_agent: 'Mozilla/5.0',
        },
      ],
      total: 1,
      pageNo: 1,
      size: 999,
      more: false,
    },
  },
})
