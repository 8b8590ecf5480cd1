import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { SMALL_FLEET_KEY } from '../../test/small-fleet.ts'
import { readConfig } from '../config.ts'
import { readBuiltInProduct } from '../features/products/built-in.ts'
import { ensureProduct } from '../features/products/store-built-in.ts'
import { systemClock } from '../platform/clock.ts'
import { openSegment } from '../segments/segment-read.ts'
import { writeBuiltInRoles } from '../start/store-first-start.ts'
import { fleetFileOf } from './fleet-file.ts'
import { simulateHistory } from './past-history.ts'
import type { PastProgress } from './past-start.ts'
import { planDemo } from './plan.ts'
import { seedDemo } from './seed.ts'

const DAY_MS = 86_400_000
const MADE_AT = Date.UTC(2026, 10, 1)
const KEY_HEX = SMALL_FLEET_KEY.toString('hex')
/** Two stretches of one day each, then one of another. */
const BOUNDS_MS = [MADE_AT - DAY_MS, MADE_AT - 2 * DAY_MS, MADE_AT - 3 * DAY_MS]

describe('the past that the demo is given', () => {
  const database = useDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-past-'))
  const fleet_file = join(folder, 'fleet.json')
  let sql: pg.Client
  let macs: string[] = []

  beforeAll(async () => {
    const plan = planDemo(7, 40)
    const product = readBuiltInProduct()
    await writeBuiltInRoles(database.db)
    await ensureProduct(database.db, product, new Date(MADE_AT))
    await seedDemo(
      { db: database.db, clock: systemClock, config: readConfig({}) },
      {
        plan,
        product_key: product.product_key,
        secret_key_hex: KEY_HEX,
        made_at: MADE_AT,
        days: 3,
        password: 'Warm-Water-26',
      },
    )
    const state = {
      seed: 7,
      count: 40,
      days: 3,
      made_at: MADE_AT,
      backfilled: false,
      past_made: false,
      moved_in: false,
    }
    const file = fleetFileOf(plan, state, {
      url: 'mqtt://localhost:1883',
      secret_key_hex: KEY_HEX,
      firmware_key: 'none',
    })
    macs = file.units.slice(0, 2).map(({ did }) => did)
    writeFileSync(fleet_file, JSON.stringify(file))
    sql = new pg.Client(database.connection)
    await sql.connect()
  })
  afterAll(async () => {
    await sql.end()
    rmSync(folder, { recursive: true, force: true })
  })

  const segments = async () =>
    (
      await sql.query<{ device_id: number; day_ms: number; layout_id: number; reports: number; body: Buffer }>(
        `select device_id, (extract(epoch from day) * 1000)::float8 as day_ms, layout_id, reports, body
         from report_chunks order by device_id, day`,
      )
    ).rows

  it('is a segment for every unit and day, with a report for every minute', async () => {
    const progress: PastProgress[] = []
    await simulateHistory({ sql, onProgress: (one) => progress.push(one) }, { fleet_file, bounds_ms: BOUNDS_MS, macs })
    const packed = await segments()
    expect(packed.map(({ day_ms }) => day_ms)).toEqual([2, 1, 2, 1].map((days) => MADE_AT - (days + 1) * DAY_MS))
    expect(packed.map(({ reports }) => reports)).toEqual([1_440, 1_440, 1_440, 1_440])
    expect(progress.at(-1)).toEqual({ done: 4, total: 4 })
    for (const { body, ...head } of packed) {
      const unpacked = openSegment(body, head).unpack()
      expect(unpacked[1]?.at_ms).toBe(head.day_ms + 60_000)
    }
  })

  it('is made once: what is there stays, what is missing is made anew as it was', async () => {
    const before = await segments()
    await sql.query('delete from report_chunks where device_id = $1 and day = $2::date', [
      before[0]?.device_id,
      new Date(before[0]?.day_ms ?? 0),
    ])
    const progress: PastProgress[] = []
    await simulateHistory({ sql, onProgress: (one) => progress.push(one) }, { fleet_file, bounds_ms: BOUNDS_MS, macs })
    expect(progress.map(({ done }) => done)).toEqual([2, 3, 4])
    expect(await segments()).toEqual(before)
  })

  it('is of units of the fleet file alone', async () => {
    const unknown = simulateHistory(
      { sql, onProgress: () => {} },
      { fleet_file, bounds_ms: [MADE_AT - 3 * DAY_MS, MADE_AT - 4 * DAY_MS], macs: ['863412060123455'] },
    )
    await expect(unknown).resolves.toBeUndefined()
    expect(await segments()).toHaveLength(4)
  })
})
