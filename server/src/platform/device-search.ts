import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Fewer digits at the end of an id would match a tenth of a fleet. */
const END_CHARS_MIN = 4

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
const reversed = (text: string): string => Array.from(text).reverse().join('')

/**
 * The predicate over `devices` of a search field: the beginning or the end of an id, as people read it off a label with or
 * without separators, or part of a name. Both ends of an id have an index.
 */
export const deviceSearched = (search: string): RawBuilder<SqlBool> => {
  const low = search.toLowerCase()
  const id = low.replaceAll(/[\s:.-]/g, '') || low
  const from_end = id.length >= END_CHARS_MIN ? `${literal(reversed(id))}%` : null
  return sql<SqlBool>`(devices.mac like ${`${literal(id)}%`} or reverse(devices.mac) like ${from_end}::text
    or lower(devices.device_name) like ${`%${literal(low)}%`})`
}
