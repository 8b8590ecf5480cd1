import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { api } from '@heatfleet/contract/api.ts'
import { clientOf, signIn } from './stored.ts'

/** How long each list took, and how many were refused. */
export type CallersReport = { took_ms: number[]; failed: number }

const EVERY_MS = 200

/**
 * A user of the device list in a separate thread, so that response times do not include the simulated modules. Reports when
 * stopped.
 */
const watchList = async (url: string, port: NonNullable<typeof parentPort>): Promise<void> => {
  let is_over = false
  port.once('message', () => {
    is_over = true
  })
  const call = clientOf(url, await signIn(url))
  const report: CallersReport = { took_ms: [], failed: 0 }
  while (!is_over) {
    const started = performance.now()
    await call(api.deviceList, { query: { pageNo: 1, size: 20 }, body: {} }).catch(() => {
      report.failed += 1
    })
    report.took_ms.push(performance.now() - started)
    await wait(EVERY_MS)
  }
  port.postMessage(report)
}

// Started by overload.ts with the address of the product.
if (!isMainThread && parentPort !== null) await watchList((workerData as { url: string }).url, parentPort)
