import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { connectPush } from '../push-client.ts'
import type { Checks } from './checks.ts'
import { type FleetLoad, startFleetLoad } from './fleet-load.ts'
import type { Ledger } from './ledger.ts'
import { type MemoryOf, memoryOfProduct } from './memory.ts'
import { AT_CAPACITY, rateAtCapacity } from './report-rate.ts'
import { type ServedFleet, serveFleet } from './served-fleet.ts'
import { clientOf, signInUser } from './stored.ts'

const UNITS = 200
/** Share of the reports a second that this machine stores at most. */
const LOAD = 0.7
/** Consoles that look at units, and those that turn pages of lists. */
const SOCKETS = 4
const WATCHED = 20
const PAGE_EVERY_MS = 500
const MINUTE_MS = 60_000
/** Caches fill and plans are made before. */
const SETTLED_MIN = 10
const SLOPE_MAX_MB = 1
/** The slope of fewer minutes is mostly noise. */
const MINUTES_THAT_JUDGE = 10
/** A report says that it is a minute later than the one before, as modules do: days have the size that they have in use. */
const STEP_S = 60
/** Enough for the minutes of an hour's reports. */
const AGO_S = 35 * 86_400

/**
 * Memory over a long time: a minute a round (60 are the plan's hour) all units report while consoles watch units and turn
 * pages. Prints the memory of each process every minute; after ten minutes none may grow by more than 1 MB a minute.
 * `rate`: reports a second; without it 70 % of what the machine stores at most.
 */
export const soakRounds = async ({ rounds, checks, rate }: SoakRun): Promise<void> => {
  const fleet = await serveFleet('soak', UNITS, undefined, () => ({ HEATFLEET_COMPACT_AFTER_MIN: '5' }))
  try {
    const per_second = rate ?? (await rateAtCapacity(fleet, AGO_S + 86_400)) * LOAD
    const interval_ms = 1_000 * Math.max(1, Math.round(UNITS / per_second))
    const each_time = Math.max(1, Math.round((per_second * interval_ms) / 1_000 / UNITS))
    const pace = { interval_ms, each_time, waiting_max: AT_CAPACITY.each_time * each_time, step_s: STEP_S }
    const load = startFleetLoad(fleet, { pace, ago_s: AGO_S })
    const stopConsoles = await startConsoles(fleet, load)
    const minutes = await sampleMinutes(fleet, load, rounds, checks)
    const pages = await stopConsoles()
    const drained = await load.drain()
    const settled = rounds >= SETTLED_MIN + MINUTES_THAT_JUDGE ? SETTLED_MIN : Math.floor(rounds / 2)
    const slopes = slopesOf(minutes.slice(settled))
    checks.note(
      `${rounds} minutes, ${(load.acked() / rounds / 60).toFixed(0)} reports a second stored, ${pages} pages read; MB a minute after the first ${settled}: ` +
        [...slopes].map(([name, slope]) => `${name} ${slope.toFixed(2)}`).join(', '),
    )
    const growing = [...slopes].filter(([, slope]) => slope > SLOPE_MAX_MB)
    checks.expect('every report is acknowledged in the end', drained)
    checks.expect('consoles read pages all the time', pages >= (rounds * MINUTE_MS) / PAGE_EVERY_MS / 10, `${pages}`)
    if (minutes.length - settled >= MINUTES_THAT_JUDGE)
      checks.expect(
        `no process grows by more than ${SLOPE_MAX_MB} MB a minute`,
        growing.length === 0,
        growing.map(([name, slope]) => `${name} ${slope.toFixed(2)}`).join(', '),
      )
  } finally {
    await fleet.close()
  }
}

type SoakRun = { rounds: number; checks: Checks; rate?: number | undefined }

/** Memory of each process at the end of each minute. */
const sampleMinutes = async (
  { product, data }: ServedFleet,
  load: FleetLoad,
  minutes: number,
  checks: Checks,
): Promise<MemoryOf[]> => {
  const samples: MemoryOf[] = []
  let acked = load.acked()
  for (let minute = 1; minute <= minutes; minute += 1) {
    await wait(MINUTE_MS)
    const sample = memoryOfProduct(product.process.pid, data)
    samples.push(sample)
    const text = [...sample].map(([name, mb]) => `${name} ${mb.toFixed(1)}`).join(', ')
    checks.note(`minute ${minute}: ${((load.acked() - acked) / 60).toFixed(0)} reports/s; MB: ${text}`)
    acked = load.acked()
  }
  return samples
}

/** Slope (MB a minute) of the line through the samples, for each process that ran all the time. */
const slopesOf = (samples: readonly MemoryOf[]): Map<string, number> => {
  const middle = (samples.length - 1) / 2
  const spread = samples.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  const slopes = new Map<string, number>()
  for (const name of samples[0]?.keys() ?? []) {
    const values = samples.map((sample) => sample.get(name))
    if (values.includes(undefined)) continue
    const rise = values.reduce<number>((sum, mb, at) => sum + (at - middle) * (mb ?? 0), 0)
    slopes.set(name, spread === 0 ? 0 : rise / spread)
  }
  return slopes
}

/** People at their consoles until stopped; returns the number of pages they read. */
const startConsoles = async (
  { product, units }: ServedFleet,
  { ledgers }: FleetLoad,
): Promise<() => Promise<number>> => {
  const user = await signInUser(product.url)
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => connectPush({ user }, product.url)))
  for (const [at, socket] of sockets.entries())
    await socket.send({
      cmd: 'WatchDevices',
      macs: units.slice(at * WATCHED, (at + 1) * WATCHED).map(({ did }) => did),
    })
  let is_over = false
  const call = clientOf(product.url, user.token)
  const turnPages = async (): Promise<number> => {
    let pages = 0
    for (; !is_over; pages += 1) {
      const ledger = ledgers[pages % ledgers.length]
      if (ledger !== undefined) await readPage(call, pages, ledger)
      await wait(PAGE_EVERY_MS)
    }
    return pages
  }
  const reading = turnPages()
  // Thrown by stopping.
  reading.catch(() => {})
  return async () => {
    is_over = true
    for (const socket of sockets) socket.close()
    return reading
  }
}

const readPage = async (call: Call, n: number, { did: mac, newest_acked_s }: Ledger): Promise<void> => {
  await call(api.deviceList, { query: { pageNo: 1 + (n % 4), size: 50 }, body: {} })
  await call(api.deviceInfo, { query: { mac } })
  const to_ms = newest_acked_s === 0 ? Date.now() : newest_acked_s * 1_000
  await call(api.historyData, {
    body: {
      macs: [mac],
      points: ['t_out'],
      from: new Date(to_ms - 86_400_000).toISOString(),
      to: new Date(to_ms).toISOString(),
      resolution: 'auto',
    },
  })
}
