import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { PERMISSIONS } from '../permissions.ts'
import { RowId } from '../row-id.ts'

/** Prefix of every API token: distinguishes it from session tokens and lets secret scanners find it. */
export const API_TOKEN_PREFIX = 'hft_'

/** A token of a program; the token itself is returned once, on creation. */
export const ApiToken = z.object({
  api_token_id: RowId,
  token_name: z.string(),
  /** Its first letters, to distinguish tokens. */
  token_hint: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** The distributor it is narrowed to, with those below; no name = gone, or out of reach. Null = the account's whole reach. */
  agent: z.object({ agent_id: RowId, agent_name: z.string().nullable() }).nullable(),
  /** Its own limit; null = that of every token. */
  calls_per_minute: z.number().int().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  last_address: z.string().nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

export const ApiTokenDraft = z.object({
  token_name: z.string().trim().min(1).max(LIMITS.api_token_name_max),
  permissions: z.array(z.enum(PERMISSIONS)).min(1).max(PERMISSIONS.length),
  expires_in_days: z.number().int().min(1).max(LIMITS.api_token_days_max),
  agent_id: RowId.nullable().default(null),
  calls_per_minute: z.number().int().min(1).max(LIMITS.api_token_calls_per_minute_max).nullable().default(null),
})
export type ApiTokenDraft = z.infer<typeof ApiTokenDraft>

const example: ApiToken = {
  api_token_id: 3,
  token_name: 'Nightly report',
  token_hint: 'hft_Zm9yI',
  permissions: ['device:view'],
  agent: { agent_id: 7, agent_name: 'Hangzhou heat' },
  calls_per_minute: 60,
  created_at: '2026-11-21T09:15:00.000Z',
  expires_at: '2027-02-19T09:15:00.000Z',
  last_used_at: null,
  last_address: null,
}

/**
 * Tokens for programs (product 3.38, 3.40): each acts as its account, with a part of its rights and its reach of today, or
 * with that part of it which one distributor has.
 */
export const apiTokens = endpoints({
  apiTokenList: {
    method: 'GET',
    path: '/api-token/list',
    kind: 'read',
    of: 'api-token',
    needs: 'api:view',
    about: { list: 'api_token' },
    result: z.array(ApiToken),
    fails: [],
    says: 'The own tokens that are not revoked, the newest first; run-out ones stay for thirty days.',
    example: [example],
  },
  createApiToken: {
    method: 'POST',
    path: '/api-token/create',
    kind: 'change',
    of: 'api-token',
    needs: 'api:edit',
    about: 'distributor',
    closed_to_api_tokens: true,
    body: ApiTokenDraft,
    result: ApiToken.extend({ token: z.string() }),
    fails: ['grants_more_than_own', 'distributor_not_found', 'api_token_quota'],
    says: 'Makes a token for a program; it is told in this answer and never again. Sent in the header `token`.',
    example: { ...example, token: 'hft_Zm9yIHRoZSBleGFtcGxlIG9ubHk' },
  },
  revokeApiToken: {
    method: 'POST',
    path: '/api-token/revoke',
    kind: 'change',
    of: 'api-token',
    needs: 'api:edit',
    about: 'api_token',
    closed_to_api_tokens: true,
    body: z.object({ api_token_id: RowId }),
    result: z.null(),
    fails: ['not_found'],
    says: 'Ends a token; its next call is refused.',
    example: null,
  },
})
