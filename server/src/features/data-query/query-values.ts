import type { QueryKind } from '@heatfleet/contract/data-query/columns.ts'
import type { SingleCondition } from '@heatfleet/contract/data-query/data-query.ts'
import { z } from 'zod'

/** A value as the database takes it. */
export type QueryValue = string | number | boolean | Date

const Time = z.iso.datetime()
const Day = z.iso.date()

const READ: Record<QueryKind, (value: unknown) => QueryValue | null> = {
  text: (value) => (typeof value === 'string' ? value : null),
  integer: (value) => (Number.isSafeInteger(value) ? (value as number) : null), // as just tested
  number: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  time: (value) => {
    const parsed = Time.safeParse(value)
    return parsed.success ? new Date(parsed.data) : null
  },
  day: (value) => Day.safeParse(value).data ?? null,
}

/** The values that a comparison takes, as its column holds them; null = they do not fit. */
export const valuesOf = (
  kind: QueryKind,
  takes: 'one' | 'two' | 'many' | 'none',
  value: SingleCondition['value'],
): QueryValue[] | null => {
  if (takes === 'none') return value === undefined ? [] : null
  if (value === undefined || Array.isArray(value) !== (takes === 'two' || takes === 'many')) return null
  const values = Array.isArray(value) ? value : [value]
  if (takes === 'two' && values.length !== 2) return null
  if (values.length === 0) return null
  const read = values.map(READ[kind])
  return read.every((one) => one !== null) ? read : null
}
