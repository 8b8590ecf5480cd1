import type { TagChange } from '@heatfleet/contract/devices/changes.ts'
import type { Position } from '@heatfleet/contract/devices/devices.ts'
import type { ErrorCode } from '@heatfleet/contract/errors.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Those of the devices that are in the scope, by number. */
export const listMacs = async (db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('devices')
    .select(['device_id', 'mac'])
    .where('device_id', 'in', [...ids])
    .where(withinScope(scope, 'devices'))
    .execute()
  return new Map(rows.map(({ device_id, mac }) => [device_id, mac]))
}

/** Locks a device of the scope: changes of one device run one after the other. Undefined = not there. */
const lockDevice = (db: Db, scope: Scope, mac: string) =>
  db
    .selectFrom('devices')
    .selectAll('devices')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .forUpdate()
    .executeTakeFirst()

const tagsOf = async (db: Db, device_id: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('device_tags')
    .select('tag')
    .where('device_id', '=', device_id)
    .orderBy(sql`lower(tag)`)
    .execute()
  return rows.map(({ tag }) => tag)
}

/** Changes the tags of a device of the scope; null when it is not there, `full` when it would have more than `max`. */
export const changeTags = (db: Db, scope: Scope, mac: string, { tags, how }: TagChange, max: number) =>
  db.transaction().execute(async (trx) => {
    const device = await lockDevice(trx, scope, mac)
    if (device === undefined) return null
    const { device_id } = device
    const before = await tagsOf(trx, device_id)
    const named = new Map(tags.map((tag) => [tag.toLowerCase(), tag]))
    const kept = {
      add: before,
      remove: before.filter((tag) => !named.has(tag.toLowerCase())),
      replace: before.filter((tag) => [...named.values()].includes(tag)),
    }[how]
    const held = new Set(kept.map((tag) => tag.toLowerCase()))
    const added = how === 'remove' ? [] : [...named].filter(([bare]) => !held.has(bare)).map(([, tag]) => tag)
    if (kept.length + added.length > max) return 'full'
    const gone = before.filter((tag) => !kept.includes(tag))
    if (gone.length > 0)
      await trx.deleteFrom('device_tags').where('device_id', '=', device_id).where('tag', 'in', gone).execute()
    if (added.length > 0)
      await trx
        .insertInto('device_tags')
        .values(added.map((tag) => ({ device_id, tag })))
        .execute()
    return { device_id, before, after: await tagsOf(trx, device_id) }
  })

/** Tags of the devices in scope with the number of these, the most used first. */
export const listTags = async (db: Db, scope: Scope, limit: number) =>
  db
    .selectFrom('device_tags')
    .innerJoin('devices', 'devices.device_id', 'device_tags.device_id')
    .where(withinScope(scope, 'devices'))
    .select([sql<string>`min(device_tags.tag)`.as('tag'), sql<number>`count(*)::int`.as('device_count')])
    .groupBy(sql`lower(device_tags.tag)`)
    .orderBy('device_count', 'desc')
    .orderBy(sql`lower(min(device_tags.tag))`)
    .limit(limit)
    .execute()

/** Sets the position of a device of the scope; null when it is not there. */
export const updatePosition = (db: Db, scope: Scope, mac: string, position: Position | null) =>
  db.transaction().execute(async (trx) => {
    const device = await lockDevice(trx, scope, mac)
    if (device === undefined) return null
    const { device_id, lat, lon, address, position_accuracy_m: accuracy_m } = device
    await trx
      .updateTable('devices')
      .set({
        lat: position?.lat ?? null,
        lon: position?.lon ?? null,
        address: position?.address ?? '',
        position_accuracy_m: position?.accuracy_m ?? null,
      })
      .where('device_id', '=', device_id)
      .execute()
    return { device_id, before: lat === null || lon === null ? null : { lat, lon, address, accuracy_m } }
  })

/** Why a device cannot be deleted: its history, its distributors' or its owner's would go with it. */
type InUse = Extract<ErrorCode, 'device_was_online' | 'device_was_shipped' | 'device_was_bound'>

/** Deletes an unused device of the scope, with a dead letter of what it was; null when it is not there. */
export const removeDevice = (db: Db, scope: Scope, mac: string, at: Date) =>
  db.transaction().execute(async (trx): Promise<{ device_id: number; row: object } | InUse | null> => {
    const device = await lockDevice(trx, scope, mac)
    if (device === undefined) return null
    const { secret_sealed: _, ...row } = device
    const { device_id } = row
    const { rows } = await sql<{ online: boolean; shipped: boolean; bound: boolean }>`select
      exists (select from device_status where device_id = ${device_id}
        and (first_online_at is not null or last_report_at is not null)) as online,
      exists (select from shipment_devices where device_id = ${device_id}) as shipped,
      exists (select from bindings where device_id = ${device_id})
        or exists (select from binding_events where device_id = ${device_id}) as bound`.execute(trx)
    if (rows[0]?.bound === true) return 'device_was_bound'
    if (rows[0]?.shipped === true) return 'device_was_shipped'
    if (rows[0]?.online === true) return 'device_was_online'
    const payload = Buffer.from(JSON.stringify({ ...row, tags: await tagsOf(trx, device_id) }))
    await trx.deleteFrom('devices').where('device_id', '=', device_id).execute()
    await trx.insertInto('dead_letters').values({ at, mac, topic: '', reason: 'device deleted', payload }).execute()
    return { device_id, row }
  })
