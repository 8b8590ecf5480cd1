import { HeatfleetFailure, HeatfleetRefusal } from './errors.ts'
import { type Attempt, retryAfterMs } from './retry.ts'
import type { CallRow, ReceivedFile } from './types.ts'

/** The parts of a request; flat but for the body. */
export type Parts = { params?: object; query?: object; body?: unknown }

/** Path and query of a call, parameters escaped. */
const addressOf = ({ path }: Pick<CallRow, 'path'>, { params = {}, query = {} }: Parts): string => {
  const filled = path.replace(/:([a-zA-Z_]+)/g, (_, name: string) => {
    // Parameters are texts and numbers by the endpoint table.
    const value = Reflect.get(params, name) as string | number | null | undefined
    if (value === undefined || value === null) throw new TypeError(`The path ${path} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query as Record<string, string | number | boolean | undefined>))
    if (value !== undefined && value !== '') search.set(name, String(value))
  const text = search.toString()
  return text === '' ? filled : `${filled}?${text}`
}

/** Answers that say that the product was away, and nothing of what became of the call. */
const AWAY: ReadonlySet<number> = new Set([0, 502, 503, 504])

/** One attempt of a call. Only what changes nothing is made again when it is not known whether it was carried out. */
export const attemptCall = async (
  send: typeof fetch,
  url: string,
  row: CallRow,
  parts: Parts,
  {
    headers,
    signal,
    timeout_ms,
  }: { headers: Record<string, string>; signal: AbortSignal | undefined; timeout_ms: number },
): Promise<Attempt<unknown>> => {
  const { body } = parts
  const limit = AbortSignal.timeout(timeout_ms)
  let response: Response
  let text: string
  try {
    response = await send(`${url}${addressOf(row, parts)}`, {
      method: row.method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const file = await fileOf(response)
    if (file !== null) return { done: true, answer: file }
    text = await response.text()
  } catch (cause) {
    if (signal?.aborted) throw cause
    const message = limit.aborted
      ? `no answer in ${timeout_ms} ms`
      : cause instanceof Error
        ? cause.message
        : 'no answer'
    return again(row, new HeatfleetFailure(0, message, { cause }))
  }
  return read(row, response, text)
}

const again = (row: CallRow, error: HeatfleetFailure): Attempt<unknown> => {
  if (row.kind !== 'read') throw error
  return { done: false, error, wait_ms: null }
}

/** The answer of the product: `{ code, data, msg }`, of a refusal with `error`. */
type Envelope = {
  code: number
  data: unknown
  msg?: string
  error?: { code: string; field?: string; details?: Record<string, string | number> }
}

const read = (row: CallRow, response: Response, text: string): Attempt<unknown> => {
  const request_id = response.headers.get('x-request-id')
  const envelope = envelopeOf(text)
  if (envelope?.code === 200) return { done: true, answer: envelope.data }
  const message = envelope?.msg ?? (response.statusText === '' ? `status ${response.status}` : response.statusText)
  // Sent away before anything was done: a change may be sent again too.
  if (response.status === 429)
    return {
      done: false,
      error: new HeatfleetFailure(429, message, { request_id }),
      wait_ms: retryAfterMs(response.headers.get('retry-after'), Date.now()),
    }
  if (AWAY.has(response.status)) return again(row, new HeatfleetFailure(response.status, message, { request_id }))
  const error = envelope?.error
  if (error === undefined || response.status >= 500)
    throw new HeatfleetFailure(response.status, message, { request_id })
  throw new HeatfleetRefusal(message, { ...error, request_id })
}

const envelopeOf = (text: string): Envelope | null => {
  try {
    const value: unknown = JSON.parse(text)
    // The rim of this client: of what came only its envelope is looked at.
    return typeof value === 'object' && value !== null && 'code' in value ? (value as Envelope) : null
  } catch {
    return null
  }
}

const fileOf = async (response: Response): Promise<ReceivedFile | null> => {
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /^attachment;.*filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return response.ok && name !== undefined ? { file_name: decodeURIComponent(name), blob: await response.blob() } : null
}
