import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { DATA_TOKEN_PREFIX, type OwnerGrant } from '@heatfleet/contract/owner-data/app-owner-data.ts'
import type { DataGrant } from '@heatfleet/contract/owner-data/data-grants.ts'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { hashToken, makeToken } from '../session/public.ts'
import { readOwnUnit } from './handlers-read.ts'
import { endOwnGrant, insertGrant, listGrantsOf, type OwnGrantRow } from './store-grants.ts'
import { endGrant, findGrant, type GrantRow, listGrants } from './store-list.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>
type Names = 'appDataGrants' | 'appGrantData' | 'appRevokeData' | 'dataGrantList' | 'dataGrantRevoke'

const DAY_MS = 86_400_000
const HINT_LETTERS = 5

/** Grants to third parties: given and revoked by owners, seen and revoked by staff. */
export const dataGrantHandlers = (deps: Deps) => {
  const {
    database: { db },
    clock,
  } = deps
  const now = () => new Date(clock.now())
  return {
    appDataGrants: async ({ params }, { caller }) => {
      const { device_id } = await readOwnUnit(deps, caller, params.device_id)
      return (await listGrantsOf(db, { device_id, app_user_id: caller.app_user_id }, now())).map(toOwnerGrant)
    },

    appGrantData: async ({ params, body }, { caller, note }) => {
      const { recipient, purpose, expires_in_days, include_history } = body
      // No name of the third party: the audit entry outlives the person who wrote it.
      const detail = { expires_in_days, include_history }
      note({ object: `device ${params.device_id}`, detail })
      const { device_id } = await readOwnUnit(deps, caller, params.device_id)
      const token = `${DATA_TOKEN_PREFIX}${makeToken()}`
      const created_at = now()
      const made = await insertGrant(
        db,
        {
          device_id,
          app_user_id: caller.app_user_id,
          recipient,
          purpose,
          token_hash: hashToken(token),
          token_hint: token.slice(0, DATA_TOKEN_PREFIX.length + HINT_LETTERS),
          data_from: include_history ? null : created_at,
          created_at,
          expires_at: new Date(created_at.getTime() + expires_in_days * DAY_MS),
        },
        LIMITS.data_grants_max,
      )
      if (made === 'data_grants_full') throw new Refusal(made, { details: { max: LIMITS.data_grants_max } })
      if (made === 'not_bound') throw new Refusal(made)
      note({ detail: { ...detail, grant_id: made.grant_id } })
      return { ...toOwnerGrant(made), token }
    },

    appRevokeData: async ({ params }, { caller, note }) => {
      const { grant_id } = params
      note({ object: `device ${params.device_id}`, detail: { grant_id } })
      const { device_id } = await readOwnUnit(deps, caller, params.device_id)
      const is_ended = await endOwnGrant(db, { device_id, app_user_id: caller.app_user_id, grant_id }, now())
      if (!is_ended) throw new Refusal('not_found')
      return null
    },

    dataGrantList: async ({ query: { pageNo, size }, body }, { caller }) => {
      const scopes = { device: caller.scope, agent: caller.scopes.agent }
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listGrants(db, scopes, { filter: body, at: now() }, part)
      return { list: rows.map((row) => toDataGrant(caller, row)), total, pageNo, size }
    },

    dataGrantRevoke: async ({ body: { grant_id, reason } }, { caller, note }) => {
      note({ object: `data-grant ${grant_id}`, detail: { reason } })
      const at = now()
      const grant = await findGrant(db, caller.scope, grant_id, at)
      if (grant === null) throw new Refusal('data_grant_not_found')
      note({ detail: { reason, device: grant.mac, app_user_id: grant.app_user_id } })
      if (grant.state !== 'active' || !(await endGrant(db, grant_id, { at, by_uid: caller.uid, reason })))
        throw new Refusal('data_grant_ended')
      return null
    },
  } satisfies Pick<Handlers, Names>
}

const toOwnerGrant = ({ created_at, expires_at, last_access_at, data_from, ...row }: OwnGrantRow): OwnerGrant => ({
  ...row,
  data_from: data_from.toISOString(),
  created_time: created_at.toISOString(),
  expires_time: expires_at.toISOString(),
  last_access_time: last_access_at?.toISOString() ?? null,
})

const toDataGrant = (caller: Pick<Caller, 'permissions'>, row: GrantRow): DataGrant => {
  const { created_at, expires_at, ended_at, last_access_at, data_from, ...rest } = row
  return {
    ...rest,
    phone: maskPersonal(caller, row.phone),
    email: maskPersonal(caller, row.email),
    data_from: data_from.toISOString(),
    created_time: created_at.toISOString(),
    expires_time: expires_at.toISOString(),
    ended_time: ended_at?.toISOString() ?? null,
    last_access_time: last_access_at?.toISOString() ?? null,
  }
}
