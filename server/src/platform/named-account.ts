import { type Expression, type SqlBool, sql } from 'kysely'

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** An account whose user name contains this; the accounts first, so that the index of the column decides. */
export const namedAccount = (column: string, name: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(array(select accounts.uid from accounts
    where lower(accounts.user_name) like ${`%${literal(name.toLowerCase())}%`}))`
