import { Refusal } from '@heatfleet/contract/errors.ts'
import type { ShipCheck, ShipmentPapers } from '@heatfleet/contract/shipments/shipments.ts'
import type { Kysely } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import {
  type Actor,
  countBelow,
  findReceiver,
  findShipment,
  type Hold,
  insertShipment,
  listUnits,
  recallUnits,
  returnUnits,
} from './store.ts'
import { checkOf, errorsOf, type RequestedUnit, validateUnits } from './validate-units.ts'

type Db = Kysely<Tables>

/** The shipping account, its scope and distributor; null = any distributor, for the manufacturer's accounts. */
export type Shipper = { by: Actor; device: Scope; agent: Scope; agent_id: number | null }

/** Dry run: a result for each device; changes nothing. */
export const checkShipment = async (
  db: Db,
  shipper: Shipper,
  agent_id: number,
  requested: readonly RequestedUnit[],
): Promise<ShipCheck> => {
  const { rows, room } = await validate(db, shipper, { agent_id, asked: requested }, 'look')
  return checkOf(rows, room)
}

type Order = { agent_id: number; asked: readonly RequestedUnit[]; papers: ShipmentPapers; now: Date }

/** Ships all devices or none, in the caller's transaction. Returns the devices too, for cache updates. */
export const ship = async (trx: Db, shipper: Shipper, { agent_id, asked: requested, papers, now }: Order) => {
  const { receiver, units, rows, room } = await validate(trx, shipper, { agent_id, asked: requested }, 'hold')
  const errors = errorsOf(rows)
  if (errors > 0) throw new Refusal('shipment_has_errors', { details: { count: errors } })
  if (room !== null && units.length > room)
    throw new Refusal('device_quota_reached', { field: 'agent_id', details: { room } })
  const device_ids = units.map(({ device_id }) => device_id)
  return { ...(await insertShipment(trx, { receiver, device_ids, papers, by: shipper.by, now })), device_ids }
}

/**
 * Recalls devices to their sender, all that are named or none, in the caller's transaction. Only devices that the receiver
 * still has; only the sender or the manufacturer may recall.
 */
export const recall = async (
  trx: Db,
  { by, device, agent_id }: Omit<Shipper, 'agent'>,
  request: { shipment_id: number; macs: readonly string[] | undefined; reason: string; now: Date },
) => {
  const shipment = await findShipment(trx, device, request.shipment_id)
  if (shipment === null) throw new Refusal('not_found')
  const { sender_id, sender_path, batch_no } = shipment
  if (sender_path === null || !actsFor(agent_id, sender_id)) throw new Refusal('nothing_to_recall')
  const units = await recallUnits(trx, device, { ...request, by: by.user_name })
  if (units.length === 0 || units.length < (request.macs?.length ?? 0)) throw new Refusal('nothing_to_recall')
  const device_ids = units.map(({ device_id }) => device_id)
  await returnUnits(trx, device_ids, { agent_id: sender_id, agent_path: sender_path })
  return { batch_no, device_ids, macs: units.map(({ mac }) => mac) }
}

/** The manufacturer's accounts (null) act for any distributor, others for their own. */
export const actsFor = (own_id: number | null, agent_id: number | null): boolean =>
  own_id === null || own_id === agent_id

const validate = async (
  db: Db,
  shipper: Shipper,
  { agent_id, asked: requested }: Pick<Order, 'agent_id' | 'asked'>,
  hold: Hold,
) => {
  const receiver = await findReceiver(db, shipper.agent, agent_id, hold)
  if (receiver === null) throw new Refusal('distributor_not_found', { field: 'agent_id' })
  if (shipper.agent_id !== null && receiver.sender_id !== shipper.agent_id)
    throw new Refusal('receiver_not_below', { field: 'agent_id' })
  const units = await listUnits(
    db,
    shipper.device,
    requested.flatMap(({ mac }) => mac ?? []),
    hold,
  )
  const rows = validateUnits(requested, units, receiver)
  const { device_quota, agent_path } = receiver
  const room = device_quota === null ? null : Math.max(0, device_quota - (await countBelow(db, agent_path)))
  return { receiver, units, rows, room }
}
