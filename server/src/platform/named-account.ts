import { type Expression, type SqlBool, sql } from 'kysely'

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** For `like` over a text in small letters that contains this. */
export const partPattern = (text: string): string => `%${literal(text.toLowerCase())}%`

/** Of `accounts`: its user name contains this. */
export const accountNamed = (name: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(accounts.user_name) like ${partPattern(name)}`
