import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import { findTarget, type Network, SendFailed } from './private-address.ts'

/** A message over HTTP, ready to be sent. */
export type HttpMessage = { url: string; headers: Record<string, string>; body: string }
/** Status and the beginning of the answer. */
export type HttpAnswer = { status: number; text: string }

const { answer_bytes, send_timeout_ms } = NOTIFICATION_LIMITS

type Exchange = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body: Buffer | null
  max_bytes: number
}

/** Posts JSON within the time limit to a checked address; follows no redirects. Throws {@link SendFailed} without an answer. */
export const postJson = (
  network: Network,
  { url, headers, body }: HttpMessage,
  timeout_ms: number = send_timeout_ms,
): Promise<HttpAnswer> => {
  const bytes = Buffer.from(body)
  const sent = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(bytes.byteLength),
    ...headers,
  }
  const exchanged = { method: 'POST', url, headers: sent, body: bytes, max_bytes: answer_bytes } as const
  return exchangeWithin(network, exchanged, timeout_ms)
}

/** The same for a GET; of a longer answer the beginning is read, `max_bytes`. */
export const getJson = (network: Network, url: string, limits: { timeout_ms: number; max_bytes: number }) =>
  exchangeWithin(
    network,
    { method: 'GET', url, headers: { accept: 'application/json' }, body: null, max_bytes: limits.max_bytes },
    limits.timeout_ms,
  )

const exchangeWithin = async (network: Network, exchanged: Exchange, timeout_ms: number): Promise<HttpAnswer> => {
  const signal = AbortSignal.timeout(timeout_ms)
  try {
    return await untilAborted(signal, exchange(network, exchanged, signal))
  } catch (error) {
    if (error instanceof SendFailed) throw error
    if (signal.aborted) throw new SendFailed('no_answer', `no answer within ${timeout_ms / 1000} s`, true)
    throw new SendFailed('unreachable', error instanceof Error ? error.message : String(error), true)
  }
}

/** Names are resolved without a signal. */
const untilAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('too slow')), { once: true })
    work.then(resolve, reject)
  })

const exchange = async (
  network: Network,
  { method, url, headers, body, max_bytes }: Exchange,
  signal: AbortSignal,
): Promise<HttpAnswer> => {
  const { hostname, protocol } = new URL(url)
  const { address, family } = await findTarget(network, hostname)
  const request = protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent: false,
      signal,
      headers: { 'user-agent': 'Heatfleet', ...headers },
      lookup: (_, options, done) => {
        // The form of the callback follows the options; its type knows one.
        if (options.all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      readStart(response, max_bytes).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject)
    })
    sent.end(body)
  })
}

/** The beginning of the answer; the rest is not received. */
const readStart = async (response: IncomingMessage, max_bytes: number): Promise<string> => {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response) {
    pieces.push(piece as Buffer) // no encoding is set
    length += (piece as Buffer).byteLength
    if (length >= max_bytes) break
  }
  return Buffer.concat(pieces).subarray(0, max_bytes).toString('utf8')
}
