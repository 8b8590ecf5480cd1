import { type Caller, maskPersonal } from '../../caller.ts'

/** Fields of a detail that tell who somebody is or how to reach him. */
const PERSONAL: ReadonlySet<string> = new Set(['phone', 'email', 'contact'])

/** A detail with its personal data as this person may see them, however deep they stand. */
export const maskDetail = (
  caller: Pick<Caller, 'permissions'>,
  detail: Record<string, unknown>,
): Record<string, unknown> =>
  caller.permissions.has('pii:view')
    ? detail
    : Object.fromEntries(Object.entries(detail).map(([field, value]) => [field, maskValue(caller, field, value)]))

const maskValue = (caller: Pick<Caller, 'permissions'>, field: string, value: unknown): unknown => {
  if (typeof value === 'string') return PERSONAL.has(field) ? maskPersonal(caller, value) : value
  if (Array.isArray(value)) return value.map((item) => maskValue(caller, field, item))
  // What is neither text nor list nor null here is an object of JSON.
  return typeof value === 'object' && value !== null ? maskDetail(caller, value as Record<string, unknown>) : value
}
