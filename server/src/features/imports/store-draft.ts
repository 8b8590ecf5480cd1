import type { ImportCounts, ImportHeader, ImportSource } from '@heatfleet/contract/imports/imports.ts'
import { IMPORT_PROBLEMS, IMPORT_VERDICTS, isImportError } from '@heatfleet/contract/imports/lines.ts'
import { type Kysely, sql } from 'kysely'
import type { JobOwner } from '../../platform/job-owner.ts'
import { type Scope, withinScope } from '../../platform/scope.ts'
import { importsWithin } from '../../platform/scope-imports.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Target } from './store.ts'

type Db = Kysely<Tables>

/** Rows of one insert: some hundred bytes each. */
const INSERTED_ROWS = 2_000

type NewDraft = JobOwner & {
  imported_user: string
  target: Target
  header: Omit<ImportHeader, 'agent_id'>
  source: ImportSource
  file_name: string
  retry_of: number | null
  now: Date
}

/**
 * Records a draft without lines; null when the caller would not see its units. The oldest drafts of the account beyond
 * `drafts_max` give way.
 */
export const insertDraft = async (
  trx: Db,
  scope: Scope,
  { uid, api_token_id, imported_user, target, header, source, file_name, retry_of, now }: NewDraft,
  drafts_max: number,
): Promise<number | null> => {
  const { import_id } = await trx
    .insertInto('device_imports')
    .values({
      uid,
      api_token_id,
      imported_user,
      ...target,
      ...header,
      source,
      file_name,
      retry_of,
      created_at: now,
      changed_at: now,
    })
    .returning('import_id')
    .executeTakeFirstOrThrow()
  const seen = await trx
    .selectFrom('device_imports')
    .where('import_id', '=', import_id)
    .where(importsWithin(scope, 'device_imports'))
    .select('import_id')
    .executeTakeFirst()
  if (seen === undefined) return null
  await sql`
    delete from device_imports where import_id in (
      select import_id from device_imports where uid = ${uid} and state = 'draft' order by import_id desc offset ${drafts_max})
  `.execute(trx)
  return import_id
}

/** A line with its sealed secret. */
export type StoredLine = {
  row: number
  mac_text: string
  mac: string | null
  product_text: string
  iccid: string
  hardware_version: string
  device_name: string
  serial: string
  secret_sealed: Buffer
  own_secret: boolean
  flaws: string[]
}

/** Stores lines, each row once; a line that is there already is replaced. */
export const putLines = async (trx: Db, import_id: number, lines: Iterable<StoredLine>): Promise<void> => {
  let part: StoredLine[] = []
  const write = async (): Promise<void> => {
    const columnOf = <Key extends keyof StoredLine>(key: Key) => part.map((line) => line[key])
    await sql`
      insert into device_import_rows
        (import_id, row, mac_text, mac, product_text, iccid, hardware_version, device_name, serial, secret_sealed, own_secret, flaws)
      select ${import_id}, r.row, mac_text, mac, product_text, iccid, hardware_version, device_name, serial, secret_sealed,
        own_secret, string_to_array(flaws, ',')
      from unnest(${columnOf('row')}::int[], ${columnOf('mac_text')}::text[], ${columnOf('mac')}::text[],
        ${columnOf('product_text')}::text[], ${columnOf('iccid')}::text[], ${columnOf('hardware_version')}::text[],
        ${columnOf('device_name')}::text[], ${columnOf('serial')}::text[], ${columnOf('secret_sealed')}::bytea[],
        ${columnOf('own_secret')}::boolean[], ${part.map(({ flaws }) => flaws.join(','))}::text[])
        as r (row, mac_text, mac, product_text, iccid, hardware_version, device_name, serial, secret_sealed, own_secret, flaws)
      on conflict (import_id, row) do update set mac_text = excluded.mac_text, mac = excluded.mac,
        product_text = excluded.product_text, iccid = excluded.iccid, hardware_version = excluded.hardware_version,
        device_name = excluded.device_name, serial = excluded.serial, secret_sealed = excluded.secret_sealed,
        own_secret = excluded.own_secret, flaws = excluded.flaws`.execute(trx)
    part = []
  }
  for (const line of lines) {
    part.push(line)
    if (part.length === INSERTED_ROWS) await write()
  }
  if (part.length > 0) await write()
}

/** Lines of a draft as they were written, to be put right. */
export const listLines = (trx: Db, import_id: number, rows: readonly number[]) =>
  trx
    .selectFrom('device_import_rows')
    .where('import_id', '=', import_id)
    .where('row', '=', sql<number>`any(${[...rows]}::int[])`)
    .select(['row', 'mac_text', 'product_text', 'iccid', 'hardware_version', 'device_name', 'serial'])
    .select(['secret_sealed', 'own_secret', 'flaws'])
    .orderBy('row')
    .execute()

/** Leaves lines out, or takes them in again. */
export const dropLines = async (
  trx: Db,
  import_id: number,
  { drop, keep, drop_errors }: { drop: readonly number[]; keep: readonly number[]; drop_errors: boolean },
): Promise<void> => {
  if (drop.length + keep.length === 0 && !drop_errors) return
  await sql`
    update device_import_rows set dropped = row <> all(${[...keep]}::int[])
    where import_id = ${import_id} and (row = any(${[...drop]}::int[]) or row = any(${[...keep]}::int[])
      or ${drop_errors} and verdict = 'error')`.execute(trx)
}

/** Copies the failed lines of a batch into a draft, with the secrets they brought. */
export const copyFailed = async (trx: Db, from: number, to: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into device_import_rows (import_id, row, mac_text, mac, product_text, iccid, hardware_version, device_name, serial,
      secret_sealed, own_secret, flaws)
    select ${to}, row, mac_text, mac, product_text, iccid, hardware_version, device_name, serial, secret_sealed, own_secret, flaws
    from device_import_rows where import_id = ${from} and result = 'failed'`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** The different texts by which lines of a batch name products. */
export const listProductTexts = async (trx: Db, import_id: number): Promise<string[]> => {
  const rows = await trx
    .selectFrom('device_import_rows')
    .where('import_id', '=', import_id)
    .where('product_text', '<>', '')
    .select('product_text')
    .distinct()
    .execute()
  return rows.map(({ product_text }) => product_text)
}

/** Problems of lines that cannot be imported. */
const ERRORS = sql`${IMPORT_PROBLEMS.filter(isImportError)}::text[]`

/** Which product a text means. */
export type NamedProducts = { texts: readonly string[]; product_keys: readonly string[] }

/**
 * The verdict on every line of a batch, beside the other lines and what is stored: units that `scope` does not see exist
 * without a word about them. Lines whose verdict stays the same are not written.
 */
export const evaluateLines = async (trx: Db, scope: Scope, import_id: number, named: NamedProducts): Promise<void> => {
  // Nothing is known yet of lines that are seconds old: the planner would take 50,000 of them for one and join in loops.
  await sql`set local enable_nestloop = off`.execute(trx)
  await sql`
    with batch as (
      select device_imports.product_key, device_imports.agent_path, coalesce(distributors.product_keys, '{}') as sold
      from device_imports left join distributors on distributors.agent_id = device_imports.agent_id
      where import_id = ${import_id}
    ), lines as (
      select r.row, r.mac, r.iccid, r.dropped, r.flaws, r.own_secret, r.product_text, batch.agent_path, batch.sold,
        case when r.product_text = '' then batch.product_key else named.product_key end as given,
        row_number() over (partition by r.mac, r.dropped order by r.row) as nth,
        count(*) over (partition by left(r.iccid, 19), r.dropped) as cards
      from device_import_rows r cross join batch
        left join unnest(${[...named.texts]}::text[], ${[...named.product_keys]}::text[]) named (text, product_key)
          on named.text = r.product_text
      where r.import_id = ${import_id}
    ), units as (
      select devices.device_id, devices.mac, devices.active, devices.agent_path, devices.product_key,
        ${withinScope(scope, 'devices')} as seen
      from devices
      where devices.mac = any(array(select r.mac from device_import_rows r where r.import_id = ${import_id} and r.mac is not null))
    ), cards as (
      select iccid, min(mac) as least, max(mac) as greatest from devices
      where iccid = any(array(select r.iccid from device_import_rows r where r.import_id = ${import_id} and r.iccid <> ''))
      group by 1
    ), held as (
      select lines.*, units.device_id, units.active, units.agent_path as at, units.product_key as has,
        coalesce(units.seen, false) as seen,
        cards.iccid is not null and (cards.least is distinct from lines.mac or cards.greatest is distinct from lines.mac)
          as card_used
      from lines left join units on units.mac = lines.mac left join cards on cards.iccid = lines.iccid
    ), judged as (
      select held.*, coalesce(given, case when seen then has end) as product_key,
        flaws || array_remove(array[
          case when mac is not null and nth > 1 and not dropped then 'duplicate' end,
          case when device_id is not null and not seen then 'held_elsewhere' end,
          case when product_text <> '' and given is null then 'product_unknown' end,
          case when product_text = '' and given is null and device_id is null then 'product_missing' end,
          case when seen and given <> has then 'product_conflict' end,
          case when device_id is null and cardinality(sold) > 0 and given <> all(sold) then 'product_not_sold' end,
          case when seen and active then 'in_use' end,
          case when iccid <> '' and cards > 1 and not dropped then 'iccid_repeated' end,
          case when card_used then 'iccid_elsewhere' end,
          case when seen and own_secret then 'secret_kept' end
        ], null) as problems
      from held
    ), verdicts as (
      select row, product_key, problems,
        case when dropped then 'dropped'
          when problems && ${ERRORS} then 'error'
          when device_id is null then 'new'
          when at = agent_path then 'in_stock'
          else 'shipped' end as verdict
      from judged
    )
    update device_import_rows r set product_key = v.product_key, problems = v.problems, verdict = v.verdict
    from verdicts v
    where r.import_id = ${import_id} and r.row = v.row
      and (r.product_key, r.problems, r.verdict) is distinct from (v.product_key, v.problems, v.verdict)`.execute(trx)
  await sql`set local enable_nestloop = on`.execute(trx)
}

/** Numbers of lines by verdict, and the products they name. */
export const countLines = async (
  trx: Db,
  import_id: number,
): Promise<{ counts: ImportCounts; product_keys: string[] }> => {
  const rows = await trx
    .selectFrom('device_import_rows')
    .where('import_id', '=', import_id)
    .select(['verdict', 'product_key', sql<number>`count(*)::int`.as('n')])
    .groupBy(['verdict', 'product_key'])
    .execute()
  const counts = Object.fromEntries(IMPORT_VERDICTS.map((verdict) => [verdict, 0])) as ImportCounts // one for each
  for (const { verdict, n } of rows) counts[verdict] += n
  return { counts, product_keys: [...new Set(rows.flatMap(({ product_key }) => product_key ?? []))].sort() }
}

/** Changes what the lines of a draft have in common, and notes what they come to. */
export const updateDraft = async (
  trx: Db,
  import_id: number,
  change: Partial<Target & Omit<ImportHeader, 'agent_id'>> & {
    counts?: ImportCounts
    product_keys?: string[]
    changed_at?: Date
  },
): Promise<void> => {
  const { counts, ...rest } = change
  await trx
    .updateTable('device_imports')
    .set({ ...rest, ...(counts === undefined ? {} : { counts: JSON.stringify(counts) }) })
    .where('import_id', '=', import_id)
    .execute()
}
