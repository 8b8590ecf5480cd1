import { API_PREFIX, type Endpoint } from '@heatfleet/contract/endpoint.ts'
import { ERRORS, type ErrorCode } from '@heatfleet/contract/errors.ts'
import { refusalsOf, TRANSPORT_ANSWERS } from '@heatfleet/contract/openapi.ts'
import { z } from 'zod'
import { findUndeclared } from '../../src/transports/undeclared-keys.ts'

/** A request part by part; `raw` is a body that is no JSON of ours. */
export type Sent = { params?: unknown; query?: unknown; body?: unknown; raw?: { type: string; text: string } }

/** What came back: how it counts, and what is wrong with it. */
type Judged = { outcome: string; wrong: string | null; request_id: string }

const Envelope = z.strictObject({
  code: z.number(),
  data: z.unknown(),
  msg: z.string(),
  error: z
    .strictObject({
      code: z.string(),
      field: z.string().optional(),
      details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    })
    .optional(),
  request_id: z.string().optional(),
})

/** Longer than any call that does not wait, on a machine that is busy. */
const PATIENCE_MS = 30_000

/** A value as an address carries it; a half pair cannot be written there. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

const urlOf = (base_url: string, { path }: Endpoint, { params, query }: Sent): string => {
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) =>
    encodeURIComponent(textOf(Reflect.get(Object(params), key))),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(Object(query)))
    for (const one of Array.isArray(value) && value.length < 5 ? value : [value])
      search.append(key.toWellFormed(), textOf(one))
  return `${base_url}${API_PREFIX}${filled}?${search.toString()}`
}

/** Sends a call and holds its answer against what the API page says of it. */
export const sendAndJudge = async (
  base_url: string,
  endpoint: Endpoint,
  sent: Sent,
  headers: Record<string, string>,
): Promise<Judged> => {
  const { raw } = sent
  const has_body = endpoint.method !== 'GET' && (raw !== undefined || sent.body !== undefined)
  const response = await fetch(urlOf(base_url, endpoint, sent), {
    method: endpoint.method,
    headers: { ...headers, ...(has_body ? { 'content-type': raw?.type ?? 'application/json' } : {}) },
    signal: AbortSignal.timeout(PATIENCE_MS),
    ...(has_body ? { body: raw?.text ?? JSON.stringify(sent.body) } : {}),
  }).catch((error: unknown) => String(error))
  if (typeof response === 'string') return { outcome: 'no answer', wrong: response, request_id: '' }
  if (response.headers.get('content-disposition')?.startsWith('attachment;') === true) {
    await response.arrayBuffer()
    return {
      outcome: 'ok',
      wrong: endpoint.gives === 'file' && response.status === 200 ? null : 'a file',
      request_id: '',
    }
  }
  const request_id = response.headers.get('x-request-id') ?? ''
  return { ...judge(endpoint, response.status, await response.text()), request_id }
}

const judge = (endpoint: Endpoint, status: number, text: string): Omit<Judged, 'request_id'> => {
  const envelope = Envelope.safeParse(parsed(text))
  if (!envelope.success)
    return { outcome: `http ${status}`, wrong: `http ${status} without an envelope: ${text.slice(0, 120)}` }
  const { code, data, msg, error } = envelope.data
  if (status !== 200) return { outcome: `http ${status}`, wrong: wrongTransport(status, code, text) }
  if (code === 200) return { outcome: 'ok', wrong: wrongData(endpoint, data) }
  const refusal = error?.code ?? 'none'
  const is_declared = refusalsOf(endpoint).some((one) => one === refusal)
  const is_told = code === 400 && data === null && msg === ERRORS[refusal as ErrorCode] // undefined for what is no code
  return { outcome: refusal, wrong: is_declared && is_told ? null : `refused with ${refusal}, which is not declared` }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** 404 and 414: of a path that no call has, as one with an empty or an endless part in it. */
const wrongTransport = (status: number, code: number, text: string): string | null => {
  const is_declared = status === 404 || status === 414 || Object.hasOwn(TRANSPORT_ANSWERS, status)
  return is_declared && status < 500 && code === status ? null : `http ${status}: ${text.slice(0, 160)}`
}

const wrongData = (endpoint: Endpoint, data: unknown): string | null => {
  if (endpoint.gives === 'file') return 'an envelope instead of a file'
  const undeclared = findUndeclared(endpoint.result, data, 'output')
  if (undeclared !== null) return `answers ${undeclared.join('.')}, which is not declared`
  const result = endpoint.result.safeParse(data)
  return result.success ? null : `an answer outside the schema: ${result.error.message.slice(0, 200)}`
}
