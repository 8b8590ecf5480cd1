import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import type { Condition, Source } from './store-sources.ts'

/** Points that a text names, at most: one letter names most of them. */
const POINTS_MAX = 200

/** Whether an entry of one of these units says a text: in what is known beside it, by the name of its point, by who did it, or by its request. */
export const saysText = async (
  db: Kysely<Tables>,
  macs: readonly string[],
  text: string,
): Promise<(source: Source) => Condition> => {
  const part = text.toLowerCase()
  const { rows } = await sql<{ key: string }>`
    select distinct point ->> 'key' as key from product_versions cross join lateral jsonb_array_elements(points) point
    where product_key in (select product_key from devices where mac = any(${[...macs]}::text[]))
      and strpos(lower((point -> 'names')::text), ${part}) > 0 limit ${POINTS_MAX}`.execute(db)
  const keys = rows.map(({ key }) => key)
  return ({ operator, detail, trace_id }) =>
    sql<SqlBool>`(strpos(lower(${operator}), ${part}) > 0 or strpos(lower(${trace_id ?? sql`''`}), ${part}) > 0
      or exists (select from jsonb_each_text(${detail}) field where strpos(lower(field.value), ${part}) > 0
        or exists (select from unnest(${keys}::text[]) key where field.value = key or strpos(field.value, '"' || key || '"') > 0)))`
}
