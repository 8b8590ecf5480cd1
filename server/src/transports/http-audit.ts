import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import type { ErrorCode } from '@heatfleet/contract/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { AppCaller, AppUserCaller, Caller, DataRecipient } from '../caller.ts'
import type { AuditNote, WriteAudit } from '../handler.ts'
import { storable } from './storable-text.ts'

/** Context of a running call, for its audit entry. */
type OpenCall = {
  caller: Caller | AppCaller | AppUserCaller | DataRecipient | null
  /** Key, and token where needed, were valid: from here on a refusal is attributed to the caller. */
  is_identified: boolean
  address: string
  user_agent: string
  request_id: string
  noted: AuditNote
  note: (note: AuditNote) => void
  readonly signal: AbortSignal
}

/** Opens the audit context of a call. */
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
    // Few calls need it, so it is read on demand.
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

/** Writes the audit entry of a finished call. */
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

/** Whether a successful call is audited: changes and file downloads. */
export const isAudited = ({ kind, gives }: Endpoint): boolean => kind === 'change' || gives === 'file'

/**
 * Whether a refusal is audited: of a change always, of a read when the right was missing or the row was out of scope
 * (reported as not found). A wrong key or an expired token belongs to no account and is only counted.
 * A sign-in that has yet to bring its proof tried no password: the one that brings it is the entry.
 */
export const isRefusalAudited = (endpoint: Endpoint, { is_identified }: OpenCall, code: ErrorCode): boolean =>
  is_identified && (isAudited(endpoint) ? code !== 'sign_in_proof_required' : isNoAccess(code))

/** Codes of a missing right or of a row outside the scope. */
export const isNoAccess = (code: ErrorCode): boolean => code === 'no_permission' || code.endsWith('not_found')

/** The noted detail, with the API token of the call. */
const detailOf = ({ caller, noted }: OpenCall): Record<string, unknown> =>
  caller !== null && !('kind' in caller) && caller.api_token_id !== null
    ? { ...noted.detail, api_token_id: caller.api_token_id }
    : (noted.detail ?? {})

/** The person behind a session; of an impersonation both accounts. */
export const personOf = ({ uid, user_name, viewer }: Caller): { uid: number; user_name: string } =>
  viewer === null ? { uid, user_name } : { uid: viewer.uid, user_name: `${viewer.user_name} (as ${user_name})` }

/** Actor of the audit entry; an app user by id alone, for entries outlive personal data. */
const actorOf = ({ caller, noted }: OpenCall): { uid: number | null; user_name: string } => {
  if (caller === null) return { uid: noted.uid ?? null, user_name: noted.user_name ?? '' }
  if (!('kind' in caller)) return personOf(caller)
  if (caller.kind === 'app') return { uid: null, user_name: noted.user_name ?? `application ${caller.app_id}` }
  if (caller.kind === 'data-recipient') return { uid: null, user_name: `data-grant ${caller.grant_id}` }
  return { uid: null, user_name: `app-user ${caller.app_user_id}` }
}

/** Names of inputs that are keys; other query fields may hold anything, even the password of a legacy call. */
const KEYS: ReadonlySet<string> = new Set(['mac', 'uid', 'product_key', 'agent_id', 'role_id', 'firmware_id', 'id'])

/** Default object of the audit entry: path parameters and the query fields that are keys. */
const objectOf = (endpoint: Endpoint, { params, query }: FastifyRequest): string => {
  // Fastify gives both as flat records of text.
  const path_keys = Object.values((params ?? {}) as Record<string, unknown>)
  const query_keys = Object.entries((query ?? {}) as Record<string, unknown>)
    .filter(([name]) => KEYS.has(name))
    .map(([, value]) => value)
  const keys = [...path_keys, ...query_keys].map(String)
  return keys.length === 0 ? endpoint.of : storable(`${endpoint.of} ${keys.join(' ')}`.slice(0, 300))
}
