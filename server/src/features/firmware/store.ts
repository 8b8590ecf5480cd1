import type { Firmware, FirmwareChange, FirmwareDraft, FirmwareFilter } from '@heatfleet/contract/firmware/firmware.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { versionKey } from '@heatfleet/contract/version-number.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { EVERYTHING, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

const rows = (db: Db) =>
  db
    .selectFrom('firmware')
    .innerJoin('products', 'products.product_key', 'firmware.product_key')
    .where('firmware.deleted_at', 'is', null)

const COLUMNS = [
  'firmware.firmware_id',
  'firmware.product_key',
  'products.name as product_name',
  'products.english_name as product_english_name',
  'firmware.module',
  'firmware.name',
  'firmware.hardware_version',
  'firmware.software_version',
  'firmware.min_software_version',
  'firmware.auto_upgrade',
  'firmware.enabled',
  'firmware.notes',
  'firmware.file_name',
  'firmware.size',
  'firmware.sha256',
  'firmware.crc32',
  'firmware.uid',
  'firmware.uploader',
  'firmware.uploaded_at',
] as const

/** Units in scope that report the version, and how upgrades of such units ended: counted for the rows of a page only. */
const countsWithin = (scope: Scope) =>
  [
    sql<number>`(select count(*)::int from devices where devices.product_key = firmware.product_key
      and case firmware.module when 'dtu' then devices.module_type = firmware.hardware_version
          and devices.module_version = firmware.software_version
        else devices.hardware_version = firmware.hardware_version
          and devices.software_version = firmware.software_version end
      and ${withinScope(scope, 'devices')})`.as('devices'),
    sql<number>`(select count(*)::int from upgrades join devices using (device_id)
      where upgrades.firmware_id = firmware.firmware_id and finished_at is not null and upgrades.state <> 'cancelled'
        and ${withinScope(scope, 'devices')})`.as('ended'),
    sql<number>`(select count(*)::int from upgrades join devices using (device_id)
      where upgrades.firmware_id = firmware.firmware_id and upgrades.state = 'success'
        and ${withinScope(scope, 'devices')})`.as('succeeded'),
  ] as const

/** A firmware that was not deleted; it belongs to the manufacturer, and the right alone decides who sees it. */
export const findFirmware = (db: Db, scope: Scope, firmware_id: number) =>
  rows(db)
    .select([...COLUMNS, ...countsWithin(scope)])
    .where('firmware.firmware_id', '=', firmware_id)
    .executeTakeFirst()
export type FirmwareRow = NonNullable<Awaited<ReturnType<typeof findFirmware>>>

/** A part of the list, the newest first; counts are of the scope. */
export const listFirmware = <Part extends ListPart>(
  db: Db,
  scope: Scope,
  filter: FirmwareFilter & { product_key?: string | undefined },
  part: Part,
): Promise<ListPage<FirmwareRow, Part>> => {
  const matching = rows(db).where((is) => is.and(conditionsOf(filter)))
  return listPage(
    {
      matching,
      rows: matching.select([...COLUMNS, ...countsWithin(scope)]),
      order: (found) => found.orderBy('firmware.firmware_id', 'desc'),
      key: 'firmware.firmware_id',
    },
    part,
  )
}

const like = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

const conditionsOf = ({
  product_key,
  name,
  module,
  hardware_version,
  software_version,
  enabled,
  auto_upgrade,
}: FirmwareFilter & { product_key?: string | undefined }): Expression<SqlBool>[] =>
  [
    product_key ? sql<SqlBool>`firmware.product_key = ${product_key}` : null,
    name ? sql<SqlBool>`lower(firmware.name) like ${like(name)}` : null,
    module === undefined ? null : sql<SqlBool>`firmware.module = ${module}`,
    hardware_version ? sql<SqlBool>`firmware.hardware_version = ${hardware_version}` : null,
    software_version ? sql<SqlBool>`firmware.software_version = ${software_version}` : null,
    enabled === undefined ? null : sql<SqlBool>`firmware.enabled = ${enabled}`,
    auto_upgrade === undefined ? null : sql<SqlBool>`firmware.auto_upgrade = ${auto_upgrade}`,
  ].filter((condition) => condition !== null)

/** Whether this version of a product's module and hardware is there already. */
export const isVersionTaken = async (
  db: Db,
  { product_key, module, hardware_version, software_version }: FirmwareDraft,
): Promise<boolean> =>
  (await db
    .selectFrom('firmware')
    .select('firmware_id')
    .where('product_key', '=', product_key)
    .where('module', '=', module)
    .where('hardware_version', '=', hardware_version)
    .where('version_key', '=', sql<number[]>`${versionKey(software_version)}::int[]`)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Inserts a firmware; a version that is taken is a unique violation. */
export const insertFirmware = async (
  db: Db,
  draft: FirmwareDraft,
  file: { file_name: string; size: number; sha256: string; crc32: string; signature: Buffer },
  by: { uid: number | null; uploader: string; uploaded_at: Date },
): Promise<number> => {
  const { notes, ...values } = draft
  const { firmware_id } = await db
    .insertInto('firmware')
    .values({
      ...values,
      ...file,
      ...by,
      notes: JSON.stringify(notes),
      version_key: versionKey(draft.software_version),
      deleted_at: null,
    })
    .returning('firmware_id')
    .executeTakeFirstOrThrow()
  return firmware_id
}

/** Changes what is given; the caller has checked the rules over several fields. */
export const updateFirmware = async (db: Db, { firmware_id, notes, ...change }: FirmwareChange): Promise<void> => {
  const values = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const all = { ...values, ...(notes === undefined ? {} : { notes: JSON.stringify(notes) }) }
  if (Object.keys(all).length === 0) return
  await db.updateTable('firmware').set(all).where('firmware_id', '=', firmware_id).execute()
}

/** Marks a firmware as deleted unless an upgrade or a campaign uses it; false = in use. Its row is locked against both. */
export const deleteFirmware = async (trx: Db, firmware_id: number, at: Date): Promise<boolean> => {
  await trx.selectFrom('firmware').select('firmware_id').where('firmware_id', '=', firmware_id).forUpdate().execute()
  const done = await trx
    .updateTable('firmware')
    .set({ deleted_at: at, enabled: false, auto_upgrade: false })
    .where('firmware_id', '=', firmware_id)
    .where('deleted_at', 'is', null)
    .where(
      sql<SqlBool>`not exists (select from upgrades where upgrades.firmware_id = firmware.firmware_id and finished_at is null)`,
    )
    .where(
      sql<SqlBool>`not exists (select from rollouts where rollouts.firmware_id = firmware.firmware_id
        and rollouts.state in ('proposed', 'approved', 'running', 'paused'))`,
    )
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Whether a firmware may be sent; locked until the transaction ends, so that it cannot be deleted meanwhile. */
export const lockEnabled = async (trx: Db, firmware_id: number): Promise<boolean> =>
  (await trx
    .selectFrom('firmware')
    .select('firmware_id')
    .where('firmware_id', '=', firmware_id)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .forShare()
    .executeTakeFirst()) !== undefined

/** Enabled firmware that units with an older version are upgraded to by themselves: the system's own work. */
export const listAutomatic = (db: Db) =>
  rows(db)
    .select([...COLUMNS, ...countsWithin(EVERYTHING)])
    .where('firmware.enabled', '=', true)
    .where('firmware.auto_upgrade', '=', true)
    .orderBy('firmware.firmware_id')
    .execute()

/** Versions that units of a product in scope report, of modules and of boards, most units first. */
export const listFieldVersions = (db: Db, scope: Scope, product_key: string) => {
  const of = (module: 'dtu' | 'mcu') => {
    const [hardware, software] =
      module === 'dtu'
        ? (['devices.module_type', 'devices.module_version'] as const)
        : (['devices.hardware_version', 'devices.software_version'] as const)
    return db
      .selectFrom('devices')
      .select([
        sql<'dtu' | 'mcu'>`${module}::text`.as('module'),
        `${hardware} as hardware_version`,
        `${software} as software_version`,
        sql<number>`count(*)::int`.as('devices'),
      ])
      .where('devices.product_key', '=', product_key)
      .where('devices.replaced_at', 'is', null)
      .where(software, '<>', '')
      .where(withinScope(scope, 'devices'))
      .groupBy([hardware, software])
  }
  return of('dtu')
    .unionAll(of('mcu'))
    .orderBy('devices', 'desc')
    .orderBy('software_version', 'desc')
    .limit(LIMITS.firmware_versions_max)
    .execute()
}

/** Enabled firmware of a product, the highest version first. */
export const listEnabled = (db: Db, product_key: string) =>
  rows(db)
    .select(COLUMNS)
    .where('firmware.product_key', '=', product_key)
    .where('firmware.enabled', '=', true)
    .orderBy('firmware.version_key', 'desc')
    .limit(LIMITS.page_size_max)
    .execute()

/** A stored firmware on the wire. */
export const toFirmware = ({ uid: _, uploaded_at, ...row }: FirmwareRow): Firmware => ({
  ...row,
  upload_time: uploaded_at.toISOString(),
})

/** Whether there is such a product. */
export const isProduct = async (db: Db, product_key: string): Promise<boolean> =>
  (await db
    .selectFrom('products')
    .select('product_key')
    .where('product_key', '=', product_key)
    .where('trial_of', 'is', null)
    .executeTakeFirst()) !== undefined
