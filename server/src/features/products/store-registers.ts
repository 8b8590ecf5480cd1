import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'

type Db = Kysely<Tables>

/** The names controllers announce, all products, with the devices of the scope that announce themselves so. */
export const listRegisters = (db: Db, scope: Scope) =>
  db
    .selectFrom('product_registers')
    .leftJoin(
      (from) =>
        from
          .selectFrom('devices')
          .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
          .where(withinScope(scope, 'devices'))
          .where(NOT_VIRTUAL)
          .groupBy('devices.hardware_version')
          .select([
            'devices.hardware_version',
            sql<number>`count(*)::int`.as('device_count'),
            sql<Date | null>`max(device_status.last_report_at)`.as('last_seen_at'),
          ])
          .as('seen'),
      (join) => join.onRef('seen.hardware_version', '=', 'product_registers.register_name'),
    )
    .select([
      'product_registers.product_key',
      'product_registers.register_name',
      'product_registers.note',
      'product_registers.created_by',
      'product_registers.created_at',
      'seen.device_count',
      'seen.last_seen_at',
    ])
    .orderBy('product_registers.product_key')
    .orderBy('product_registers.register_name')
    .execute()

/** Names that devices of the scope announce and that no product has; the most frequent first. */
export const listUnknownRegisters = (db: Db, scope: Scope, limit: number) =>
  db
    .selectFrom('devices')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where(withinScope(scope, 'devices'))
    .where(NOT_VIRTUAL)
    .where('devices.hardware_version', '<>', '')
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('product_registers')
            .whereRef('product_registers.register_name', '=', 'devices.hardware_version')
            .select(sql`1`.as('one')),
        ),
      ),
    )
    .groupBy('devices.hardware_version')
    .select([
      'devices.hardware_version as register_name',
      sql<number>`count(*)::int`.as('device_count'),
      sql<Date | null>`max(device_status.last_report_at)`.as('last_seen_at'),
      sql<string>`min(devices.mac)`.as('mac'),
    ])
    .orderBy('device_count', 'desc')
    .orderBy('register_name')
    .limit(limit)
    .execute()

/** Devices of the scope that announce themselves so. */
export const countAnnounced = async (db: Db, scope: Scope, register_name: string): Promise<number> =>
  (
    await db
      .selectFrom('devices')
      .where(withinScope(scope, 'devices'))
      .where(NOT_VIRTUAL)
      .where('hardware_version', '=', register_name)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

/** Adds names, all or none; fails by `unique` when one is taken, by `reference` when there is no such product. */
export const insertRegisters = async (
  db: Db,
  product_key: string,
  register_names: readonly string[],
  made: { note: string; created_by: string; created_at: Date },
): Promise<void> => {
  await db
    .insertInto('product_registers')
    .values(register_names.map((register_name) => ({ product_key, register_name, ...made })))
    .execute()
}

/** The first of these names that a product has; null = none of them is taken. */
export const findTakenRegister = async (
  db: Db,
  register_names: readonly string[],
): Promise<{ register_name: string; product_key: string } | null> =>
  (await db
    .selectFrom('product_registers')
    .where('register_name', 'in', [...register_names])
    .select(['register_name', 'product_key'])
    .orderBy('register_name')
    .limit(1)
    .executeTakeFirst()) ?? null

/** False = there was no such name. */
export const deleteRegisterName = async (db: Db, product_key: string, register_name: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('product_registers')
    .where('product_key', '=', product_key)
    .where('register_name', '=', register_name)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
