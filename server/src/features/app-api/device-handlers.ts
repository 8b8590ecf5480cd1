import { randomBytes } from 'node:crypto'
import { codeOf } from '@heatfleet/contract/bindings/claim-code.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { AppUserCaller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import {
  type BoundDeviceRow,
  deleteBinding,
  findClaimable,
  hashCode,
  insertBinding,
  insertShareCode,
  isSameCode,
  listBoundDevices,
  readClaimCode,
  redeemShareCode,
} from '../bindings/public.ts'
import { forgiveAttempt, reserveAttempt } from '../session/public.ts'
import { claimSubjects } from './session-rules.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'config' | 'secret_key'>
type Names = 'appDevices' | 'appBind' | 'appUnbind' | 'appShare' | 'appJoin' | 'appUnshare'

const isUnknownAddress = async (): Promise<boolean> => false
const CODE_BYTES = 16

/** Devices of app users. Bound devices belong to the caller, wherever they are in the distributor tree. */
export const appDeviceHandlers = (deps: Deps) => {
  const { database, clock, config } = deps
  const { db } = database
  const now = () => new Date(clock.now())
  const listOwn = (caller: AppUserCaller) => listBoundDevices(db, EVERYTHING, caller.app_user_id)
  const readOwn = async (caller: AppUserCaller, mac: string) => {
    const row = (await listOwn(caller)).find((device) => device.mac === mac)
    if (row === undefined) throw new Refusal('not_bound')
    return row
  }

  /** Counts a code as wrong before it is checked; returns a function that reverts the count. */
  const reserve = async (caller: AppUserCaller, target: string, address: string) => {
    const at = now()
    const subjects = claimSubjects(caller.app_user_id, target, address)
    const per_address_max = config.HEATFLEET_LOGIN_PER_ADDRESS
    const attempt = await reserveAttempt(db, subjects, { at, per_address_max, isKnown: isUnknownAddress })
    if (attempt.state !== 'allowed') throw new Refusal('too_many_attempts', { details: { minutes: attempt.minutes } })
    return () => forgiveAttempt(db, subjects, at)
  }

  return {
    appDevices: async (_, { caller }) => (await listOwn(caller)).map(toAppDevice),

    appBind: async ({ body }, { caller, address, note }) => {
      const mac = body.device_id
      const { app_user_id } = caller
      note({ object: `app-user ${app_user_id}`, detail: { device: mac } })
      const forgive = await reserve(caller, mac, address)
      const device = await findClaimable(db, EVERYTHING, mac)
      // The same answer for a device that does not exist, a wrong code and a code of a former owner.
      if (device === null || !isSameCode(body.code, readClaimCode(deps, device))) throw new Refusal('claim_refused')
      await forgive()
      const { device_id, claim_generation } = device
      const binding = { device_id, app_user_id, claim_generation, role: 'owner', bind_way: 'scan' } as const
      const refusal = await insertBinding(db, { ...binding, at: now(), by_uid: null, reason: '' })
      if (refusal === 'device_has_owner' || refusal === 'already_bound') throw new Refusal(refusal)
      if (refusal !== null) throw new Refusal('claim_refused')
      return toAppDevice(await readOwn(caller, mac))
    },

    appUnbind: async ({ params }, { caller, note }) => {
      note({ object: `app-user ${caller.app_user_id}`, detail: { device: params.device_id } })
      const { device_id } = await readOwn(caller, params.device_id)
      await deleteBinding(db, device_id, caller.app_user_id, { at: now(), by_uid: null, reason: '' })
      return null
    },

    appShare: async ({ params }, { caller, note }) => {
      note({ object: `app-user ${caller.app_user_id}`, detail: { device: params.device_id } })
      const { device_id, role } = await readOwn(caller, params.device_id)
      if (role !== 'owner') throw new Refusal('not_owner')
      const code = codeOf(randomBytes(CODE_BYTES))
      const at = now()
      const expires_at = new Date(at.getTime() + LIMITS.share_code_ttl_ms)
      const invitation = { code_hash: hashCode(code), device_id, app_user_id: caller.app_user_id, at, expires_at }
      if (!(await insertShareCode(db, { ...invitation, codes_max: LIMITS.share_codes_max })))
        throw new Refusal('bind_limit_reached')
      return { code, expires_time: expires_at.toISOString() }
    },

    appJoin: async ({ body }, { caller, address, note }) => {
      note({ object: `app-user ${caller.app_user_id}` })
      const forgive = await reserve(caller, `invitation to ${caller.app_user_id}`, address)
      const joined = await redeemShareCode(db, hashCode(body.code), caller.app_user_id, now())
      if (joined === 'claim_refused') throw new Refusal(joined)
      await forgive()
      if (typeof joined === 'string')
        throw new Refusal(joined === 'bind_limit_reached' ? 'bind_limit_reached' : 'already_bound')
      const row = (await listOwn(caller)).find((device) => device.device_id === joined.device_id)
      if (row === undefined) throw new Refusal('claim_refused')
      note({ detail: { device: row.mac } })
      return toAppDevice(row)
    },

    appUnshare: async ({ params }, { caller, note }) => {
      const { device_id: mac, app_user_id } = params
      note({ object: `app-user ${caller.app_user_id}`, detail: { device: mac, app_user_id } })
      const { device_id, role } = await readOwn(caller, mac)
      if (role !== 'owner') throw new Refusal('not_owner')
      // The owner leaves by appUnbind.
      if (app_user_id === caller.app_user_id) throw new Refusal('not_bound')
      const act = { at: now(), by_uid: null, reason: '' }
      if ((await deleteBinding(db, device_id, app_user_id, act)) === null) throw new Refusal('not_bound')
      return toAppDevice(await readOwn(caller, mac))
    },
  } satisfies Pick<Handlers, Names>
}

const toAppDevice = (row: BoundDeviceRow) => ({
  device_id: row.mac,
  device_name: row.device_name,
  product_name: row.product_name,
  product_english_name: row.product_english_name,
  role: row.role,
  online_status: row.online_status,
  alarm_count: row.alarm_count,
  bind_time: row.bound_at.toISOString(),
  shared_with: row.role === 'owner' ? row.others.map(({ app_user_id, nick_name }) => ({ app_user_id, nick_name })) : [],
})
