import { setTimeout as wait } from 'node:timers/promises'
import { REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { connectPush } from '../push-client.ts'
import type { Checks } from './checks.ts'
import { startFleetLoad } from './fleet-load.ts'
import { frameOf } from './numbered-frame.ts'
import { residentMb } from './processes.ts'
import { serveFleet } from './served-fleet.ts'
import { signInUser } from './stored.ts'
import { openStuckConsole } from './stuck-console.ts'

const UNITS = 200
const STUCK = 20
const CUT_MAX_MS = 180_000
const GROWTH_MAX_MB = 150
const SAMPLE_MS = 200
/** Updates of a unit are pushed once a second at most. */
const LIVE = {
  interval_ms: 1_000,
  frameAt: (n: number, ts: number): Buffer => frameOf(n, ts, REPORT_TYPE.cyclic),
}
/** Pushes that a console that reads has of one unit in ten seconds. */
const PUSHES_MIN = 4

/**
 * Twenty consoles watch a fleet that reports every second and stop reading, while one reads on: each of the twenty is cut off,
 * the memory of the product stays bounded, and the one that reads gets its pushes all the time.
 */
export const stuckConsoleRounds = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const fleet = await serveFleet('consoles', UNITS)
  try {
    const { url, process: main } = fleet.product
    const macs = fleet.units.map(({ did }) => did)
    const user = await signInUser(url)
    const load = startFleetLoad(fleet, { pace: LIVE, ago_s: 3_600 })
    const reader = await connectPush({ user }, url)
    await reader.send({ cmd: 'WatchDevices', macs })
    const pushes = (): number => reader.pushesOf(macs[0] ?? '').length
    const before_mb = residentMb(main.pid ?? 0)
    let [most_mb, cut, starved] = [before_mb, 0, 0]
    let slowest_ms = 0
    for (let round = 0; round < rounds; round += 1) {
      const began_ms = performance.now()
      const stuck = await Promise.all(Array.from({ length: STUCK }, () => openStuckConsole(url, user, macs)))
      const cut_before = await countCut(url)
      let left = STUCK
      let [read, since_ms] = [pushes(), performance.now()]
      while (left > 0 && performance.now() - began_ms < CUT_MAX_MS) {
        await wait(SAMPLE_MS)
        // A socket that is not read does not see its end: the product tells.
        left = STUCK - ((await countCut(url)) - cut_before)
        most_mb = Math.max(most_mb, residentMb(main.pid ?? 0))
        if (performance.now() - since_ms < 10_000) continue
        if (pushes() - read < PUSHES_MIN) starved += 1
        ;[read, since_ms] = [pushes(), performance.now()]
      }
      cut += STUCK - left
      slowest_ms = Math.max(slowest_ms, performance.now() - began_ms)
      for (const one of stuck) one.close()
    }
    reader.close()
    const drained = await load.drain()
    checks.note(
      `${rounds * STUCK} consoles stopped reading, ${cut} cut off, the last after ${(slowest_ms / 1_000).toFixed(0)} s; the console process ${before_mb} MB, at most ${most_mb}`,
    )
    checks.expect('each that stops reading is cut off', cut === rounds * STUCK, `${cut} of ${rounds * STUCK}`)
    checks.expect(
      `the product grows by ${GROWTH_MAX_MB} MB at most`,
      most_mb - before_mb <= GROWTH_MAX_MB,
      `${most_mb - before_mb} MB`,
    )
    checks.expect('one that reads gets its pushes meanwhile', starved === 0, `${starved} times not`)
    checks.expect('reports are acknowledged', drained)
  } finally {
    await fleet.close()
  }
}

/** Consoles that the product has cut off so far because they read too slowly. */
const countCut = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^heatfleet_push_closed_total\{reason="too_slow"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}
