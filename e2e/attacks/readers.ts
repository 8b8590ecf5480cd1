import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { api } from '@heatfleet/contract/api.ts'
import { API_PREFIX } from '@heatfleet/contract/endpoint.ts'
import type { Checks } from '../faults/checks.ts'
import { clientOf, signIn } from '../faults/stored.ts'
import { startProduct } from '../product.ts'

/** Readers without a token, each of which reads again as soon as it has its answer. */
const READERS = 8
const PATHS = [`${API_PREFIX}/docs/json`, `${API_PREFIX}/openapi.json`, '/metrics', '/readyz']
/** Half of what a client may call from one address in ten seconds, so that readers are answered and not sent away. */
const READS_PER_10S = 3_000
const CALLS_A_ROUND = 20
/** Above this ratio, or above this time, somebody signed in is slowed down. */
const RATIO_MAX = 3
const SLOWED_MS = 50

/**
 * Readers who need no token take turns with none, while somebody signed in makes calls: the median of these with readers is
 * compared with that without.
 */
export const attackReaders = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'serve' })
  try {
    const call = clientOf(product.url, await signIn(product.url))
    const time = async (): Promise<number[]> => {
      const took_ms: number[] = []
      for (let n = 0; n < CALLS_A_ROUND; n += 1) {
        const began_ms = performance.now()
        await call(api.deviceList, { query: { pageNo: 1, size: 20 }, body: {} })
        took_ms.push(performance.now() - began_ms)
        await wait(20)
      }
      return took_ms
    }
    await time()
    for (const path of PATHS) {
      const answer = await fetch(`${product.url}${path}`)
      await answer.arrayBuffer()
      checks.expect(`${path} is answered`, answer.ok, `${answer.status}`)
      const without: number[] = []
      const beside: number[] = []
      let reads = 0
      for (let round = 0; round < rounds; round += 1) {
        without.push(...(await time()))
        const readers = startReaders(`${product.url}${path}`)
        await wait(200)
        beside.push(...(await time()))
        reads += await readers.stop()
      }
      const ratio = median(beside) / median(without)
      checks.note(
        `${path}: ${reads} reads by ${READERS}; a signed-in call takes ${median(without).toFixed(1)} ms without and ${median(beside).toFixed(1)} ms beside them (${ratio.toFixed(2)} times)`,
      )
      checks.expect(
        `readers of ${path} slow nobody`,
        reads > 0 && (ratio <= RATIO_MAX || median(beside) <= SLOWED_MS),
        `${median(beside).toFixed(1)} ms, ${ratio.toFixed(2)} times`,
      )
    }
  } finally {
    await product.stop()
  }
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** In a thread of their own: what is measured is the product, not this process. */
const startReaders = (url: string): { stop: () => Promise<number> } => {
  const worker = new Worker(READING, {
    eval: true,
    workerData: { url, readers: READERS, pause_ms: (10_000 * READERS) / READS_PER_10S },
  })
  return {
    stop: () =>
      new Promise((resolve, reject) => {
        worker.once('message', (reads: number) => {
          resolve(reads)
          void worker.terminate()
        })
        worker.once('error', reject)
        worker.postMessage('stop')
      }),
  }
}

/** Small enough to be a text: a file of its own would have to tell whether it is the main thread. */
const READING = `
const { parentPort, workerData: { url, readers, pause_ms } } = require('node:worker_threads')
let is_over = false
let reads = 0
const read = async () => {
  while (!is_over) {
    await fetch(url, { headers: { 'accept-encoding': 'identity' } }).then((answer) => answer.arrayBuffer()).then(() => (reads += 1), () => {})
    await new Promise((resolve) => setTimeout(resolve, pause_ms))
  }
}
const all = Promise.all(Array.from({ length: readers }, read))
parentPort.once('message', () => {
  is_over = true
  all.then(() => parentPort.postMessage(reads))
})
`
