import { API_TOKEN_PREFIX, type ApiToken } from '@heatfleet/contract/api-tokens/api-tokens.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PERMISSIONS, withRequired } from '@heatfleet/contract/permissions.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { hashToken, makeToken } from '../session/public.ts'
import { findAgentName, findTokensOf, insertToken, revokeToken } from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

const DAY_MS = 86_400_000
/** Expired tokens stay listed for this time, so that their owner sees why a program stopped. */
const LISTED_AFTER_EXPIRY_MS = 30 * DAY_MS
const HINT_LETTERS = 5

/** API tokens of the own account. */
export const apiTokenHandlers = ({ database: { db }, clock }: Deps) =>
  ({
    apiTokenList: async (_, { caller }) => {
      const rows = await findTokensOf(
        db,
        caller.scopes.agent,
        caller.uid,
        new Date(clock.now() - LISTED_AFTER_EXPIRY_MS),
      )
      return rows.map(toApiToken)
    },

    createApiToken: async ({ body }, { caller, note }) => {
      const permissions = withRequired(body.permissions)
      const { token_name, agent_id, calls_per_minute } = body
      note({ object: `account ${caller.uid}`, detail: { token_name, permissions, agent_id, calls_per_minute } })
      const foreign = permissions.find((right) => !caller.permissions.has(right))
      if (foreign !== undefined) throw new Refusal('grants_more_than_own', { field: 'permissions' })
      const agent_name = agent_id === null ? null : await findAgentName(db, caller.scopes.agent, agent_id)
      if (agent_name === undefined) throw new Refusal('distributor_not_found', { field: 'agent_id' })
      const token = `${API_TOKEN_PREFIX}${makeToken()}`
      const created_ms = clock.now()
      const row = await insertToken(
        db,
        {
          uid: caller.uid,
          token_name,
          token_hash: hashToken(token),
          token_hint: token.slice(0, API_TOKEN_PREFIX.length + HINT_LETTERS),
          permissions,
          agent_id,
          calls_per_minute,
          created_at: new Date(created_ms),
          expires_at: new Date(created_ms + body.expires_in_days * DAY_MS),
        },
        LIMITS.api_tokens_max,
      )
      if (row === null) throw new Refusal('api_token_quota', { details: { max: LIMITS.api_tokens_max } })
      return { ...toApiToken({ ...row, agent_name }), token }
    },

    revokeApiToken: async ({ body: { api_token_id } }, { caller, note }) => {
      const token_name = await revokeToken(db, caller.uid, api_token_id, new Date(clock.now()))
      note({ object: `account ${caller.uid}`, detail: { token_name: token_name ?? '' } })
      if (token_name === undefined) throw new Refusal('not_found')
      return null
    },
  }) satisfies Pick<Handlers, 'apiTokenList' | 'createApiToken' | 'revokeApiToken'>

const toApiToken = ({ agent_id, agent_name, ...row }: Awaited<ReturnType<typeof findTokensOf>>[number]): ApiToken => ({
  ...row,
  agent: agent_id === null ? null : { agent_id, agent_name },
  permissions: PERMISSIONS.filter((right) => row.permissions.includes(right)),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
