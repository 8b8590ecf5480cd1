import { z } from 'zod'
import { Reason } from '../app-users/app-users.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { ROW_ID_MAX, RowId } from '../row-id.ts'

const Time = z.iso.datetime()

/** `binding_ended` = the owner left the unit, was erased, or the unit got another owner. */
export const GRANT_STATES = ['active', 'expired', 'revoked_by_owner', 'revoked_by_operator', 'binding_ended'] as const
export type GrantState = (typeof GRANT_STATES)[number]

/** A grant as the operator sees it: which third party reads the data of which unit. */
export const DataGrant = z.object({
  grant_id: RowId,
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Null = the manufacturer's stock. */
  agent_id: RowId.nullable(),
  agent_name: z.string().nullable(),
  /** The owner who granted it; personal data masked without `pii:view`. */
  app_user_id: RowId,
  nick_name: z.string(),
  phone: z.string(),
  email: z.string(),
  /** The third party and the purpose, as the owner wrote them; empty after the owner was erased. */
  recipient: z.string(),
  purpose: z.string(),
  token_hint: z.string(),
  data_from: Time,
  created_time: Time,
  expires_time: Time,
  ended_time: Time.nullable(),
  state: z.enum(GRANT_STATES),
  end_reason: z.string(),
  last_access_time: Time.nullable(),
  last_address: z.string(),
  access_count: z.number().int(),
})
export type DataGrant = z.infer<typeof DataGrant>

export const DATA_GRANT_SORTS = ['mac', 'created_time', 'expires_time', 'last_access_time', 'access_count'] as const

/** Filters of the list; whatever is left out does not filter. */
export const DataGrantFilter = z.object({
  /** Of one unit, by its whole id. */
  mac: DeviceId.optional(),
  /** Start of an id, part of a unit's name, of a nick name, of the third party or its purpose. */
  search: z.string().trim().max(100).optional(),
  product_key: z.string().max(LIMITS.product_key_max).optional(),
  /** With all distributors below it. */
  agent_id: z.coerce.number<number>().int().min(1).max(ROW_ID_MAX).optional(),
  state: z.enum(GRANT_STATES).optional(),
  sort_by: z.enum(DATA_GRANT_SORTS).default('created_time'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type DataGrantFilter = z.infer<typeof DataGrantFilter>

const example: DataGrant = {
  grant_id: 31,
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  product_key: 'r290-monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  agent_id: 12,
  agent_name: 'Yuhang',
  app_user_id: 9,
  nick_name: 'Anna Nowak',
  phone: '+4***89',
  email: 'a***@example.com',
  recipient: 'Cieplo Serwis sp. z o.o.',
  purpose: 'Yearly efficiency report',
  token_hint: 'hfd_Zm9yI',
  data_from: '2026-11-21T09:15:00.000Z',
  created_time: '2026-11-21T09:15:00.000Z',
  expires_time: '2027-02-19T09:15:00.000Z',
  ended_time: null,
  state: 'active',
  end_reason: '',
  last_access_time: '2026-11-22T06:00:00.000Z',
  last_address: '203.0.113.7',
  access_count: 48,
}

/** Which third parties read data of units in scope (EU Data Act). */
export const dataGrants = endpoints({
  dataGrantList: {
    method: 'POST',
    path: '/data-grant/list',
    kind: 'read',
    of: 'data-grant',
    needs: 'datagrant:view',
    about: { list: 'data_grant' },
    query: Paging,
    body: DataGrantFilter.default({ sort_by: 'created_time', sort_order: 'desc' }),
    result: pageOf(DataGrant),
    fails: [],
    says: 'Third parties that owners let or let once read the data of their unit, with what they read; personal data masked without `pii:view`.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  dataGrantRevoke: {
    method: 'POST',
    path: '/data-grant/revoke',
    kind: 'change',
    of: 'data-grant',
    needs: 'datagrant:revoke',
    about: 'data_grant',
    body: z.object({ grant_id: RowId, reason: Reason }),
    result: z.null(),
    fails: ['data_grant_not_found', 'data_grant_ended'],
    says: 'Ends the access of a third party, with a reason that its owner sees; its next call is refused.',
    example: null,
  },
})
