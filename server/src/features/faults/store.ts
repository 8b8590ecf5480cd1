import type { FaultCodeDraft, FaultFilter } from '@heatfleet/contract/faults/codes.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { BuiltInFault } from './built-in.ts'

type Db = Kysely<Tables>

const literal = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

const conditionsOf = (filter: FaultFilter) => [
  sql<SqlBool>`true`,
  ...(filter.text
    ? [
        sql<SqlBool>`(code ilike ${literal(filter.text)} or names ->> 'en' ilike ${literal(filter.text)}
          or names ->> 'zh' ilike ${literal(filter.text)} or names ->> 'pl' ilike ${literal(filter.text)}
          or exists (select from jsonb_each_text(causes) as said where said.value ilike ${literal(filter.text)}))`,
      ]
    : []),
  ...(filter.fault_id === undefined ? [] : [sql<SqlBool>`fault_id = ${filter.fault_id}`]),
  ...(filter.set_name === undefined ? [] : [sql<SqlBool>`set_name = ${filter.set_name}`]),
  ...(filter.severity === undefined ? [] : [sql<SqlBool>`severity = ${filter.severity}`]),
  ...(filter.category === undefined ? [] : [sql<SqlBool>`category = ${filter.category}`]),
  ...(filter.code === undefined ? [] : [sql<SqlBool>`code = ${filter.code}`]),
  ...(filter.product_key === undefined
    ? []
    : [
        sql<SqlBool>`set_name in (select jsonb_array_elements_text(v.settings -> 'fault_sets')
          from products p join product_versions v on v.layout_id = p.layout_id where p.product_key = ${filter.product_key})`,
      ]),
  ...(filter.product_key === undefined || filter.code === undefined
    ? []
    : [sql<SqlBool>`fault_id = ${foundFirst(filter.product_key, filter.code)}`]),
]

/** The entry a product uses for a code: an own one before a built-in one, then the first of its sets. */
const foundFirst = (product_key: string, code: string) => sql`(
  select f.fault_id from products p join product_versions v on v.layout_id = p.layout_id
  cross join lateral jsonb_array_elements_text(v.settings -> 'fault_sets') with ordinality as sets (set_name, place)
  join fault_codes f on f.set_name = sets.set_name and f.code = ${code}
  where p.product_key = ${product_key} order by f.built_in, sets.place limit 1)`

/** Fault codes of the knowledge base by set and code. */
export const listFaults = async (db: Db, filter: FaultFilter, { offset, limit }: { offset: number; limit: number }) => {
  const query = db.selectFrom('fault_codes').where((is) => is.and(conditionsOf(filter)))
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('set_name')
    .orderBy(sql`coalesce(code_num, 0)`)
    .orderBy('code')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total }
}

/** All sets and categories, for filters. */
export const listFaultKinds = async (db: Db): Promise<{ sets: string[]; categories: string[] }> => {
  const sets = await db.selectFrom('fault_codes').select('set_name').distinct().orderBy('set_name').execute()
  const categories = await db.selectFrom('fault_codes').select('category').distinct().orderBy('category').execute()
  return { sets: sets.map(({ set_name }) => set_name), categories: categories.map(({ category }) => category) }
}

export const findFault = async (db: Db, fault_id: number) =>
  (await db.selectFrom('fault_codes').selectAll().where('fault_id', '=', fault_id).executeTakeFirst()) ?? null
export type FaultRow = NonNullable<Awaited<ReturnType<typeof findFault>>>

type Moment = { updated_by: string; updated_at: Date }

const columnsOf = ({ names, causes, checks, remedies, ...draft }: FaultCodeDraft) => ({
  ...draft,
  names: JSON.stringify(names),
  causes: JSON.stringify(causes),
  checks: JSON.stringify(checks),
  remedies: JSON.stringify(remedies),
})

/** Inserts an own code; a code that its set has already is a unique violation. */
export const insertFault = (db: Db, draft: FaultCodeDraft, moment: Moment): Promise<FaultRow> =>
  db
    .insertInto('fault_codes')
    .values({ ...columnsOf(draft), ...moment })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Changes an own code unless it was changed since `read_at`; null = it was. */
export const updateFault = async (
  db: Db,
  { fault_id, read_at }: { fault_id: number; read_at: Date },
  draft: FaultCodeDraft,
  moment: Moment,
): Promise<FaultRow | null> =>
  (await db
    .updateTable('fault_codes')
    .set({ ...columnsOf(draft), ...moment })
    .where('fault_id', '=', fault_id)
    .where('built_in', '=', false)
    .where(sql<SqlBool>`date_trunc('milliseconds', updated_at) = ${read_at}`)
    .returningAll()
    .executeTakeFirst()) ?? null

export const deleteFault = async (db: Db, fault_id: number): Promise<void> => {
  await db.deleteFrom('fault_codes').where('fault_id', '=', fault_id).where('built_in', '=', false).execute()
}

/** Brings the built-in sets to what this build ships; own entries are left alone. Repeating it changes nothing. */
export const writeBuiltInFaults = async (db: Db, faults: readonly BuiltInFault[], at: Date): Promise<void> => {
  const rows = faults.map(({ source, ...draft }) => ({ ...columnsOf(draft), source, built_in: true, updated_at: at }))
  await db
    .insertInto('fault_codes')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['set_name', 'code'])
        .doUpdateSet((is) => ({
          code_num: is.ref('excluded.code_num'),
          register: is.ref('excluded.register'),
          bit: is.ref('excluded.bit'),
          names: is.ref('excluded.names'),
          category: is.ref('excluded.category'),
          severity: is.ref('excluded.severity'),
          causes: is.ref('excluded.causes'),
          checks: is.ref('excluded.checks'),
          remedies: is.ref('excluded.remedies'),
          source: is.ref('excluded.source'),
        }))
        .where('fault_codes.built_in', '=', true),
    )
    .execute()
}

/** Faults that devices of the scope reported and that no version named; newest first. */
export const listUnknownFaults = (db: Db, scope: Scope, limit: number) =>
  db
    .selectFrom('unknown_faults')
    .innerJoin('devices', 'devices.device_id', 'unknown_faults.device_id')
    .where(withinScope(scope, 'devices'))
    .groupBy(['unknown_faults.product_key', 'unknown_faults.point_key', 'unknown_faults.value'])
    .select([
      'unknown_faults.product_key',
      'unknown_faults.point_key',
      'unknown_faults.value',
      sql<string>`(array_agg(devices.mac order by unknown_faults.last_seen_at desc))[1]`.as('mac'),
      sql<number>`sum(unknown_faults.times)::int`.as('times'),
      sql<Date>`min(unknown_faults.first_seen_at)`.as('first_seen_at'),
      sql<Date>`max(unknown_faults.last_seen_at)`.as('last_seen_at'),
    ])
    .orderBy('last_seen_at', 'desc')
    .limit(limit)
    .execute()
