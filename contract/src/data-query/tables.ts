import type { QueryTable } from './columns.ts'
import { FLEET_TABLES } from './tables-fleet.ts'
import { PEOPLE_TABLES } from './tables-people.ts'
import { SERVICE_TABLES } from './tables-service.ts'

/** All that `UserFormatDataQuery` may name. */
export const QUERY_TABLES = {
  ...FLEET_TABLES,
  ...SERVICE_TABLES,
  ...PEOPLE_TABLES,
} as const satisfies Record<string, QueryTable>

export type QueryTableName = keyof typeof QUERY_TABLES
export const QUERY_TABLE_NAMES = Object.keys(QUERY_TABLES) as [QueryTableName, ...QueryTableName[]]

/** A way to join two tables: equal columns of both. */
export type QueryLink = { name: string; other_table: QueryTableName; other_name: string }

/** Ways to join a table to another one, in the words of the first. */
export const linksOf = (table: QueryTableName, other_table: QueryTableName): QueryLink[] => {
  const [own, others]: QueryTable['links'][] = [QUERY_TABLES[table].links, QUERY_TABLES[other_table].links]
  return [
    ...Object.entries(own ?? {})
      .filter(([, link]) => link.table === other_table)
      .map(([name, link]) => ({ name, other_table, other_name: link.name })),
    ...Object.entries(others ?? {})
      .filter(([, link]) => link.table === table)
      .map(([other_name, link]) => ({ name: link.name, other_table, other_name })),
  ]
}

/** True when two tables may be joined by these columns, whichever comes first. */
export const isLink = (
  one: { table: QueryTableName; name: string },
  other: { table: QueryTableName; name: string },
): boolean => leads(one, other) || leads(other, one)

const leads = (from: { table: QueryTableName; name: string }, to: { table: QueryTableName; name: string }): boolean => {
  const links: QueryTable['links'] = QUERY_TABLES[from.table].links
  const link = links[from.name]
  return link !== undefined && link.table === to.table && link.name === to.name
}
