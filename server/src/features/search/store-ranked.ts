import type { SearchWords } from '@heatfleet/contract/search/search-words.ts'
import { type Expression, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Condition = Expression<SqlBool>

export const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/**
 * Conditions on a text of `search_text`, the best first: the name begins so, a word of it does, all words are in it. Shorter
 * words than three letters are looked for at the beginning of words only: the index knows no shorter parts.
 */
export const nameConditions = (of: RawBuilder<unknown>, { phrase, words }: SearchWords): Condition[] => {
  if (phrase === '') return []
  const holds = (pattern: string) => sql<SqlBool>`${of} like ${pattern}`
  const parts = allOf(of, words)
  return [holds(` ${literal(phrase)}%`), holds(`% ${literal(phrase)}%`), sql<SqlBool>`(${sql.join(parts, sql` and `)})`]
}

/** Each of the words is somewhere in the text, in any order. */
export const allOf = (of: RawBuilder<unknown>, words: readonly string[]) =>
  words.map((word) => sql<SqlBool>`${of} like ${word.length < 3 ? `% ${literal(word)}%` : `%${literal(word)}%`}`)

/**
 * Ids of rows by the first of the conditions that they meet. Each condition is a query of its own with the limit, so that
 * each uses its index: one query with all of them joined by `or` would read a whole table for the sake of one.
 */
export const rankedIds = async <Db, Table extends keyof Db>(
  db: Kysely<Tables>,
  base: SelectQueryBuilder<Db, Table, object>,
  { key, conditions, size }: { key: string; conditions: readonly Condition[]; size: number },
): Promise<number[]> => {
  const parts = conditions.map((condition) => {
    const part = base
      .where(condition)
      .select(sql<number>`${sql.ref(key)}`.as('id'))
      .limit(size)
    return sql`select part.id from (${part}) as part`
  })
  return bestIds(db, parts, size)
}

/** Ids that queries give, those of the first query first. */
export const bestIds = async (
  db: Kysely<Tables>,
  queries: readonly RawBuilder<unknown>[],
  size: number,
): Promise<number[]> => {
  if (queries.length === 0) return []
  const ranked = queries.map((query, rank) => sql`select id, ${sql.lit(rank)} as rank from (${query}) as found`)
  const { rows } = await sql<{ id: number }>`
    select id from (${sql.join(ranked, sql` union all `)}) as found
    group by id order by min(rank), id limit ${size}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Rows in the order of their ids; one that is gone meanwhile is left out. */
export const inOrderOf = <Row>(ids: readonly number[], rows: readonly Row[], idOf: (row: Row) => number): Row[] => {
  const by_id = new Map(rows.map((row) => [idOf(row), row]))
  return ids.flatMap((id) => by_id.get(id) ?? [])
}
