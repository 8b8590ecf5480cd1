import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { Checks } from './checks.ts'
import { startFleetLoad } from './fleet-load.ts'
import { serveFleet } from './served-fleet.ts'
import { clientOf, signIn } from './stored.ts'

/** Page size of the specification. */
const UNITS = 999
const REPORTING = 5
const FILLING_MS = 20_000
const DELAY_MAX_MS = 50
const POINTS = ['t_in', 't_out', 't_amb', 't_dhw']

/**
 * R22: for a second per round one user creates history files while others page through 999 devices and modules report: long
 * work runs in slices, so that nothing waits for the event loop.
 */
export const loopDelayRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('loop-delay', UNITS)
  try {
    const { url } = fleet.product
    const units = fleet.units.slice(0, REPORTING)
    const load = startFleetLoad({ ...fleet, units })
    const began = new Date(Date.now() - 4 * 86_400_000)
    const call = clientOf(url, await signIn(url))
    await wait(FILLING_MS)
    await readDelayMs(url)
    const ends_ms = performance.now() + rounds * 1_000
    const [files, pages] = await Promise.all([
      until(ends_ms, () =>
        makeFile(
          call,
          units.map(({ did }) => did),
          began,
        ),
      ),
      until(ends_ms, () => readPage(call)),
    ])
    const delay_ms = await readDelayMs(url)
    const { lost, drained } = await load.finish()
    checks.note(`${files} files, ${pages} pages of ${UNITS}, event loop late by ${delay_ms.toFixed(1)} ms (p99.9)`)
    checks.expect('files and pages were made', files > 0 && pages > 0)
    checks.expect(
      `the event loop is late by ${DELAY_MAX_MS} ms at most, p99.9`,
      delay_ms <= DELAY_MAX_MS,
      `${delay_ms.toFixed(1)} ms`,
    )
    checks.expect('reports are stored meanwhile', drained && lost === 0)
  } finally {
    await fleet.close()
  }
}

/** Repeats a task; returns how often. */
const until = async (ends_ms: number, task: () => Promise<void>): Promise<number> => {
  let done = 0
  for (; performance.now() < ends_ms; done += 1) await task()
  return done
}

const readPage = async (call: Call): Promise<void> => {
  const { list } = await call(api.deviceList, { query: { pageNo: 1, size: UNITS }, body: {} })
  if (list.length !== UNITS) throw new Error(`a page of ${list.length} units`)
}

const makeFile = async (call: Call, macs: string[], from: Date): Promise<void> => {
  const { export_id } = await call(api.exportCreate, {
    body: {
      kind: 'device-history',
      format: 'csv',
      file_name: 'loop-delay',
      time_zone: 'UTC',
      language: 'en',
      columns: ['mac', 'time', ...POINTS],
      filter: {
        macs,
        points: POINTS,
        from: from.toISOString(),
        to: new Date().toISOString(),
        aggregate: 'auto',
        resolution: 'raw',
      },
    },
  })
  for (;;) {
    const record = (await call(api.exportList)).list.find((one) => one.export_id === export_id)
    if (record?.state === 'done' && record.rows_done > 0) return
    if (record?.state !== 'queued' && record?.state !== 'running') throw new Error(`the file: ${String(record?.state)}`)
    await wait(20)
  }
}

/** The product's own metric since the last scrape. */
const readDelayMs = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  const seconds = /^heatfleet_event_loop_delay_p999_seconds ([\d.e-]+)$/m.exec(text)?.[1]
  if (seconds === undefined) throw new Error('the product does not tell how late its event loop is')
  return Number(seconds) * 1_000
}
