import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { connectModule, reportOf, startTestGateway } from '../../test/gateway.ts'
import { createMovedClock } from '../../test/moved-clock.ts'
import type { SmallDevice, SmallFleet } from '../../test/small-fleet.ts'

/** What the modules' clocks say, and the machine's until it is set. */
const START_MS = Date.now() - 86_400_000
const HOUR_MS = 3_600_000
const FAULT_WORD = { start: 7 }

const database = useDatabase()
let fleet: SmallFleet
beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await database.pool.query(
    `insert into fault_codes (set_name, code, names, category, severity, causes, checks, remedies, built_in, updated_at)
     values ('sprsun_cg248075', 'F01', '{"en": "x", "zh": "x", "pl": "x"}', 'other', 'fault', '{}', '{}', '{}', true, now())`,
  )
})

const deviceAt = (at: number): SmallDevice => {
  const found = fleet.devices[at]
  if (found === undefined) throw new Error('the small fleet has six devices')
  return found
}

describe('the clock of the machine set', () => {
  it.each([
    ['back by an hour and forward again', -HOUR_MS, 0],
    ['forward by an hour and back again', HOUR_MS, 1],
  ])('%s: no report is lost or doubled, and an alarm that holds is raised once', async (_, by_ms, at) => {
    const device = deviceAt(at)
    const clock = createMovedClock(START_MS)
    const gateway = await startTestGateway(database, clock)
    const module = await connectModule(gateway, device, { now_ms: START_MS })
    const start_s = Math.floor(START_MS / 1_000)
    let sent = 0
    /** The module's own clock is right all the time. */
    const report = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        sent += 1
        await module.send('blk', reportOf(100 + sent, start_s + sent, [1], FAULT_WORD))
        clock.move(1_000)
      }
    }
    await report(5)
    clock.set(clock.now() + by_ms)
    await report(20)
    clock.set(clock.now() - by_ms)
    await report(5)
    const { rows } = await database.pool.query<{ stored: number; times: number }>(
      'select count(*)::int as stored, count(distinct at)::int as times from report_hot where device_id = $1',
      [device.device_id],
    )
    expect(rows).toEqual([{ stored: sent, times: sent }])
    const raised = await database.pool.query(
      `select count(*)::int as n from device_events where device_id = $1 and kind = 'alarm'`,
      [device.device_id],
    )
    expect(raised.rows).toEqual([{ n: 1 }])
    const { rows: alarms } = await database.pool.query('select count(*)::int as n from alarms where device_id = $1', [
      device.device_id,
    ])
    expect(alarms).toEqual([{ n: 1 }])
    await module.client.endAsync(true)
    await gateway.stop()
  })

  it('forward by an hour bans no module beyond the moment at which it is right again', async () => {
    const clock = createMovedClock(START_MS)
    const gateway = await startTestGateway(database, clock)
    const logIn = () => connectModule(gateway, deviceAt(2), { now_ms: START_MS })
    clock.set(START_MS + HOUR_MS)
    for (let time = 0; time < 7; time += 1) await expect(logIn()).rejects.toThrow()
    clock.set(START_MS)
    const module = await logIn()
    expect(module.client.connected).toBe(true)
    await module.client.endAsync(true)
    await gateway.stop()
  })
})
