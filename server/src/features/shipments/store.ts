import { SHIPMENT_MOVES, type ShipmentPapers } from '@heatfleet/contract/shipments/shipments.ts'
import { type Kysely, sql } from 'kysely'
import { agentsWithin, pathRange, type Scope, shippedWithin, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import { IS_FROM_MANUFACTURER } from './store-filter.ts'

type Db = Kysely<Tables>

/** Whether the rows are locked until the transaction ends. */
export type Hold = 'hold' | 'look'

/** The receiver, with its parent, which must be the holder of the devices. */
export const findReceiver = async (db: Db, scope: Scope, agent_id: number, hold: Hold) =>
  (await db
    .selectFrom('distributors')
    .leftJoin('distributors as sender', 'sender.agent_id', 'distributors.parent_id')
    .where('distributors.agent_id', '=', agent_id)
    .where(agentsWithin(scope, 'distributors'))
    .select(['distributors.agent_id', 'distributors.agent_name', 'distributors.agent_path', 'distributors.region_code'])
    .select(['distributors.product_keys', 'distributors.device_quota', 'distributors.parent_id as sender_id'])
    .select([
      sql<string>`coalesce(sender.agent_name, '')`.as('sender_name'),
      // The manufacturer is above the highest distributor.
      sql<string>`coalesce(sender.agent_path, '/')`.as('sender_path'),
      sql<string[]>`coalesce(sender.agency_area, '{}')`.as('sender_area'),
    ])
    .$if(hold === 'hold', (found) => found.forShare('distributors'))
    .executeTakeFirst()) ?? null
export type Receiver = NonNullable<Awaited<ReturnType<typeof findReceiver>>>

/** The devices visible to the scope. */
export const listUnits = (db: Db, scope: Scope, macs: readonly string[], hold: Hold) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors as holder', 'holder.agent_id', 'devices.agent_id')
    .where('devices.mac', '=', sql<string>`any(${[...macs]}::text[])`)
    .where(withinScope(scope, 'devices'))
    // A virtual unit is nowhere and goes nowhere.
    .where(NOT_VIRTUAL)
    .select(['devices.device_id', 'devices.mac', 'devices.product_key', 'devices.agent_path', 'devices.active'])
    .select(['products.name as product_name', 'products.english_name as product_english_name'])
    .select([
      'holder.agent_name as holder_name',
      sql<boolean>`exists (select from bindings where bindings.device_id = devices.device_id)`.as('bound'),
    ])
    .orderBy('devices.device_id')
    .$if(hold === 'hold', (found) => found.forUpdate('devices'))
    .execute()
export type Unit = Awaited<ReturnType<typeof listUnits>>[number]

/** Number of devices in a distributor's subtree. */
export const countBelow = async (db: Db, agent_path: string): Promise<number> =>
  (
    await db
      .selectFrom('devices')
      .where(pathRange('devices.agent_path', agent_path))
      .where(NOT_VIRTUAL)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

type Sent = { receiver: Receiver; device_ids: readonly number[]; papers: ShipmentPapers; by: Actor; now: Date }
/** The shipping account; null = the system. */
export type Actor = { uid: number | null; user_name: string }

/** Stores a shipment and moves its devices. Receipts that the sender had not confirmed are confirmed by shipping on. */
export const insertShipment = async (trx: Db, { receiver, device_ids, papers, by, now }: Sent) => {
  const { shipment_id, batch_no } = await trx
    .insertInto('shipments')
    .values({
      sender_id: receiver.sender_id,
      sender_name: receiver.sender_name,
      receiver_id: receiver.agent_id,
      receiver_path: receiver.agent_path,
      receiver_name: receiver.agent_name,
      order_no: papers.order_no,
      logistics_no: papers.logistics_no,
      remark: papers.remark,
      uid: by.uid,
      operator: by.user_name,
      shipped_at: now,
      device_count: device_ids.length,
    })
    .returning(['shipment_id', 'batch_no'])
    .executeTakeFirstOrThrow()
  await sql`
    update shipment_devices set state = 'confirmed', confirmed_at = ${now}, confirmed_by = ${by.user_name}
    from shipments
    where shipments.shipment_id = shipment_devices.shipment_id and shipments.receiver_id = ${receiver.sender_id}
      and shipment_devices.device_id = any(${[...device_ids]}::int[])
      and shipment_devices.state = any(${SHIPMENT_MOVES.confirm})`.execute(trx)
  await sql`insert into shipment_devices (shipment_id, device_id)
    select ${shipment_id}, unnest(${[...device_ids]}::int[])`.execute(trx)
  await placeUnits(trx, device_ids, receiver)
  return { shipment_id, batch_no, device_count: device_ids.length }
}

const placeUnits = (trx: Db, device_ids: readonly number[], to: { agent_id: number | null; agent_path: string }) =>
  trx
    .updateTable('devices')
    .set({ agent_id: to.agent_id, agent_path: to.agent_path })
    .where('device_id', '=', sql<number>`any(${[...device_ids]}::int[])`)
    .execute()

/** A shipment with a visible device and the path of their former holder (null = deleted), or null. */
export const findShipment = async (db: Db, scope: Scope, shipment_id: number) =>
  (await db
    .selectFrom('shipments')
    .leftJoin('distributors as sender', 'sender.agent_id', 'shipments.sender_id')
    .where('shipments.shipment_id', '=', shipment_id)
    .where(
      sql<boolean>`exists (select from shipment_devices join devices on devices.device_id = shipment_devices.device_id
        where shipment_devices.shipment_id = shipments.shipment_id and ${shippedWithin(scope, 'shipment_devices')})`,
    )
    .select(['shipments.shipment_id', 'shipments.batch_no', 'shipments.sender_id', 'shipments.receiver_id'])
    .select(sql<string | null>`case when ${IS_FROM_MANUFACTURER} then '/' else sender.agent_path end`.as('sender_path'))
    .executeTakeFirst()) ?? null

/** Some of a shipment's devices, or all; only visible ones. */
type Some = { shipment_id: number; macs: readonly string[] | undefined; now: Date; by: string }

const someOf = (scope: Scope, { shipment_id, macs }: Some) => sql`
  shipments.shipment_id = ${shipment_id} and shipments.shipment_id = shipment_devices.shipment_id
    and devices.device_id = shipment_devices.device_id and ${shippedWithin(scope, 'shipment_devices')}
    and ${macs === undefined ? sql`true` : sql`devices.mac = any(${[...macs]}::text[])`}`

/** Confirms the receipt of devices; returns their ids. */
export const confirmUnits = async (trx: Db, scope: Scope, some: Some): Promise<string[]> => {
  const { rows } = await sql<{ mac: string }>`
    update shipment_devices set state = 'confirmed', confirmed_at = ${some.now}, confirmed_by = ${some.by}
    from shipments, devices
    where ${someOf(scope, some)} and shipment_devices.state = any(${SHIPMENT_MOVES.confirm})
    returning devices.mac`.execute(trx)
  return rows.map(({ mac }) => mac)
}

/** Recalls devices that the receiver still has and that are unbound; returns them. The caller completes the move. */
export const recallUnits = async (trx: Db, scope: Scope, some: Some & { reason: string }) => {
  const { rows } = await sql<{ mac: string; device_id: number }>`
    update shipment_devices
    set state = 'returned', returned_at = ${some.now}, returned_by = ${some.by}, reason = ${some.reason}
    from shipments, devices
    where ${someOf(scope, some)} and shipment_devices.state = any(${SHIPMENT_MOVES.recall})
      and devices.agent_path = shipments.receiver_path
      and not exists (select from bindings where bindings.device_id = devices.device_id)
    returning devices.mac, devices.device_id`.execute(trx)
  return rows
}

/** Returns devices to their former holder. */
export const returnUnits = placeUnits
