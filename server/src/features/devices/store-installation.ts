import type { DeviceFileType, InstallationDraft } from '@heatfleet/contract/devices/installation.ts'
import { type Kysely, sql } from 'kysely'
import { agentsWithin, type Scope, shippedWithin, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** A device of the scope with its installation; undefined = not there. */
export const findInstallation = (db: Db, scope: Scope, mac: string) =>
  db
    .selectFrom('devices')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .leftJoin('device_installations as noted', 'noted.device_id', 'devices.device_id')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.device_id',
      'device_status.first_online_at',
      'noted.installer',
      sql<string | null>`noted.installed_on::text`.as('installed_on'),
      'noted.warranty_months',
      'noted.parts',
      'noted.note',
      'noted.updated_by',
      'noted.updated_at',
    ])
    .executeTakeFirst()
export type InstallationRow = NonNullable<Awaited<ReturnType<typeof findInstallation>>>

export const saveInstallation = async (
  db: Db,
  device_id: number,
  { parts, ...draft }: InstallationDraft,
  by: { updated_by: string; updated_at: Date },
): Promise<void> => {
  const values = { ...draft, parts: JSON.stringify(parts), ...by }
  await db
    .insertInto('device_installations')
    .values({ device_id, ...values })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
    .execute()
}

const FILE_COLUMNS = [
  'file_id',
  'file_name',
  'content_type',
  sql<number>`octet_length(content)`.as('bytes'),
  'added_by',
  'added_at',
] as const

/** Files of a device that the caller sees, the oldest first. */
export const listFiles = (db: Db, device_id: number) =>
  db.selectFrom('device_files').select(FILE_COLUMNS).where('device_id', '=', device_id).orderBy('file_id').execute()
export type FileRow = Awaited<ReturnType<typeof listFiles>>[number]

export const findFile = (db: Db, device_id: number, file_id: number) =>
  db
    .selectFrom('device_files')
    .select([...FILE_COLUMNS, 'content'])
    .where('device_id', '=', device_id)
    .where('file_id', '=', file_id)
    .executeTakeFirst()

type NewFile = {
  device_id: number
  file_name: string
  content_type: DeviceFileType
  content: Buffer
  added_by: string
  added_at: Date
}

/** Adds a file; null when the device has `max` already. */
export const insertFile = (db: Db, file: NewFile, max: number): Promise<FileRow | null> =>
  db.transaction().execute(async (trx) => {
    // One after the other for one device, so that two at once do not pass the limit together.
    await trx.selectFrom('devices').select('device_id').where('device_id', '=', file.device_id).forUpdate().execute()
    const { n } = await trx
      .selectFrom('device_files')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('device_id', '=', file.device_id)
      .executeTakeFirstOrThrow()
    if (n >= max) return null
    return trx.insertInto('device_files').values(file).returning(FILE_COLUMNS).executeTakeFirstOrThrow()
  })

export const deleteFile = (db: Db, device_id: number, file_id: number) =>
  db
    .deleteFrom('device_files')
    .where('device_id', '=', device_id)
    .where('file_id', '=', file_id)
    .returning(['file_name'])
    .executeTakeFirst()

type ShipmentScopes = { scope: Scope; agent: Scope; manufacturer: boolean }

/** Shipments of a device whose receiver is in scope; sender and its people only where the sender is in scope, too. */
export const listShipments = (db: Db, { scope, agent, manufacturer }: ShipmentScopes, device_id: number) =>
  db
    .selectFrom('shipment_devices')
    .innerJoin('shipments', 'shipments.shipment_id', 'shipment_devices.shipment_id')
    .innerJoin('devices', 'devices.device_id', 'shipment_devices.device_id')
    .where('shipment_devices.device_id', '=', device_id)
    .where(shippedWithin(scope, 'shipment_devices'))
    .select([
      'shipments.batch_no',
      'shipments.sender_name',
      'shipments.receiver_name',
      'shipments.operator',
      sql<boolean>`(shipments.sender_id is null and ${manufacturer} or exists (select from distributors
        where distributors.agent_id = shipments.sender_id and ${agentsWithin(agent, 'distributors')}))`.as(
        'sender_visible',
      ),
      'shipments.shipped_at',
      'shipment_devices.confirmed_at',
      'shipment_devices.confirmed_by',
      'shipment_devices.returned_at',
      'shipment_devices.returned_by',
      'shipment_devices.reason',
    ])
    .execute()

/** The newest bindings of a device and their ends. */
export const listBindingEvents = (db: Db, device_id: number, limit: number) =>
  db
    .selectFrom('binding_events')
    .innerJoin('app_users', 'app_users.app_user_id', 'binding_events.app_user_id')
    .leftJoin('accounts', 'accounts.uid', 'binding_events.by_uid')
    .where('binding_events.device_id', '=', device_id)
    .select([
      'binding_events.at',
      'binding_events.action',
      'binding_events.bind_way',
      'binding_events.reason',
      'binding_events.app_user_id',
      'app_users.nick_name',
      'accounts.user_name',
    ])
    .orderBy('binding_events.at', 'desc')
    .limit(limit)
    .execute()
