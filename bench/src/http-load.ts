import { Agent, request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { buildUrl } from '@heatfleet/contract/client.ts'
import { CONSOLE_APPLICATION_KEY, type Endpoint, type RequestOf } from '@heatfleet/contract/endpoint.ts'
import type { Session } from './product.ts'
import { percentile } from './result.ts'

/** One call, ready to be sent as often as wanted. */
export type PreparedCall = { url: string; method: string; headers: Record<string, string>; body: string | null }

type LoadFigures = { calls: number; rate: number; p50_ms: number; p99_ms: number }

/** The call as the console of this session sends it. */
export const prepareCall = <E extends Endpoint>(
  base_url: string,
  { token }: Session,
  endpoint: E,
  input: RequestOf<E>,
): PreparedCall => ({
  url: `${base_url}${buildUrl(endpoint, input)}`,
  method: endpoint.method,
  headers: {
    key: CONSOLE_APPLICATION_KEY,
    token,
    ...(input?.body === undefined ? {} : { 'content-type': 'application/json' }),
  },
  body: input?.body === undefined ? null : JSON.stringify(input.body),
})

type Answer = { text: string; wire_bytes: number }

/** Sends calls over kept connections; resolves to the answer when it has come whole. Refuses anything but a success. */
const sendMeasured = (call: PreparedCall, agent: Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { method, headers } = call
    const sending = request(call.url, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        const is_packed = response.headers['content-encoding'] === 'br'
        const text = (is_packed ? brotliDecompressSync(body) : body).toString('latin1')
        if (response.statusCode === 200 && text.startsWith('{"code":200')) resolve({ text, wire_bytes: body.length })
        else reject(new Error(`${call.url}: HTTP ${String(response.statusCode)}: ${text.slice(0, 300)}`))
      })
    })
    sending.on('error', reject)
    sending.end(call.body ?? undefined)
  })

const send = async (call: PreparedCall, agent: Agent): Promise<string> => (await sendMeasured(call, agent)).text

const kept = (): Agent => new Agent({ keepAlive: true })

export const sendOnce = (call: PreparedCall): Promise<string> => send(call, new Agent())

/** A function that sends the call again and again over one connection. */
export const sender = (call: PreparedCall): (() => Promise<string>) => {
  const agent = kept()
  return () => send(call, agent)
}

/** The same as a browser sends it, which takes packed answers: with the bytes that came over the wire. */
export const packedSender = (call: PreparedCall): (() => Promise<Answer>) => {
  const agent = kept()
  const packed = { ...call, headers: { ...call.headers, 'accept-encoding': 'gzip, deflate, br' } }
  return () => sendMeasured(packed, agent)
}

/** Milliseconds of each run of `task`, one after the other. */
export const timesOf = async (task: () => Promise<unknown>, times: number): Promise<number[]> => {
  const took_ms: number[] = []
  for (let n = 0; n < times; n += 1) {
    const began = performance.now()
    await task()
    took_ms.push(performance.now() - began)
  }
  return took_ms
}

/** Sends the sessions' calls, `concurrency` at a time, each as soon as the one before was answered. */
export const runClosedLoop = async (
  calls: readonly PreparedCall[],
  concurrency: number,
  seconds: number,
): Promise<LoadFigures> => {
  const agent = kept()
  const took_ms: number[] = []
  const began = performance.now()
  const worker = async (_: unknown, at: number): Promise<void> => {
    const call = calls[at % calls.length]
    if (call === undefined) throw new Error('no call to send')
    while (performance.now() < began + seconds * 1_000) took_ms.push(...(await timesOf(() => send(call, agent), 1)))
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  agent.destroy()
  return figuresOf(took_ms, performance.now() - began)
}

/**
 * Sends calls at a steady rate, whatever the answers take. A call counts from the moment at which it was due, so that a stall is
 * seen by every call that waited.
 */
export const runPaced = async (calls: readonly PreparedCall[], rate: number, seconds: number): Promise<LoadFigures> => {
  const agent = kept()
  const took_ms: number[] = []
  const began = performance.now()
  const pending = Array.from({ length: Math.max(1, Math.round(rate * seconds)) }, async (_, n) => {
    const due_ms = began + (n * 1_000) / rate
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due_ms - performance.now())))
    const call = calls[n % calls.length]
    if (call !== undefined) await send(call, agent)
    took_ms.push(performance.now() - due_ms)
  })
  await Promise.all(pending)
  agent.destroy()
  return figuresOf(took_ms, performance.now() - began)
}

const figuresOf = (took_ms: readonly number[], lasted_ms: number): LoadFigures => ({
  calls: took_ms.length,
  rate: (took_ms.length * 1_000) / lasted_ms,
  p50_ms: percentile(took_ms, 50),
  p99_ms: percentile(took_ms, 99),
})
