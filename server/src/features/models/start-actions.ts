import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { ModelActionKind } from '@heatfleet/contract/models/actions.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { findModelProduct, insertActions, listModels, type ModelRow, nextBatch } from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'>
type Product = NonNullable<Awaited<ReturnType<typeof findModelProduct>>>

/** What is to be done; `product_key` = the model to set, '' = none was chosen. */
export type Request = { kind: ModelActionKind; product_key: string }
/** What became of one device; `action_id` null = nothing was started. */
export type Started = { mac: string; result: 'ok' | ErrorCode; action_id: number | null }

/** Why an action on a device is refused; null = it may start (product 3.15). */
const refusalFor = (
  { kind, product }: { kind: ModelActionKind; product: Product | null },
  device: Pick<ModelRow, 'generic' | 'online_status' | 'solution'> | undefined,
): ErrorCode | null => {
  if (device === undefined) return 'device_not_found'
  if (kind === 'detect' && !device.generic) return 'model_not_generic'
  if (kind === 'set') {
    if (product === null) return 'product_unknown'
    if (product.disabled) return 'product_disabled'
    if (product.state !== 'published' || product.layout_id === null) return 'unpublished_data_points'
    if (product.solution !== device.solution) return 'model_other_solution'
  }
  return device.online_status === 'online' ? null : 'device_offline'
}

/** Queues a setting or detection for each device that allows it, in one transaction, and wakes the gateway. */
export const startActions = async (
  { database: { db }, clock, bus }: Deps,
  caller: Caller,
  { kind, product_key }: Request,
  macs: readonly string[],
  is_batch: boolean,
): Promise<{ batch_id: number | null; started: Started[] }> => {
  if (kind === 'set' && product_key === '') throw new Refusal('no_model_selected', { field: 'product_key' })
  const outcome = await db.transaction().execute(async (trx) => {
    const product = kind === 'set' ? await findModelProduct(trx, product_key) : null
    const devices = new Map((await listModels(trx, caller.scope, macs)).map((row) => [row.mac, row]))
    const refusals = new Map(macs.map((mac) => [mac, refusalFor({ kind, product }, devices.get(mac))]))
    const allowed = [...devices.values()].filter(({ mac }) => refusals.get(mac) === null)
    const batch_id = is_batch ? await nextBatch(trx) : null
    const queued = await insertActions(
      trx,
      allowed.map(({ device_id, dtu_default_pk, info_pk }) => ({
        device_id,
        kind,
        from_pk: kind === 'set' ? dtu_default_pk : info_pk,
        to_pk: kind === 'set' ? product_key : null,
      })),
      { uid: caller.uid, operator: caller.nick_name || caller.user_name, batch_id, at: new Date(clock.now()) },
    )
    const by_device = new Map(queued.map(({ device_id, action_id }) => [device_id, action_id]))
    const started = macs.map((mac): Started => {
      const action_id = by_device.get(devices.get(mac)?.device_id ?? 0) ?? null
      return { mac, result: refusals.get(mac) ?? (action_id === null ? 'model_busy' : 'ok'), action_id }
    })
    return { batch_id, started }
  })
  const action_ids = outcome.started.flatMap(({ action_id }) => action_id ?? [])
  if (action_ids.length > 0) bus.publish({ kind: 'model_actions_queued', action_ids })
  return outcome
}
