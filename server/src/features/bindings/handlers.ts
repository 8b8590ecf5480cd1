import { randomBytes } from 'node:crypto'
import type { MARK_WAYS, Mark } from '@heatfleet/contract/app-users/app-users.ts'
import { personMarkOf } from '@heatfleet/contract/bindings/bindings.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { seal } from '../../platform/seal.ts'
import { bindingListHandlers } from './handlers-list.ts'
import { toBoundDevice, transferHandlers } from './handlers-transfer.ts'
import { readClaimCode } from './public.ts'
import {
  clearUserData,
  deleteBinding,
  deleteBindingsOfDevice,
  insertBinding,
  raiseGeneration,
  updateMarks,
  updateSecret,
} from './store.ts'
import { findBindable, findClaimable, findOwner, listBoundDevices } from './store-bound.ts'
import { deleteInvitation, listNamedBindings } from './store-list.ts'
import { notifyUnbound, type WriteMessage } from './unbound-notification.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'secret_key' | 'bus'> & {
  write: WriteMessage
  changeUserMarks: ChangeUserMarks
}
/** Provided by app-users, which depends on this feature: changes a user's marks and returns them before and after. */
type ChangeUserMarks = (
  db: AppContext['database']['db'],
  app_user_id: number,
  change: { marks: readonly Mark[]; how: (typeof MARK_WAYS)[number] },
  at: Date,
) => Promise<{ before: string[]; after: string[] }>
type Names =
  | 'boundDevices'
  | 'bindDevice'
  | 'unbindDevice'
  | 'endBinding'
  | 'unbindAll'
  | 'endInvitation'
  | 'markDevice'
  | 'deviceOwner'
  | 'claimCode'
  | 'renewClaimCode'
  | 'renewDeviceSecret'

/** Device protocol 1: the key of a module's HMAC. */
const SECRET_BYTES = 32

/** Bindings of devices to app users for staff; only devices and app users in scope. */
export const bindingHandlers = (deps: Deps) => {
  const { db } = deps.database
  const now = () => new Date(deps.clock.now())
  const readUser = async (caller: Caller, app_user_id: number) => {
    const user = await findBindable(db, caller.scopes.appuser, app_user_id)
    if (user === null) throw new Refusal('app_user_not_found')
    return user
  }
  const readDevice = async (caller: Caller, mac: string) => {
    const device = await findClaimable(db, caller.scope, mac)
    if (device === null) throw new Refusal('device_not_found', { field: 'mac' })
    return device
  }
  const list = async (caller: Caller, app_user_id: number) =>
    (await listBoundDevices(db, caller.scope, app_user_id)).map(toBoundDevice)

  return {
    ...bindingListHandlers(deps),
    ...transferHandlers(deps),

    boundDevices: async ({ params }, { caller }) => {
      await readUser(caller, params.id)
      return list(caller, params.id)
    },

    bindDevice: async ({ params, body }, { caller, note }) => {
      const user = await readUser(caller, params.id)
      if (user.erased) throw new Refusal('app_user_erased')
      const { device_id, mac } = await readDevice(caller, body.mac)
      const act = { at: now(), by_uid: caller.uid, reason: body.reason }
      const binding = {
        device_id,
        app_user_id: params.id,
        role: body.role,
        bind_way: 'admin',
        claim_generation: null,
        ...act,
      }
      note({ object: `app-user ${params.id}`, detail: { device: mac, role: body.role, reason: body.reason } })
      const refusal = await insertBinding(db, binding)
      if (refusal !== null) throw new Refusal(refusal, { field: 'mac' })
      return list(caller, params.id)
    },

    unbindDevice: async ({ params, query }, { caller, note }) => {
      await readUser(caller, params.id)
      const { device_id, mac, device_name } = await readDevice(caller, params.deviceId)
      const act = { at: now(), by_uid: caller.uid, reason: query.reason }
      note({ object: `app-user ${params.id}`, detail: { device: mac, reason: query.reason } })
      const clears = query.clear_data === 'yes'
      const unbound = await deleteBinding(db, device_id, params.id, act, async (tx, { people, role }) => {
        if (clears && role === 'owner') await clearUserData(tx, device_id)
        if (query.notify === 'no') return
        await notifyUnbound(tx, deps.write, caller, { people, unit: { mac, device_name }, at: act.at })
      })
      if (unbound === null) throw new Refusal('not_bound')
      const notified = query.notify === 'yes' ? unbound.people.length : 0
      const cleared = clears && unbound.role === 'owner'
      note({ detail: { device: mac, role: unbound.role, notified, cleared, reason: query.reason } })
      return list(caller, params.id)
    },

    endBinding: async ({ body: { binding_id, role, reason, notify } }, { caller, note }) => {
      const [binding] = await listNamedBindings(db, caller.scope, [binding_id])
      if (binding === undefined) throw new Refusal('not_bound')
      const { device_id, app_user_id, mac, device_name } = binding
      const act = { at: now(), by_uid: caller.uid, reason }
      note({ object: `app-user ${app_user_id}`, detail: { device: mac, reason } })
      if (role !== undefined && role !== binding.role) throw new Refusal('stale_edit')
      const unbound = await deleteBinding(db, device_id, app_user_id, act, async (tx, { people }) => {
        if (notify === 'no') return
        await notifyUnbound(tx, deps.write, caller, { people, unit: { mac, device_name }, at: act.at })
      })
      if (unbound === null) throw new Refusal('not_bound')
      const notified = notify === 'yes' ? unbound.people.length : 0
      note({ detail: { device: mac, role: unbound.role, notified, reason } })
      return { mac, app_user_id, role: unbound.role }
    },

    unbindAll: async ({ body: { mac: named, reason, users, notify } }, { caller, note }) => {
      const { device_id, mac, device_name } = await readDevice(caller, named)
      note({ object: `device ${mac}`, detail: { reason } })
      const act = { at: now(), by_uid: caller.uid, reason }
      const people = await deleteBindingsOfDevice(db, device_id, users, act, async (tx, left) => {
        if (notify === 'no') return
        await notifyUnbound(tx, deps.write, caller, { people: left, unit: { mac, device_name }, at: act.at })
      })
      if (people === 'stale') throw new Refusal('stale_edit')
      if (people === null) throw new Refusal('not_bound')
      note({ detail: { app_user_ids: people, notified: notify === 'yes' ? people.length : 0, reason } })
      return { mac, unbound: people.length }
    },

    endInvitation: async ({ body: { invitation_id, reason } }, { caller, note }) => {
      note({ object: `invitation ${invitation_id}`, detail: { reason } })
      const ended = await deleteInvitation(db, caller.scope, invitation_id)
      if (ended === null) throw new Refusal('not_found')
      note({ object: `app-user ${ended.app_user_id}`, detail: { device: ended.mac, invitation_id, reason } })
      return ended
    },

    markDevice: async ({ params, body }, { caller, note }) => {
      const { erased } = await readUser(caller, params.id)
      const of_person = personMarkOf(params.x)
      if (of_person !== null) {
        if (erased) throw new Refusal('app_user_erased')
        const changed = await deps.changeUserMarks(db, params.id, of_person, now())
        note({
          object: `app-user ${params.id}`,
          detail: changedFields({ marks: changed.before }, { marks: changed.after }),
        })
        return list(caller, params.id)
      }
      if (body.marks === undefined)
        throw new Refusal('invalid_input', { field: 'marks', details: { rule: 'required' } })
      const { device_id, mac } = await readDevice(caller, params.x)
      note({ object: `app-user ${params.id}`, detail: { device: mac, marks: body.marks } })
      const { marks: named, how } = body
      const change = { device_id, app_user_id: params.id, marks: named, how, at: now(), by_uid: caller.uid }
      const marks = await updateMarks(db, change)
      if (marks === null) throw new Refusal('not_bound')
      note({ detail: { device: mac, marks } })
      return list(caller, params.id)
    },

    deviceOwner: async ({ query }, { caller }) => {
      const row = await findOwner(db, caller.scope, query.mac)
      if (row === null) throw new Refusal('device_not_found', { field: 'mac' })
      const { app_user_id, nick_name, ...device } = row
      return { ...device, owner: app_user_id === null ? null : { app_user_id, nick_name: nick_name ?? '' } }
    },

    claimCode: async ({ body }, { caller, note }) => {
      const device = await readDevice(caller, body.mac)
      const { mac, claim_generation } = device
      note({ object: `device ${mac}`, detail: { claim_generation } })
      return { mac, code: readClaimCode(deps, device), claim_generation }
    },

    renewClaimCode: async ({ body }, { caller, note }) => {
      const device = await readDevice(caller, body.mac)
      const claim_generation = await db.transaction().execute((tx) => raiseGeneration(tx, device.device_id))
      note({
        object: `device ${device.mac}`,
        detail: {
          before: { claim_generation: device.claim_generation },
          after: { claim_generation },
          reason: body.reason,
        },
      })
      return { mac: device.mac, code: readClaimCode(deps, { ...device, claim_generation }), claim_generation }
    },

    renewDeviceSecret: async ({ body }, { caller, note }) => {
      const { device_id, mac } = await readDevice(caller, body.mac)
      note({ object: `device ${mac}`, detail: { reason: body.reason } })
      const secret = randomBytes(SECRET_BYTES)
      await updateSecret(db, device_id, seal(deps.secret_key, secret))
      // The gateway reloads the device and closes the connection that used the old secret.
      deps.bus.publish({ kind: 'devices_changed', device_ids: [device_id] })
      return { mac, secret_hex: secret.toString('hex') }
    },
  } satisfies Pick<Handlers, Names>
}
