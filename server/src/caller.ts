import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { Scope } from './platform/scope.ts'

/** Who makes a call: rights of the role and reach of the distributor as they are now, asked anew at each call. */
export type Caller = {
  uid: number
  user_name: string
  nick_name: string
  permissions: ReadonlySet<Permission>
  scope: Scope
  /** Null = the manufacturer. */
  agent_id: number | null
  /** SHA-256 of the session's token. */
  session_hash: Buffer
}

/** Hides all but the ends of personal data from those who hold no `pii:view`; empty stays empty. */
export const maskPersonal = (caller: Pick<Caller, 'permissions'>, text: string | null): string => {
  if (text === null || text === '') return ''
  if (caller.permissions.has('pii:view')) return text
  const at = text.indexOf('@')
  if (at > 0) return `${text.slice(0, 1)}***${text.slice(at)}`
  return text.length <= 4 ? '***' : `${text.slice(0, 2)}***${text.slice(-2)}`
}
