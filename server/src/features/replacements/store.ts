import { randomBytes } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

/** A unit of the scope as a side of a replacement, or null. */
export const findSide = async (db: Db, scope: Scope, mac: string) =>
  (await db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.device_id',
      'devices.mac',
      'devices.device_name',
      'devices.product_key',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'devices.agent_path',
      'distributors.agent_name',
      'devices.net',
      'devices.iccid',
      'devices.replaced_at',
      sql<'online' | 'offline' | 'never'>`case when device_status.online then 'online'
        when device_status.first_online_at is null then 'never' else 'offline' end`.as('online_status'),
      'device_status.last_report_at',
      sql<number>`(select count(*)::int from bindings where bindings.device_id = devices.device_id)`.as('bound'),
      sql<number>`(select count(*)::int from service_orders where service_orders.device_id = devices.device_id
        and service_orders.status = 'unresolved')`.as('open_orders'),
      sql<string | null>`case when devices.lat is not null then devices.address end`.as('address'),
      sql<boolean>`exists (select from virtual_units where virtual_units.device_id = devices.device_id)`.as('virtual'),
    ])
    .executeTakeFirst()) ?? null
export type SideRow = NonNullable<Awaited<ReturnType<typeof findSide>>>

/** Locks both rows, always in the same order. */
export const lockPair = (tx: Tx, device_ids: readonly [number, number]) =>
  tx
    .selectFrom('devices')
    .select('device_id')
    .where('device_id', 'in', [...device_ids])
    .orderBy('device_id')
    .forUpdate()
    .execute()

/** Columns of `devices` that belong to the module and its label, not to the unit it is mounted on. */
const MODULE = [
  'secret_sealed',
  'net',
  'static_login',
  'module_version',
  'module_type',
  'generic',
  'identify_status',
  'info_pk',
  'dtu_default_pk',
  'import_tag',
  'import_time',
  'import_count',
  'imported_user',
  'simulated',
  'serial',
] as const

/**
 * Exchanges the modules of two rows, with the shipments in which they came; `with_card` = and their cards. Both rows are
 * locked. The claim code follows the label.
 */
const swapModules = async (tx: Tx, first: number, second: number, with_card: boolean): Promise<void> => {
  const rows = await tx
    .selectFrom('devices')
    .select(['device_id', 'mac', 'iccid', 'claim_generation', ...MODULE])
    .where('device_id', 'in', [first, second])
    .execute()
  const of_first = rows.find(({ device_id }) => device_id === first)
  const of_second = rows.find(({ device_id }) => device_id === second)
  if (of_first === undefined || of_second === undefined) throw new Error('a unit of the replacement is gone')
  const give = async (device_id: number, { device_id: _, iccid, ...module }: typeof of_first) => {
    await tx
      .updateTable('devices')
      .set({ ...module, ...(with_card ? { iccid } : {}) })
      .where('device_id', '=', device_id)
      .execute()
  }
  // Ids are unique at every moment: a free one stands in between.
  await tx
    .updateTable('devices')
    .set({ mac: randomBytes(6).toString('hex') })
    .where('device_id', '=', second)
    .execute()
  await give(first, of_second)
  await give(second, of_first)
  if (with_card)
    await sql`update iccids set device_id = case device_id when ${first} then ${second}::int else ${first} end
      where device_id in (${first}, ${second})`.execute(tx)
  await sql`update device_import_rows set device_id = case device_id when ${first} then ${second}::int else ${first} end
    where device_id in (${first}, ${second})`.execute(tx)
  const lines = await tx
    .deleteFrom('shipment_devices')
    .where('device_id', 'in', [first, second])
    .returningAll()
    .execute()
  if (lines.length > 0)
    await tx
      .insertInto('shipment_devices')
      .values(lines.map((line) => ({ ...line, device_id: line.device_id === first ? second : first })))
      .execute()
}

/** The module of the unit is not connected: the next one begins a session of its own. */
const endSession = async (tx: Tx, device_id: number, at: Date, detail: Record<string, unknown>): Promise<void> => {
  const before = await tx
    .selectFrom('device_status')
    .select('online')
    .where('device_id', '=', device_id)
    .executeTakeFirst()
  await sql`update device_status set online = false, online_since = null, session_boot = null, rssi_dbm = null,
      last_offline_at = case when online then ${at} else last_offline_at end
    where device_id = ${device_id}`.execute(tx)
  const event = { device_id, at }
  await tx
    .insertInto('device_events')
    .values([
      ...(before?.online ? [{ ...event, kind: 'offline', detail: JSON.stringify({ why: 'closed' }) }] : []),
      { ...event, kind: 'replaced', detail: JSON.stringify(detail) },
    ])
    .execute()
}

type RequestedReplacement = {
  device_id: number
  new_device_id: number
  old_mac: string
  new_mac: string
  kind: 'module' | 'unit'
  reason: string
  sim_moved: boolean
  at: Date
  by_uid: number
}

/** The unit goes on with the module of the other row, which holds the old module from then on. Both rows are locked. */
export const insertReplacement = async (tx: Tx, request: RequestedReplacement): Promise<number> => {
  const { device_id, new_device_id, sim_moved, at, old_mac, new_mac, kind, reason, by_uid } = request
  const { rows } = await sql<{ active: boolean; claim_generation: number; status: string | null }>`
    select devices.active, devices.claim_generation, to_jsonb(device_status)::text as status
    from devices left join device_status using (device_id) where devices.device_id = ${new_device_id}`.execute(tx)
  const before = rows[0]
  if (before === undefined) throw new Error('the new unit is gone')
  await swapModules(tx, device_id, new_device_id, !sim_moved)
  await endSession(tx, device_id, at, { old_mac, new_mac, reason })
  await tx
    .updateTable('devices')
    .set({ replaced_at: at, active: true })
    .where('device_id', '=', new_device_id)
    .execute()
  await retireStatus(tx, new_device_id, at)
  const { replacement_id } = await tx
    .insertInto('device_replacements')
    .values({
      device_id,
      retired_device_id: new_device_id,
      old_mac,
      new_mac,
      kind,
      reason,
      sim_moved,
      replaced_at: at,
      by_uid,
      claim_generation: before.claim_generation,
      retired_active: before.active,
      retired_status: before.status,
    })
    .returning('replacement_id')
    .executeTakeFirstOrThrow()
  return replacement_id
}

/**
 * A replaced module counts as off line without a time: in none of the lists of units that need somebody (never on line, off
 * line for long, alarm).
 */
const retireStatus = async (tx: Tx, device_id: number, at: Date): Promise<void> => {
  await sql`insert into device_status (device_id, first_online_at) values (${device_id}, ${at})
    on conflict (device_id) do update set ${sql.raw(reset('excluded'))}`.execute(tx)
}

/** Columns of a status besides `device_id` and `online`. */
const STATUS = [
  'online_since',
  'first_online_at',
  'last_online_at',
  'last_offline_at',
  'online_times',
  'session_boot',
  'bus_status',
  'rssi_dbm',
  'last_report_at',
  'last_arrival_at',
  'layout_id',
  'latest_blocks',
  'alarm_keys',
  'alarm_count',
  'last_alarm_at',
  'alarm_severity',
  'flow_c',
]
const reset = (from: string): string =>
  ['online = false', ...STATUS.map((column) => `${column} = ${from}.${column}`)].join(', ')

/** The newest replacement of a unit that is in effect and in which its module came, or null. */
export const findUndoable = async (tx: Db, device_id: number, since: Date) =>
  (await tx
    .selectFrom('device_replacements')
    .innerJoin('devices', 'devices.device_id', 'device_replacements.device_id')
    .innerJoin('devices as retired', 'retired.device_id', 'device_replacements.retired_device_id')
    .where('device_replacements.device_id', '=', device_id)
    .where('device_replacements.undone_at', 'is', null)
    .where('device_replacements.replaced_at', '>', since)
    .whereRef('devices.mac', '=', 'device_replacements.new_mac')
    .whereRef('retired.mac', '=', 'device_replacements.old_mac')
    .selectAll('device_replacements')
    .select(['devices.claim_generation as generation_now', 'retired.claim_generation as generation_old'])
    .orderBy('device_replacements.replacement_id', 'desc')
    .executeTakeFirst()) ?? null
type UndoableRow = NonNullable<Awaited<ReturnType<typeof findUndoable>>>

/** The unit goes back to its old module. Both rows are locked. */
export const undoReplacement = async (
  tx: Tx,
  row: UndoableRow,
  { at, by_uid, reason }: { at: Date; by_uid: number; reason: string },
): Promise<void> => {
  const { replacement_id, device_id, retired_device_id, old_mac, new_mac, sim_moved } = row
  if (retired_device_id === null) throw new Error('the retired unit is gone')
  await swapModules(tx, device_id, retired_device_id, !sim_moved)
  await endSession(tx, device_id, at, { old_mac: new_mac, new_mac: old_mac, reason })
  // Owners that came meanwhile: codes that former owners know of the old label stay invalid.
  const claim_generation = row.generation_old + (row.generation_now - row.claim_generation)
  await tx.updateTable('devices').set({ claim_generation }).where('device_id', '=', device_id).execute()
  await tx
    .updateTable('devices')
    .set({ replaced_at: null, active: row.retired_active })
    .where('device_id', '=', retired_device_id)
    .execute()
  const status = row.retired_status ?? { ...NEVER, device_id: retired_device_id }
  await sql`update device_status set ${sql.raw(reset('before'))}
    from jsonb_populate_record(null::device_status, ${JSON.stringify(status)}::jsonb) before
    where device_status.device_id = ${retired_device_id}`.execute(tx)
  await tx
    .updateTable('device_replacements')
    .set({ undone_at: at, undone_by_uid: by_uid, undo_reason: reason })
    .where('replacement_id', '=', replacement_id)
    .execute()
}

/** Status of a module that was never on line. */
const NEVER = { online_times: 0, bus_status: 'unknown', alarm_keys: [], alarm_count: 0 }
