import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../test/fleet-console.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import { SMALL_FLEET_KEY } from '../../test/small-fleet.ts'
import { computeDueDays } from '../features/device-days/tasks.ts'
import { createLayouts } from '../features/products/public.ts'
import { fleetFileOf } from './fleet-file.ts'
import { simulateHistory } from './past-history.ts'
import { planDemo } from './plan.ts'

const DAY_MS = 86_400_000
/** The end of a winter: units heat every day. */
const MADE_AT = Date.UTC(2026, 1, 20)
const DAYS = 36
/** Units by number, and what was planted in them: begins so many days before the end, and would be complete after these. */
const PLANTED: Readonly<Record<number, { kind: string; since_days: number; days_to_trip: number }>> = {
  1: { kind: 'refrigerant_leak', since_days: 15, days_to_trip: 16 },
  4: { kind: 'compressor_wear', since_days: 15, days_to_trip: 20 },
  6: { kind: 'refrigerant_leak', since_days: 12, days_to_trip: 13 },
}
/** They lower the COP. */
const DRIFTING = ['refrigerant_leak', 'compressor_wear']
const UNITS = 8

// Minutes of simulation: in full runs only.
describe.runIf(process.env.HEATFLEET_TEST_FULL === '1')(
  'detectors over units with planted faults',
  () => {
    const { database, fleet, as } = useFleetConsole()
    const folder = mkdtempSync(join(tmpdir(), 'heatfleet-planted-'))
    let client: pg.Client | undefined
    const planted = new Map<string, string>()

    beforeAll(async () => {
      const plan = planDemo(7, UNITS)
      plan.units.forEach((unit, at) => {
        Object.assign(unit, { state: 'live', climate: 'ulm', fault: PLANTED[at] ?? null })
        planted.set(unit.mac, PLANTED[at]?.kind ?? '')
      })
      const clock = createMovedClock(MADE_AT + 3_600_000)
      const key = SMALL_FLEET_KEY.toString('hex')
      for (const mac of planted.keys()) {
        const { device_id } = await database.db
          .insertInto('devices')
          .values({
            mac,
            device_name: mac,
            product_key: fleet.product_key,
            ...fleet.distributors.A1,
            net: '4g',
            secret_sealed: Buffer.alloc(60),
            import_time: new Date(MADE_AT - 200 * DAY_MS),
            active: true,
          })
          .returning('device_id')
          .executeTakeFirstOrThrow()
        const first_online_at = new Date(MADE_AT - 190 * DAY_MS)
        await database.db.insertInto('device_status').values({ device_id, online: true, first_online_at }).execute()
      }
      const state = {
        seed: 7,
        count: UNITS,
        days: DAYS,
        made_at: MADE_AT,
        backfilled: false,
        past_made: false,
        moved_in: false,
      }
      const at = { url: 'mqtt://localhost:1883', secret_key_hex: key, firmware_key: 'none' }
      const file = fleetFileOf(plan, state, at)
      const fleet_file = join(folder, 'fleet.json')
      writeFileSync(fleet_file, JSON.stringify(file))
      client = new pg.Client(database.connection)
      await client.connect()
      const bounds_ms = [MADE_AT, MADE_AT - DAYS * DAY_MS]
      const macs = [...planted.keys()]
      await simulateHistory({ sql: client, onProgress: () => {} }, { fleet_file, bounds_ms, macs })
      const deps = { database, clock, log: pino({ level: 'silent' }), layouts: createLayouts({ database }) }
      while ((await computeDueDays(deps, new AbortController().signal)) > 0);
    }, 1_800_000)
    afterAll(async () => {
      await client?.end()
      rmSync(folder, { recursive: true, force: true })
    })

    it('find most of those whose COP falls, and mark few others', async () => {
      const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
      const body = { from: day(MADE_AT - 10 * DAY_MS), to: day(MADE_AT - DAY_MS) }
      const answer = await (await as('admin'))(api.analysisDetectors, { body })
      const marked = new Set(
        answer.detected
          .filter(({ findings }) => findings.some(({ detector }) => detector === 'charge_drift'))
          .map(({ mac }) => mac),
      )
      const falling = [...planted].filter(([, kind]) => DRIFTING.includes(kind)).map(([mac]) => mac)
      const hits = falling.filter((mac) => marked.has(mac)).length
      const precision = marked.size === 0 ? 1 : hits / marked.size
      const recall = hits / falling.length
      process.stdout.write(
        `charge drift: ${marked.size} of ${UNITS} units marked, ${hits} of ${falling.length} planted: precision ${precision}, recall ${recall}\n`,
      )
      expect(recall).toBeGreaterThanOrEqual(0.6)
      expect(precision).toBeGreaterThanOrEqual(0.6)
    })
  },
  1_800_000,
)
