import type { ErrorCode } from '@heatfleet/contract/errors.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Only one import, or one undoing of one, at a time: verdicts stay true until they are carried out. */
export const lockImports = async (trx: Db): Promise<void> => {
  await sql`select pg_advisory_xact_lock(5424001001)`.execute(trx)
}

/** Begins a batch that waits, or that a killed process began; undefined when there is none (any more). */
export const beginImport = (db: Db, import_id: number, at: Date) =>
  db
    .updateTable('device_imports')
    .set({ state: 'running', started_at: at, progress: 0 })
    .where('import_id', '=', import_id)
    .where('state', 'in', ['queued', 'running'])
    .returning(['uid', 'api_token_id', 'imported_user', 'agent_id'])
    .executeTakeFirst()

/** Notes how far a running import is, beside its transaction. */
export const noteProgress = async (db: Db, import_id: number, progress: number): Promise<void> => {
  await db.updateTable('device_imports').set({ progress }).where('import_id', '=', import_id).execute()
}

/** The last row of the next `limit` lines behind a row, and their number; null = there are no more. */
export const nextPart = async (trx: Db, import_id: number, after: number, limit: number) => {
  const { rows } = await sql<{ last: number | null; n: number }>`
    select max(row)::int as last, count(*)::int as n
    from (select row from device_import_rows where import_id = ${import_id} and row > ${after} order by row limit ${limit}) part
  `.execute(trx)
  const [part] = rows
  return part === undefined || part.last === null ? null : { last: part.last, n: part.n }
}

type Part = { import_id: number; after: number; last: number; now: Date }

/** Makes the units of some lines, and raises the import count of those that exist. Ownership never moves. */
export const importPart = async (trx: Db, { import_id, after, last, now }: Part): Promise<void> => {
  const part = sql`r.import_id = ${import_id} and r.row > ${after} and r.row <= ${last}`
  await sql`
    insert into devices (mac, device_name, product_key, agent_id, agent_path, net, iccid, secret_sealed, hardware_version,
      serial, import_tag, import_time, imported_user)
    select r.mac, coalesce(nullif(r.device_name, ''), r.mac), r.product_key, b.agent_id, b.agent_path,
      case when length(r.mac) = 15 then '4g' else 'wifi' end, nullif(r.iccid, ''), r.secret_sealed,
      coalesce(nullif(r.hardware_version, ''), b.hardware_version), r.serial, b.import_tag, ${now}, b.imported_user
    from device_import_rows r join device_imports b on b.import_id = r.import_id
    where ${part} and r.verdict = 'new'
    order by r.row`.execute(trx)
  // Of macs as one array: an index of devices is read, whatever the planner believes of lines that are seconds old.
  await sql`
    update devices set import_count = import_count + 1
    where mac = any(array(select r.mac from device_import_rows r where ${part} and r.verdict in ('in_stock', 'shipped')))
  `.execute(trx)
  await sql`
    update device_import_rows r set secret_sealed = case when r.verdict = 'error' then r.secret_sealed end,
      device_id = case when r.verdict in ('new', 'in_stock', 'shipped') then
        (select devices.device_id from devices where devices.mac = r.mac) end,
      result = case r.verdict when 'new' then 'imported' when 'dropped' then 'dropped' when 'error' then 'failed' else 'repeated' end
    where ${part}`.execute(trx)
  await sql`
    insert into device_status (device_id)
    select r.device_id from device_import_rows r where ${part} and r.result = 'imported'`.execute(trx)
}

type Done = { import_id: number; finished_at: Date; counts: object; product_keys: string[] }

/** Ends an import in its transaction. */
export const finishImport = async (trx: Db, { import_id, finished_at, counts, product_keys }: Done): Promise<void> => {
  await sql`
    update device_imports set state = 'done', finished_at = ${finished_at}, counts = ${JSON.stringify(counts)},
      product_keys = ${product_keys}::text[], progress = n.written, imported = n.imported, repeated = n.repeated, failed = n.failed
    from (
      select count(*) filter (where result <> 'dropped')::int as written,
        count(*) filter (where result = 'imported')::int as imported,
        count(*) filter (where result = 'repeated')::int as repeated,
        count(*) filter (where result = 'failed')::int as failed
      from device_import_rows where import_id = ${import_id}
    ) n
    where device_imports.import_id = ${import_id}`.execute(trx)
}

/** Notes why an import failed as a whole: it may be started again, or discarded. */
export const failImport = async (db: Db, import_id: number, reason: ErrorCode, at: Date): Promise<void> => {
  await db
    .updateTable('device_imports')
    .set({ state: 'failed', reason, progress: 0, finished_at: at, changed_at: at })
    .where('import_id', '=', import_id)
    .where('state', '=', 'running')
    .execute()
}

/** Waits again: the process stops in the middle, and the next one takes it up. */
export const waitAgain = async (db: Db, import_id: number): Promise<void> => {
  await db
    .updateTable('device_imports')
    .set({ state: 'queued', progress: 0 })
    .where('import_id', '=', import_id)
    .where('state', '=', 'running')
    .execute()
}

const IN_USE = sql`(devices.active
  or exists (select from bindings where bindings.device_id = devices.device_id)
  or exists (select from shipment_devices where shipment_devices.device_id = devices.device_id))`

/** Of a batch that has no units. */
export const NO_FIGURES = { online_count: 0, shipped_count: 0, bound_count: 0, in_use: 0 }

/** What became of the units of a batch. `in_use` = those for which it cannot be undone. */
export const readFigures = async (db: Db, import_id: number) => {
  const { rows } = await sql<{ online_count: number; shipped_count: number; bound_count: number; in_use: number }>`
    select count(*) filter (where devices.active)::int as online_count,
      count(*) filter (where exists (
        select from shipment_devices where shipment_devices.device_id = devices.device_id and state <> 'returned'))::int as shipped_count,
      count(*) filter (where exists (
        select from bindings where bindings.device_id = devices.device_id))::int as bound_count,
      count(*) filter (where ${IN_USE})::int as in_use
    from device_import_rows r join devices on devices.device_id = r.device_id
    where r.import_id = ${import_id} and r.result = 'imported'`.execute(db)
  return rows[0] ?? NO_FIGURES
}

/** Locks the units that a batch made against shipping, binding and log-in. */
export const lockUnits = async (trx: Db, import_id: number): Promise<void> => {
  await sql`
    select devices.device_id from device_import_rows r join devices on devices.device_id = r.device_id
    where r.import_id = ${import_id} and r.result = 'imported' order by devices.device_id for update of devices`.execute(
    trx,
  )
}

/** Removes the units that a batch made, and takes its count off those that existed before; gives the ids of the removed. */
export const undoImport = async (
  trx: Db,
  { import_id, by, at }: { import_id: number; by: string; at: Date },
): Promise<number[]> => {
  await sql`
    update devices set import_count = greatest(import_count - 1, 1)
    where device_id = any(array(
      select r.device_id from device_import_rows r where r.import_id = ${import_id} and r.result = 'repeated'))`.execute(
    trx,
  )
  const { rows } = await sql<{ device_id: number }>`
    delete from devices
    where device_id = any(array(
      select r.device_id from device_import_rows r where r.import_id = ${import_id} and r.result = 'imported'))
    returning device_id`.execute(trx)
  await trx
    .updateTable('device_imports')
    .set({ state: 'undone', undone_at: at, undone_by: by })
    .where('import_id', '=', import_id)
    .execute()
  return rows.map(({ device_id }) => device_id)
}
