import type { VirtualBoard } from '@heatfleet/contract/products/virtual-units.ts'
import type { ReplaySpeed } from '@heatfleet/contract/simulator/replay.ts'
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { agentsWithin, isEverything, type Scope, withinScope } from '../../platform/scope.ts'
import { SEGMENT_TABLES } from '../../platform/stored-segments.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables> | Transaction<Tables>

/** The definition a unit was started with: a set or recognised model may replace it as what reads the unit. */
const READ_BY = sql<string>`coalesce(devices.imported_pk, devices.product_key)`

/** The virtual units in scope, newest first. */
export const listVirtualUnits = (db: Kysely<Tables>, scope: Scope) =>
  db
    .selectFrom('virtual_units')
    .innerJoin('devices', 'devices.device_id', 'virtual_units.device_id')
    .leftJoin('device_status', 'device_status.device_id', 'virtual_units.device_id')
    .leftJoin('virtual_unit_replays', 'virtual_unit_replays.device_id', 'virtual_units.device_id')
    .select([
      'devices.mac',
      'devices.device_name',
      'virtual_units.product_key',
      sql<'draft' | 'published'>`case when ${READ_BY} = virtual_units.product_key then 'published' else 'draft' end`.as(
        'of',
      ),
      sql<'online' | 'offline' | 'never'>`case when device_status.online then 'online'
        when device_status.first_online_at is null then 'never' else 'offline' end`.as('online_status'),
      'virtual_units.started_by',
      'virtual_units.started_at',
      'virtual_units.ends_at',
      'virtual_unit_replays.of_mac',
      'virtual_unit_replays.speed',
    ])
    .where(withinScope(scope, 'devices'))
    .orderBy('virtual_units.started_at', 'desc')
    .execute()

/** What the simulator needs to play them: the sealed secrets, and the version each reads by. System work. */
export const listPlayedUnits = (db: Kysely<Tables>) =>
  db
    .selectFrom('virtual_units')
    .innerJoin('devices', 'devices.device_id', 'virtual_units.device_id')
    .innerJoin('products', (join) =>
      join.on(sql<SqlBool>`products.product_key = coalesce(virtual_units.board_pk, ${READ_BY})`),
    )
    .innerJoin('product_versions', 'product_versions.layout_id', 'products.layout_id')
    .leftJoin('virtual_unit_replays', 'virtual_unit_replays.device_id', 'virtual_units.device_id')
    .select([
      'virtual_units.device_id',
      'virtual_units.started_at',
      'virtual_unit_replays.from_at',
      'virtual_unit_replays.until_at',
      'virtual_unit_replays.speed',
      'devices.mac',
      'devices.secret_sealed',
      'virtual_units.board',
      'products.data_type',
      'product_versions.points',
      'product_versions.poll_blocks',
      'product_versions.settings',
    ])
    .orderBy('virtual_units.device_id')
    .execute()

/** How many there are in the whole fleet. Locks the table against others that start one. */
export const countVirtualUnits = async (tx: Transaction<Tables>): Promise<number> => {
  await sql`lock table virtual_units in share row exclusive mode`.execute(tx)
  const { n } = await tx
    .selectFrom('virtual_units')
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** A distributor of the scope, or (`agent_id` null) the manufacturer's stock where nothing narrows the scope; null = neither. */
export const findHolder = async (
  db: Db,
  scope: Scope,
  agent_id: number | null,
): Promise<{ agent_id: number | null; agent_path: string } | null> => {
  if (agent_id === null) return isEverything(scope) ? { agent_id, agent_path: scope.agent_path } : null
  const found = await db
    .selectFrom('distributors')
    .select(['agent_id', 'agent_path'])
    .where(agentsWithin(scope, 'distributors'))
    .where('agent_id', '=', agent_id)
    .executeTakeFirst()
  return found ?? null
}

/** Enters the device of a virtual unit with its status row. */
export const insertVirtualUnit = async (
  tx: Transaction<Tables>,
  unit: {
    mac: string
    device_name: string
    /** What it reads by: the product, or the copy of its draft. */
    read_by: string
    product_key: string
    holder: { agent_id: number | null; agent_path: string }
    secret_sealed: Buffer
    started_by: string
    started_at: Date
    ends_at: Date
    board_pk: string | null
    board: VirtualBoard
    replay: NewReplay | null
  },
): Promise<void> => {
  const { device_id } = await tx
    .insertInto('devices')
    .values({
      mac: unit.mac,
      device_name: unit.device_name,
      product_key: unit.read_by,
      ...unit.holder,
      net: 'wifi',
      iccid: null,
      secret_sealed: unit.secret_sealed,
      info_pk: null,
      dtu_default_pk: null,
      lat: null,
      lon: null,
      import_time: unit.started_at,
      imported_user: unit.started_by,
      simulated: true,
      virtual: true,
    })
    .returning('device_id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('device_status').values({ device_id }).execute()
  const { product_key, started_by, started_at, ends_at, board_pk, board } = unit
  const played = { device_id, product_key, started_by, started_at, ends_at, board_pk, board }
  await tx.insertInto('virtual_units').values(played).execute()
  if (unit.replay !== null)
    await tx
      .insertInto('virtual_unit_replays')
      .values({ device_id, ...unit.replay })
      .execute()
}

/** What a virtual unit shows again. */
export type NewReplay = { of_mac: string; from_at: Date; until_at: Date; speed: ReplaySpeed; track: Buffer }

/** The compressed record that a virtual unit shows; null = it is gone. System work. */
export const findTrack = async (db: Kysely<Tables>, device_id: number): Promise<Buffer | null> =>
  (await db.selectFrom('virtual_unit_replays').where('device_id', '=', device_id).select('track').executeTakeFirst())
    ?.track ?? null

/** A virtual unit in scope by its id, locked; null = none. */
export const findVirtualUnit = async (tx: Transaction<Tables>, scope: Scope, mac: string) =>
  (await tx
    .selectFrom('virtual_units')
    .innerJoin('devices', 'devices.device_id', 'virtual_units.device_id')
    .select(['devices.device_id', 'devices.mac', READ_BY.as('read_by'), 'virtual_units.product_key'])
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .forUpdate('virtual_units')
    .executeTakeFirst()) ?? null

/** Ids of those whose time is over. System work. */
export const listEndedUnits = async (db: Kysely<Tables>, now: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('virtual_units')
    .innerJoin('devices', 'devices.device_id', 'virtual_units.device_id')
    .select('devices.mac')
    .where('virtual_units.ends_at', '<=', now)
    .execute()
  return rows.map(({ mac }) => mac)
}

/** Removes a device with everything it reported; what hangs on its row goes with it. */
export const deleteVirtualUnit = async (tx: Transaction<Tables>, device_id: number): Promise<void> => {
  await tx.deleteFrom('report_hot').where('device_id', '=', device_id).execute()
  await tx.deleteFrom('report_packing').where('device_id', '=', device_id).execute()
  for (const table of SEGMENT_TABLES) await tx.deleteFrom(table).where('device_id', '=', device_id).execute()
  await tx.deleteFrom('month_merges').where('device_id', '=', device_id).execute()
  await tx.deleteFrom('chunk_merges').where('device_id', '=', device_id).execute()
  await tx.deleteFrom('damaged_chunks').where('device_id', '=', device_id).execute()
  await tx.deleteFrom('devices').where('device_id', '=', device_id).execute()
}

/** The copy of a product's draft; null = there is none. */
export const findTrial = async (db: Db, product_key: string): Promise<string | null> =>
  (await db.selectFrom('products').select('product_key').where('trial_of', '=', product_key).executeTakeFirst())
    ?.product_key ?? null

/** Makes the product that units of a draft read by: a copy of the basics under another key and name. */
export const insertTrial = async (
  tx: Transaction<Tables>,
  product_key: string,
  trial: { product_key: string; mark: string },
): Promise<void> => {
  await sql`insert into products (product_key, name, english_name, category, network_type, state, bind_limit, description,
      data_type, topology, solution, platforms, updated_by, trial_of)
    select ${trial.product_key}, name || ${trial.mark}, english_name || ${trial.mark}, category, network_type, 'debugging',
      bind_limit, description, data_type, topology, solution, platforms, updated_by, product_key
    from products where product_key = ${product_key}`.execute(tx)
}

/** Whether a device still reads by a product. */
export const isReadBy = async (tx: Transaction<Tables>, product_key: string): Promise<boolean> =>
  (await tx
    .selectFrom('devices')
    .select('device_id')
    .where((eb) => eb.or([eb('product_key', '=', product_key), eb('imported_pk', '=', product_key)]))
    .limit(1)
    .executeTakeFirst()) !== undefined
