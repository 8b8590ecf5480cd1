import { propertyRuns } from '@heatfleet/modbus/test/property-runs.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { dayAgo, insertDays, testDay } from '../../../test/device-days.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { foldCounters } from '../devices/store-tally.ts'
import { listCop, listFleetCop } from './store-trend.ts'

const database = useDatabase()
let fleet: SmallFleet
beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})

const unit = fc.nat(1_000)
const ago = fc.integer({ min: 1, max: 4 })
/** What may happen to daily figures and to the units they are of. */
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('day'), unit, ago } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('again'),
      unit,
      ago,
      heat_kwh: fc.nat(4_000),
      ambient: fc.option(fc.integer({ min: -300, max: 400 })),
      has_cop: fc.boolean(),
      is_complete: fc.boolean(),
    } as const),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('gone'), unit, ago } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unit_gone'), unit, is_virtual: fc.boolean() } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fold') } as const) },
)
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never

const apply = async (one: Change) => {
  const { db } = database
  if (one.kind === 'fold') return void (await foldCounters(db, new Date()))
  if (one.kind === 'unit_gone') {
    // One of its own, so that the fleet stays: it comes with days, and they go with it.
    const { rows } = await sql<{ device_id: number }>`
      insert into devices (mac, device_name, product_key, agent_id, agent_path, net, secret_sealed, import_time, virtual)
      select '863412100000017', 'Guest', product_key, agent_id, agent_path, net, secret_sealed, import_time, ${one.is_virtual}
      from devices limit 1 returning device_id`.execute(db)
    const device_id = rows[0]?.device_id ?? 0
    await insertDays(db, [testDay({ device_id }, 1), testDay({ device_id }, 2)])
    return void (await db.deleteFrom('devices').where('device_id', '=', device_id).execute())
  }
  const device_id = fleet.devices[one.unit % fleet.devices.length]?.device_id ?? 0
  const days = db.deleteFrom('device_days').where('device_id', '=', device_id).where('day', '=', dayAgo(one.ago))
  if (one.kind === 'gone') return void (await days.execute())
  if (one.kind === 'day') {
    await days.execute()
    return insertDays(db, [testDay({ device_id }, one.ago)])
  }
  const heat_kwh = one.heat_kwh / 100
  await db
    .updateTable('device_days')
    .set({
      heat_kwh,
      electricity_kwh: 10,
      cop: one.has_cop ? heat_kwh / 10 / 4 : null,
      mean_ambient_c: one.ambient === null ? null : one.ambient / 10,
      is_complete: one.is_complete,
    })
    .where('device_id', '=', device_id)
    .where('day', '=', dayAgo(one.ago))
    .execute()
}

it('the COP of the whole fleet is the same from its sums as from the days of its units, whatever happens', async () => {
  const period = { from: dayAgo(5), to: dayAgo(0) }
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async (changes) => {
      for (const one of changes) await apply(one)
      const direct = await listCop(database.db, EVERYTHING, { path: null, product_key: null }, { ...period, step: 1 })
      const sums = await listFleetCop(database.db, period)
      const byDay = (rows: typeof sums) => rows.toSorted((a, b) => a.day.localeCompare(b.day))
      expect(byDay(sums).map(({ day, units }) => [day, units])).toEqual(
        byDay(direct).map(({ day, units }) => [day, units]),
      )
      for (const [at, { cop, ambient_c }] of byDay(direct).entries()) {
        const got = byDay(sums)[at]
        expect(got?.cop).toBeCloseTo(cop, 3)
        if (ambient_c === null) expect(got?.ambient_c).toBeNull()
        else expect(got?.ambient_c).toBeCloseTo(ambient_c, 2)
      }
    }),
    { numRuns: propertyRuns(200) },
  )
})

it('folded, a day is one row', async () => {
  await foldCounters(database.db, new Date())
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from device_day_sums group by day order by n desc limit 1`.execute(database.db)
  expect(rows[0]?.n ?? 1).toBe(1)
})
