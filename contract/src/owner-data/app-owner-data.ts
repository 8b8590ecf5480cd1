import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { textOf } from '../text.ts'
import { GRANT_STATES } from './data-grants.ts'
import {
  exampleHistory,
  exampleLatest,
  exampleMetadata,
  LatestQuery,
  OwnerHistory,
  OwnerHistoryQuery,
  OwnerLatest,
  OwnerMetadata,
} from './owner-data.ts'

const Time = z.iso.datetime()
const ByDevice = z.object({ device_id: DeviceId })

/** Prefix of a third party's token: distinguishes it from other tokens and lets secret scanners find it. */
export const DATA_TOKEN_PREFIX = 'hfd_'

/** A grant as the owner sees it. */
export const OwnerGrant = z.object({
  grant_id: RowId,
  recipient: z.string(),
  purpose: z.string(),
  /** First letters of the token, to tell grants apart. */
  token_hint: z.string(),
  /** Reports from this time on are given. */
  data_from: Time,
  created_time: Time,
  expires_time: Time,
  state: z.enum(GRANT_STATES),
  /** Why it ended, as an operator wrote. */
  end_reason: z.string(),
  last_access_time: Time.nullable(),
  access_count: z.number().int(),
})
export type OwnerGrant = z.infer<typeof OwnerGrant>

/** What the owner agrees to: who, what for, until when, and whether with the history of the own time. */
export const OwnerGrantDraft = z.object({
  recipient: textOf({ min: 1, max: LIMITS.data_recipient_max }),
  purpose: textOf({ min: 1, max: LIMITS.data_purpose_max }),
  expires_in_days: z.number().int().min(1).max(LIMITS.data_grant_days_max),
  include_history: z.boolean().default(false),
})

const example: OwnerGrant = {
  grant_id: 31,
  recipient: 'Cieplo Serwis sp. z o.o.',
  purpose: 'Yearly efficiency report',
  token_hint: 'hfd_Zm9yI',
  data_from: '2026-11-21T09:15:00.000Z',
  created_time: '2026-11-21T09:15:00.000Z',
  expires_time: '2027-02-19T09:15:00.000Z',
  state: 'active',
  end_reason: '',
  last_access_time: null,
  access_count: 0,
}

const READ_REFUSALS = ['not_bound', 'not_owner'] as const

/** The data of a unit for its owner (EU Data Act), and whom else he lets read them; docs/owner-data.md. */
export const appOwnerData = endpoints({
  appDataMetadata: {
    method: 'GET',
    path: '/app/devices/:device_id/data/metadata',
    kind: 'read',
    of: 'owner-data',
    needs: 'app-user',
    calls_per_minute: LIMITS.data_calls_per_minute,
    params: ByDevice,
    result: OwnerMetadata,
    fails: READ_REFUSALS,
    says: 'What is needed to read the values of an own unit: points, units, formulas, product version.',
    example: exampleMetadata,
  },
  appDataLatest: {
    method: 'GET',
    path: '/app/devices/:device_id/data/latest',
    kind: 'read',
    of: 'owner-data',
    needs: 'app-user',
    calls_per_minute: LIMITS.data_calls_per_minute,
    params: ByDevice,
    query: LatestQuery,
    result: OwnerLatest,
    fails: [...READ_REFUSALS, 'data_cursor_invalid'],
    says: 'The newest values of an own unit; with `after` and `wait_s` it waits for a newer report.',
    example: exampleLatest,
  },
  appDataHistory: {
    method: 'GET',
    path: '/app/devices/:device_id/data/history',
    kind: 'read',
    of: 'owner-data',
    needs: 'app-user',
    calls_per_minute: LIMITS.data_calls_per_minute,
    params: ByDevice,
    query: OwnerHistoryQuery,
    result: OwnerHistory,
    fails: [...READ_REFUSALS, 'data_cursor_invalid', 'data_point_unknown', 'data_point_withheld'],
    says: 'Reports of an own unit in order of time, page by page; at the end it can wait for the next report.',
    example: exampleHistory,
  },
  appDataGrants: {
    method: 'GET',
    path: '/app/devices/:device_id/data/grants',
    kind: 'read',
    of: 'data-grant',
    needs: 'app-user',
    params: ByDevice,
    result: z.array(OwnerGrant),
    fails: READ_REFUSALS,
    says: 'Third parties that the caller lets or let read the data of an own unit, the newest first.',
    example: [example],
  },
  appGrantData: {
    method: 'POST',
    path: '/app/devices/:device_id/data/grants',
    kind: 'change',
    of: 'data-grant',
    needs: 'app-user',
    params: ByDevice,
    body: OwnerGrantDraft,
    result: OwnerGrant.extend({ token: z.string() }),
    fails: [...READ_REFUSALS, 'data_grants_full'],
    says: 'Lets a third party read the data of an own unit for a purpose until a date; the token is shown in this answer only.',
    example: { ...example, token: 'hfd_Zm9yIHRoZSBleGFtcGxlIG9ubHk' },
  },
  appRevokeData: {
    method: 'DELETE',
    path: '/app/devices/:device_id/data/grants/:grant_id',
    kind: 'change',
    of: 'data-grant',
    needs: 'app-user',
    params: ByDevice.extend({ grant_id: RowIdText }),
    result: z.null(),
    fails: [...READ_REFUSALS, 'not_found'],
    says: 'Ends a grant; the next call of the third party is refused.',
    example: null,
  },
})
