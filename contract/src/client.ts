import {
  API_PREFIX,
  CONSOLE_APPLICATION_KEY,
  type Endpoint,
  type Purpose,
  purposeOf,
  type RequestOf,
  type ResultOf,
} from './endpoint.ts'
import type { Envelope } from './envelope.ts'
import { ERROR_CODES, ERRORS, type ErrorCode, Refusal } from './errors.ts'

type ClientOptions = {
  /** Origin without a trailing slash; empty in the browser. */
  base_url: string
  /** Application key, header `key`. */
  key?: string
  /** Secret of a registered app, header `secret`; only sign-up and log-in calls need it. */
  secret?: string
  /** User token, header `token`; null when signed out. */
  token: () => string | null
  /** Called when a token is refused, in exactly one place. */
  onInvalidToken?: () => void
  fetch?: typeof fetch
}

/** The answer never came, or was not an envelope: network down, proxy page, 5xx. `status` 0 = no answer at all. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly status: number
  readonly request_id: string | null
  readonly purpose: Purpose | null
  constructor(status: number, message: string, request_id: string | null = null, purpose: Purpose | null = null) {
    super(message)
    this.status = status
    this.request_id = request_id
    this.purpose = purpose
  }
}

/** Sends one call; resolves to the envelope's data or rejects with {@link Refusal} or {@link CallFailed}. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  request?: RequestOf<E>,
  signal?: AbortSignal,
) => Promise<ResultOf<E>>

/** The typed client of the whole surface. */
export const createClient = (options: ClientOptions): Call => {
  const send = options.fetch ?? fetch
  return async (endpoint, request, signal) => {
    const token = options.token()
    const body = request?.body
    const response = await send(`${options.base_url}${buildUrl(endpoint, request)}`, {
      method: endpoint.method,
      headers: {
        key: options.key ?? CONSOLE_APPLICATION_KEY,
        ...(options.secret === undefined ? {} : { secret: options.secret }),
        ...(token === null ? {} : { token }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new CallFailed(0, cause instanceof Error ? cause.message : 'no answer')
    })
    const request_id = response.headers.get('x-request-id')
    const purpose = purposeOf(endpoint)
    const file_name = fileNameOf(response)
    // Only rows with `gives: 'file'` are answered by an attachment, and their result is exactly this.
    if (file_name !== null) return { file_name, blob: await response.blob() } as ResultOf<typeof endpoint>
    // The rim of the client: what came over the wire is checked for its envelope only, the server vouches for data.
    const envelope = (await response.json().catch(() => null)) as Envelope<ResultOf<typeof endpoint>> | null
    if (envelope === null || typeof envelope !== 'object' || !('code' in envelope))
      throw new CallFailed(response.status, response.statusText, request_id, purpose)
    if (envelope.code === 200) return envelope.data as ResultOf<typeof endpoint>
    const code = errorCodeOf(envelope)
    if (code === null) throw new CallFailed(response.status, envelope.msg, request_id, purpose)
    if (code === 'invalid_token') options.onInvalidToken?.()
    const error = 'error' in envelope ? envelope.error : undefined
    throw new Refusal(code, {
      ...(error?.field === undefined ? {} : { field: error.field }),
      ...(error?.details === undefined ? {} : { details: error.details }),
      ...(error?.references === undefined ? {} : { references: error.references }),
      ...(request_id === null ? {} : { request_id }),
      ...(purpose === null ? {} : { purpose }),
    })
  }
}

/** The name of an attachment, or null when the answer is an envelope. */
const fileNameOf = (response: Response): string | null => {
  const encoded = /^attachment;.*filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return response.ok && encoded !== undefined ? decodeURIComponent(encoded) : null
}

const errorCodeOf = (envelope: Envelope<unknown>): ErrorCode | null => {
  if ('error' in envelope && envelope.error !== undefined && envelope.error.code in ERRORS) return envelope.error.code
  return ERROR_CODES.find((code) => ERRORS[code] === envelope.msg) ?? null
}

/** Path and query of one call, parameters escaped. */
export const buildUrl = (endpoint: Pick<Endpoint, 'path'>, request?: { params?: unknown; query?: unknown }): string => {
  // Parameters and queries are flat by the endpoint table: text, numbers and flags.
  const params = (request?.params ?? {}) as Record<string, string | number>
  const path = endpoint.path.replace(/:([a-zA-Z_]+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(
    (request?.query ?? {}) as Record<string, string | number | boolean | undefined>,
  ))
    if (value !== undefined && value !== '') query.set(name, String(value))
  const text = query.toString()
  return `${API_PREFIX}${path}${text === '' ? '' : `?${text}`}`
}
