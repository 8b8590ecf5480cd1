import { type Caller, maskPersonal } from '../../caller.ts'

/** Fields of a detail that contain personal data. */
const PERSONAL: ReadonlySet<string> = new Set(['phone', 'email', 'contact'])

/** A detail with personal data masked for this caller, at any depth. */
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
  // JSON: neither text nor list nor null means an object.
  return typeof value === 'object' && value !== null ? maskDetail(caller, value as Record<string, unknown>) : value
}
