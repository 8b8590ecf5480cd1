import { request } from 'node:http'
import { percentile } from './figures.ts'
import { type LeanConnection, openLean } from './lean-connection.ts'

/** One call, ready to be sent as often as wanted. */
export type Shot = { url: string; method: string; headers: Record<string, string>; body: string | null }

/** What a loop found. Milliseconds; `rate` is answers a second. */
export type LoopFigures = { calls: number; rate: number; p50_ms: number; p95_ms: number; p99_ms: number }

/** The product counts calls by address: each connection comes from one of its own, as people do. */
const addressOf = (at: number): string => `127.0.1.${1 + (at % 250)}`

/** So many connections, each with the shot of one person's session; they take turns where there are fewer. */
export const openConnections = (shots: readonly Shot[], count: number): Promise<LeanConnection[]> =>
  Promise.all(
    Array.from({ length: count }, (_, at) => {
      const shot = shots[at % shots.length]
      if (shot === undefined) throw new Error('nothing to send')
      return openLean(shot, addressOf(at))
    }),
  )

/** Sends calls over and over, `concurrency` at a time, each as soon as the one before it was answered: the most there is. */
export const runLoop = async (shots: readonly Shot[], concurrency: number, seconds: number): Promise<LoopFigures> => {
  const connections = await openConnections(shots, concurrency)
  const took_ms: number[] = []
  const began = performance.now()
  const until = began + seconds * 1_000
  const work = async ({ send }: LeanConnection): Promise<void> => {
    while (performance.now() < until) {
      const sent = performance.now()
      await send()
      took_ms.push(performance.now() - sent)
    }
  }
  await Promise.all(connections.map(work))
  const lasted_s = (performance.now() - began) / 1_000
  for (const { close } of connections) close()
  return figuresOf(took_ms, lasted_s)
}

/** What so many answers in so many seconds come to. */
export const figuresOf = (took_ms: readonly number[], lasted_s: number): LoopFigures => {
  const sorted = Float64Array.from(took_ms).sort()
  return {
    calls: took_ms.length,
    rate: took_ms.length / lasted_s,
    p50_ms: percentile(sorted, 50),
    p95_ms: percentile(sorted, 95),
    p99_ms: percentile(sorted, 99),
  }
}

/** Sends the call once and gives the answer's text; refuses anything but HTTP 200. */
export const sendOnce = (shot: Shot): Promise<string> =>
  new Promise((resolve, reject) => {
    const sending = request(shot.url, { method: shot.method, headers: shot.headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode === 200 && text.startsWith('{"code":200')) resolve(text)
        else reject(new Error(`HTTP ${String(response.statusCode)}: ${text.slice(0, 300)}`))
      })
    })
    sending.on('error', reject)
    sending.end(shot.body ?? undefined)
  })
