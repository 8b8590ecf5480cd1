import type pg from 'pg'

/**
 * Runs `fill` while these tables have no secondary indexes, then makes them again from their own definitions: filling a
 * million rows into a trigram index row by row takes several times as long. Keys and unique constraints stay.
 */
export const withoutIndexes = async <T>(
  client: pg.Client,
  tables: readonly string[],
  fill: () => Promise<T>,
): Promise<T> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not i.indisunique`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${client.escapeIdentifier(name)}`)
  const result = await fill()
  await client.query(`set maintenance_work_mem = '256MB'`)
  for (const { definition } of rows) await client.query(definition)
  return result
}
