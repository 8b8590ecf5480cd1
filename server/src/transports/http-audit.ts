import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import type { ErrorCode } from '@heatfleet/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { AppCaller, AppUserCaller, Caller } from '../caller.ts'
import type { AuditNote, WriteAudit } from '../handler.ts'
import { storable } from './storable-text.ts'

/** What is known of a call while it runs. */
export type OpenCall = {
  caller: Caller | AppCaller | AppUserCaller | null
  /** The key, and the token where one is needed, were good: from here on a refusal is somebody's. */
  is_identified: boolean
  address: string
  user_agent: string
  request_id: string
  noted: AuditNote
  note: (note: AuditNote) => void
  readonly signal: AbortSignal
}

/** Opens the account of a call. */
export const openCall = (request: FastifyRequest, reply: FastifyReply): OpenCall => {
  let signal: AbortSignal | null = null
  const call: OpenCall = {
    caller: null,
    is_identified: false,
    address: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 300),
    request_id: request.id,
    noted: {},
    note: (note) => {
      Object.assign(call.noted, note)
    },
    // Few calls ask for it, so none pays for it before.
    get signal() {
      signal ??= signalOfHangUp(reply)
      return signal
    },
  }
  return call
}

/** Aborted when the connection closes before the answer was sent. */
const signalOfHangUp = ({ raw }: FastifyReply): AbortSignal => {
  const controller = new AbortController()
  const abort = (): void => {
    if (!raw.writableFinished) controller.abort()
  }
  if (raw.closed) abort()
  else raw.once('close', abort)
  return controller.signal
}

/** Writes the line of a call that has ended. */
export const createHttpAudit =
  ({ clock }: Pick<AppContext, 'clock'>, { writeAudit }: { writeAudit: WriteAudit }) =>
  (name: string, endpoint: Endpoint, request: FastifyRequest, call: OpenCall, result: 'ok' | ErrorCode) =>
    writeAudit(
      {
        at: new Date(clock.now()),
        ...actorOf(call),
        address: call.address,
        action: name,
        object: call.noted.object ?? objectOf(endpoint, request),
        detail: detailOf(call),
        result,
        request_id: request.id,
        method: endpoint.method,
        user_agent: call.user_agent,
      },
      call.caller === null ? 'address' : 'account',
    )

/** Whether a call that was done is written down: what changes something, and what leaves as a file. */
export const leavesLine = ({ kind, gives }: Endpoint): boolean => kind === 'change' || gives === 'file'

/**
 * Whether a refusal is: of a change always, of a read when the right was missing or the row was not his (to whom it looks
 * as if there were none). A wrong key or a dead token is nobody's, and only counted.
 */
export const leavesRefusal = (endpoint: Endpoint, { is_identified }: OpenCall, code: ErrorCode): boolean =>
  is_identified && (leavesLine(endpoint) || isNoAccess(code))

/** The codes that a person without the right, or outside the scope, meets. */
export const isNoAccess = (code: ErrorCode): boolean => code === 'no_permission' || code.endsWith('not_found')

/** What was noted, and which program's token it came with. */
const detailOf = ({ caller, noted }: OpenCall): Record<string, unknown> =>
  caller !== null && !('kind' in caller) && caller.api_token_id !== null
    ? { ...noted.detail, api_token_id: caller.api_token_id }
    : (noted.detail ?? {})

/** The person behind a session; of a view both, whose eyes and whose hands. */
export const personOf = ({ uid, user_name, viewer }: Caller): { uid: number; user_name: string } =>
  viewer === null ? { uid, user_name } : { uid: viewer.uid, user_name: `${viewer.user_name} (as ${user_name})` }

/** Who stands in the audit line; an app user by his number alone, for lines outlive persons' data. */
const actorOf = ({ caller, noted }: OpenCall): { uid: number | null; user_name: string } => {
  if (caller === null) return { uid: noted.uid ?? null, user_name: noted.user_name ?? '' }
  if (!('kind' in caller)) return personOf(caller)
  if (caller.kind === 'app') return { uid: null, user_name: noted.user_name ?? `application ${caller.app_id}` }
  return { uid: null, user_name: `app-user ${caller.app_user_id}` }
}

/** Names of inputs that are keys; everything else in a query may be anything, a password of a legacy call even. */
const KEYS: ReadonlySet<string> = new Set(['mac', 'uid', 'product_key', 'agent_id', 'role_id', 'firmware_id', 'id'])

/** What the call was about when the handler says nothing: its path parameters, and those of its query that are keys. */
const objectOf = (endpoint: Endpoint, { params, query }: FastifyRequest): string => {
  // Fastify gives both as flat records of text.
  const path_keys = Object.values((params ?? {}) as Record<string, unknown>)
  const query_keys = Object.entries((query ?? {}) as Record<string, unknown>)
    .filter(([name]) => KEYS.has(name))
    .map(([, value]) => value)
  const keys = [...path_keys, ...query_keys].map(String)
  return keys.length === 0 ? endpoint.of : storable(`${endpoint.of} ${keys.join(' ')}`.slice(0, 300))
}
