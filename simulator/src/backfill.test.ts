import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseTopic } from '@heatfleet/contract/device-protocol/device-topics.ts'
import type { Report } from '@heatfleet/contract/device-protocol/report.ts'
import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { Aedes, type PublishPacket } from 'aedes'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backfill, type Progress } from './backfill.ts'
import { EXAMPLE_UNIT } from './example-unit.ts'
import { startFleet } from './fleet.ts'
import type { FleetFile } from './fleet-file.ts'
import { saveStates } from './state-file.ts'

const INTERVAL_S = 300
const PAST_S = 2 * 3600
/** The second run comes so long after the first. */
const AWAY_S = 1800

/** A first run that is broken off, and a second one that goes on: what a broker hears of the past in each. */
describe('the backfill of a fleet, resumed after an interrupted run', () => {
  let broker: Aedes
  let server: ReturnType<typeof createServer>
  let folder: string
  let file: FleetFile
  let heard: Report[] = []
  const made_at = Math.floor(Date.now() / 1000)

  beforeEach(async () => {
    heard = []
    broker = await Aedes.createBroker({ concurrency: 0 })
    broker.on('publish', ({ topic, payload }: PublishPacket) => {
      if (parseTopic(topic)?.channel !== 'blk') return
      const decoded = decodeReport(Buffer.from(payload))
      if (decoded.ok) heard.push(decoded.report)
    })
    server = createServer(broker.handle)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    folder = mkdtempSync(join(tmpdir(), 'heatfleet-past-'))
    const past = { from_s: made_at - PAST_S, to_s: made_at, interval_s: INTERVAL_S }
    file = {
      url: `mqtt://127.0.0.1:${port}`,
      seed: 1,
      made_at,
      firmware_key: null,
      units: [EXAMPLE_UNIT],
      backfill: past,
    }
  })
  afterEach(async () => {
    await new Promise<void>((resolve) => broker.close(() => resolve()))
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs the fleet until `reports` of its past were sent and the hot water was set to 53; returns the received backfill. */
  const run = async (begun_s: number, reports: number) => {
    heard = []
    const ahead_ms = begun_s * 1000 - Date.now()
    const now_ms = () => Date.now() + ahead_ms
    const state_path = join(folder, 'states')
    const fleet = await startFleet(file, { now_ms, speed: 1, mishaps: false, state_path })
    const units = fleet.modules.map(({ unit }) => unit)
    const found = units.map(({ board }) => ({ set: board.plant.settings.sp_dhw, run_s: board.plant.state.comp_s }))[0]
    let reported = 0
    const onProgress = ({ done }: Progress) => {
      reported = done
    }
    await backfill(file, fleet, now_ms, onProgress, () => reported >= reports)
    await fleet.stop()
    for (const { board } of units) board.plant.settings.sp_dhw = 53
    saveStates(state_path, units)
    return { past: heard.filter(({ type }) => type === 3), found }
  }
  /** The identity of a report in the history; several are in flight at once, so they are sorted. */
  const named = (reports: Report[]) =>
    reports.map(({ ts, seq }) => ({ ts, seq })).toSorted((one, other) => one.ts - other.ts)

  test('has the same times and numbers, and nothing of the time in which units reported live', async () => {
    const first = await run(made_at + 20, 10)
    const second = await run(made_at + AWAY_S, Number.POSITIVE_INFINITY)
    expect(named(second.past)).toEqual(
      Array.from({ length: PAST_S / INTERVAL_S }, (_, number) => ({
        ts: made_at - PAST_S + number * INTERVAL_S,
        seq: number,
      })),
    )
    expect(first.past.length).toBeGreaterThan(0)
    expect(named(second.past)).toEqual(expect.arrayContaining(named(first.past)))
  })

  test('and the unit goes on as it was left, with its counters', async () => {
    const { found: first } = await run(made_at + 20, 1)
    const { found: second } = await run(made_at + AWAY_S, 1)
    expect(first?.set).not.toBe(53)
    expect(second?.set).toBe(53)
    const run_s = (second?.run_s ?? 0) - (first?.run_s ?? 0)
    expect(run_s).toBeGreaterThanOrEqual(0)
    expect(run_s).toBeLessThanOrEqual(AWAY_S)
  })

  test('a state of before the fleet was made is of another fleet', async () => {
    await run(made_at + 20, 1)
    file = { ...file, made_at: made_at + 600 }
    const { found } = await run(made_at + 610, 1)
    expect(found?.set).not.toBe(53)
  })
})
