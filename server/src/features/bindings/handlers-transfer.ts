import type { Api } from '@heatfleet/contract/api.ts'
import type { BoundDevice } from '@heatfleet/contract/bindings/bindings.ts'
import type { TransferRow, TransferVerdict } from '@heatfleet/contract/bindings/device-binder.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { CallOf, Handlers } from '../../handler.ts'
import { bindingScopesOf } from './handlers-list.ts'
import { type BoundDeviceRow, findBindable, findClaimable, listBoundDevices } from './store-bound.ts'
import { type BindingRow, countOthers, listBindings, listNamedBindings } from './store-list.ts'
import { transferBinding } from './store-transfer.ts'

type TransferCall = Pick<CallOf<Api['transferBinding']>, 'caller' | 'address' | 'user_agent' | 'request_id' | 'note'>
type Names = 'transferDevice' | 'transferBinding' | 'transferCheck'

/** Units go from their owner to another person: one by one, or many after a dry run. */
export const transferHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const readUser = async (caller: Caller, app_user_id: number) => {
    const user = await findBindable(db, caller.scopes.appuser, app_user_id)
    if (user === null) throw new Refusal('app_user_not_found')
    return user
  }
  const transfer = async (
    { caller, address, user_agent, request_id, note }: TransferCall,
    { device_id, mac, from, to, reason }: { device_id: number; mac: string; from: number; to: number; reason: string },
  ) => {
    const { erased } = await readUser(caller, to)
    const detail = { device: mac, before: { owner: from }, after: { owner: to }, reason }
    note({ object: `app-user ${from}`, detail })
    if (erased) throw new Refusal('app_user_erased', { field: 'to_app_user_id' })
    const { uid, user_name } = caller
    const act = { at: new Date(clock.now()), by_uid: uid, reason }
    const sent = { at: act.at, uid, user_name, address, user_agent, request_id, method: 'POST' }
    const line = { ...sent, action: 'transferDevice', object: `app-user ${to}`, detail, result: 'ok' as const }
    const refusal = await transferBinding(db, { device_id, from, to, line, ...act })
    if (refusal !== null) throw new Refusal(refusal, { field: 'to_app_user_id' })
  }
  return {
    transferDevice: async ({ params, body }, context) => {
      const { caller } = context
      const from = params.id
      await readUser(caller, from)
      const device = await findClaimable(db, caller.scope, params.deviceId)
      if (device === null) throw new Refusal('device_not_found', { field: 'mac' })
      const { device_id, mac } = device
      await transfer(context, { device_id, mac, from, to: body.to_app_user_id, reason: body.reason })
      return (await listBoundDevices(db, caller.scope, from)).map(toBoundDevice)
    },

    transferBinding: async ({ body: { binding_id, to_app_user_id, reason } }, context) => {
      const { caller, note } = context
      note({ object: `binding ${binding_id}`, detail: { to_app_user_id, reason } })
      const [binding] = await listNamedBindings(db, caller.scope, [binding_id])
      if (binding === undefined) throw new Refusal('not_bound')
      if (binding.role !== 'owner') throw new Refusal('not_owner')
      const { device_id, mac, app_user_id: from } = binding
      await transfer(context, { device_id, mac, from, to: to_app_user_id, reason })
      return { mac, app_user_id: to_app_user_id }
    },

    transferCheck: async ({ body: { to_app_user_id: to, ...filter } }, { caller }) => {
      const { erased } = await readUser(caller, to)
      if (erased) throw new Refusal('app_user_erased', { field: 'to_app_user_id' })
      const max = LIMITS.batch_objects_max
      const request = { filter, sees_personal: caller.permissions.has('pii:view') }
      const { rows, total } = await listBindings(db, bindingScopesOf(caller), request, { offset: 0, limit: max })
      if (total > max) throw new Refusal('batch_too_large', { details: { max } })
      const judged = rows.map((row) => ({ row, verdict: verdictOf(row, to) }))
      const refused = judged.filter(({ verdict }) => verdict !== 'ok')
      const fine = judged.filter(({ verdict }) => verdict === 'ok')
      const shown = [...refused, ...fine].slice(0, LIMITS.transfer_rows_shown)
      const others = await countOthers(
        db,
        shown.map(({ row }) => row.binding_id),
      )
      return {
        ok: fine.length,
        refused: refused.length,
        rows: shown.map(({ row, verdict }) => toTransferRow(caller, row, verdict, others.get(row.binding_id) ?? 0)),
      }
    },
  } satisfies Pick<Handlers, Names>
}

const verdictOf = ({ role, app_user_id }: BindingRow, to: number): TransferVerdict =>
  role === 'owner' ? (app_user_id === to ? 'already_bound' : 'ok') : 'not_owner'

const toTransferRow = (caller: Caller, row: BindingRow, verdict: TransferVerdict, shared: number): TransferRow => ({
  binding_id: row.binding_id,
  mac: row.mac,
  device_name: row.device_name,
  app_user_id: row.app_user_id,
  nick_name: row.nick_name,
  phone: maskPersonal(caller, row.phone),
  email: maskPersonal(caller, row.email),
  shared,
  verdict,
})

/** A unit of an app user as it is shown. */
export const toBoundDevice = (row: BoundDeviceRow): BoundDevice => {
  const { device_id: _, bound_at, others, marks, ...rest } = row
  return {
    ...rest,
    // Written by markDevice only, validated by the contract.
    marks: marks as BoundDevice['marks'],
    bind_time: bound_at.toISOString(),
    shared_with: others.map(({ bound_at, ...person }) => ({ ...person, bind_time: new Date(bound_at).toISOString() })),
  }
}
