import type pg from 'pg'
import { z } from 'zod'

type Sql = Pick<pg.ClientBase, 'query'>

/** A table with rows as a backup has it; all names are quoted where SQL needs it. */
export const StoredTable = z.object({
  table: z.string(),
  /** Without generated ones, in their order. */
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** Of a partition: what makes it again; partitions come and go, so no migration does. */
  partition: z.object({ parent: z.string(), bound: z.string(), checks: z.array(z.string()) }).nullable(),
})
export type StoredTable = z.output<typeof StoredTable>

/** Where a sequence stands, those of identities too. */
export const SequenceState = z.object({ sequence: z.string(), last: z.string(), is_called: z.boolean() })
export type SequenceState = z.output<typeof SequenceState>

/** Schema of the job queue's library. */
const QUEUE = 'graphile_worker'
/** What the product has in a database that may have schemas of others: no relation of an extension. */
const OWN = `n.nspname in ('public', '${QUEUE}') and not exists
  (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')`

/** Every table with rows, partitions one by one. */
export const listStoredTables = async (sql: Sql): Promise<StoredTable[]> => {
  const { rows } = await sql.query<StoredTable>(
    `select format('%I.%I', n.nspname, c.relname) as table,
       (select jsonb_agg(jsonb_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
          from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select jsonb_build_object('parent', format('%I.%I', pn.nspname, p.relname), 'bound', pg_get_expr(c.relpartbound, c.oid),
            'checks', coalesce((select jsonb_agg(format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) order by k.conname)
              from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.coninhcount = 0), '[]'))
          from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
          where i.inhrelid = c.oid and c.relispartition) as partition
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and ${OWN} order by 1`,
  )
  return rows
}

/** Read after the snapshot of a backup: never behind the numbers of its rows. */
export const listSequences = async (sql: Sql): Promise<SequenceState[]> => {
  const { rows } = await sql.query<{ sequence: string }>(
    `select format('%I.%I', n.nspname, c.relname) as sequence from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${OWN} order by 1`,
  )
  const states: SequenceState[] = []
  for (const { sequence } of rows) {
    const { rows: found } = await sql.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${sequence}`,
    )
    for (const { last, is_called } of found) states.push({ sequence, last, is_called })
  }
  return states
}

export const setSequence = async (sql: Sql, { sequence, last, is_called }: SequenceState): Promise<void> => {
  await sql.query('select setval($1::regclass, $2::bigint, $3)', [sequence, last, is_called])
}

/** Something in the database that a restore would meet; null = it is empty. An unused schema of the job queue is nothing. */
export const findContent = async (sql: Sql): Promise<string | null> => {
  const { rows } = await sql.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and ${OWN}
     union all select format('the function public.%I', p.proname) from pg_proc p where p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
     limit 1`,
  )
  if (rows[0] !== undefined) return rows[0].name
  for (const { table } of await listStoredTables(sql)) {
    if (table === `${QUEUE}.migrations`) continue
    const { rows: used } = await sql.query(`select from ${table} limit 1`)
    if (used.length > 0) return table
  }
  return null
}

/** The role of this connection when it may not create schemas, extensions and tables here; null = it may. */
export const findMissingRight = async (sql: Sql): Promise<string | null> => {
  const { rows } = await sql.query<{ role: string }>(
    `select current_user::text as role
     where not (has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create'))`,
  )
  return rows[0]?.role ?? null
}

/** Removes the schema of a queue without jobs. */
export const dropQueue = async (sql: Sql): Promise<void> => {
  await sql.query(`drop schema if exists ${QUEUE} cascade`)
}

export const addPartition = async (sql: Sql, { table, partition }: StoredTable): Promise<void> => {
  if (partition === null) return
  const { parent, bound, checks } = partition
  const inner = checks.length === 0 ? '' : ` (${checks.join(', ')})`
  await sql.query(`create table ${table} partition of ${parent}${inner} ${bound}`)
}

/**
 * Empties all tables and makes them ready to be filled in any order: no trigger fires, no reference is checked, and indexes are built
 * when the rows are there. All of it is allowed to the owner of the tables. Gives the statements that end this.
 */
export const openTables = async (sql: Sql): Promise<string[]> => {
  const listed = async (query: string): Promise<{ begin: string; end: string }[]> =>
    (await sql.query<{ begin: string; end: string }>(query)).rows
  const references = await listed(
    `select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as begin,
       format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as end
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and k.conparentid = 0 and ${OWN} order by 1`,
  )
  // Those of partitions belong to their parent's.
  const indexes = await listed(
    `select format('drop index %s', i.indexrelid::regclass) as begin, pg_get_indexdef(i.indexrelid) as end
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and not c.relispartition and ${OWN}
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid) order by 1`,
  )
  const triggers = await listed(
    `select format('alter table %s disable trigger user', c.oid::regclass) as begin, format('alter table %s enable trigger user', c.oid::regclass) as end
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and not c.relispartition and ${OWN}
       and exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) order by 1`,
  )
  const steps = [...references, ...triggers]
  for (const { begin } of steps) await sql.query(begin)
  const tables = (await listStoredTables(sql)).map(({ table }) => table)
  await sql.query(`truncate ${tables.join(', ')}`)
  // References need those that are unique: they are dropped after them, and built before.
  for (const { begin } of indexes) await sql.query(begin)
  return [...indexes, ...steps].map(({ end }) => end)
}
