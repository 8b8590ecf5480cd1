import { NO_FLAGS } from '@heatfleet/contract/device-protocol/report.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { reportOf } from '../../test/gateway.ts'
import { SMALL_FLEET_KEY, type SmallDevice } from '../../test/small-fleet.ts'
import { alarmChangesOf } from './alarm-changes.ts'
import { createDeviceCache } from './device-cache.ts'
import { createRuleEvaluator, EMPTY_RULE_BOOK } from './device-rules.ts'
import { createPersist } from './persist-reports.ts'
import { type ParsedReport, parseReport } from './report-frame.ts'
import { decodeAndEvaluate, eventsOf, identify } from './report-pipeline.ts'
import { SINGLE_STATEMENT_MAX } from './single-statement.ts'

const database = useDatabase()
let devices: SmallDevice[]
const NOW_MS = Date.UTC(2026, 10, 20, 12)
const WITHOUT_RULES = createRuleEvaluator(() => EMPTY_RULE_BOOK)

beforeAll(async () => {
  devices = (await seedSmallFleet(database.db)).devices
})

/** Reports of a unit: two faults, then one, and in the end the bus is down. */
const reportsOf = (did: string, count: number, until_ms = NOW_MS): ParsedReport[] =>
  Array.from({ length: count }, (_, at) => {
    const is_last = at === count - 1
    const faults = reportOf(at, until_ms / 1000 - count + at, [at < 3 ? 3 : 1, at], {
      start: 7,
      rssi_dbm: at % 2 === 0 ? null : -60,
      flags: { ...NO_FLAGS, bus_down: is_last },
    })
    const uplink = {
      did,
      channel: 'blk',
      payload: Buffer.from(faults),
      arrived_ms: NOW_MS + 250,
      is_repeat: false,
    } as const
    const parsed = parseReport({ ...uplink, acknowledge: () => {} })
    if (!parsed.ok) throw new Error(parsed.reason)
    return parsed.parsed
  })

/** What the database holds of a unit, but for its own number. */
const heldOf = async ({ device_id }: SmallDevice) => {
  const of = (table: string, columns: string) =>
    database.pool
      .query(`select ${columns} from ${table} where device_id = $1 order by 1`, [device_id])
      .then(({ rows }) => rows)
  const state = `bus_status, rssi_dbm, last_report_at, last_arrival_at, layout_id, latest_blocks, flow_c, alarm_keys, alarm_count, alarm_severity, last_alarm_at`
  return {
    reports: await of('report_hot', 'at, layout_id, raw'),
    state: await of('device_status', state),
    events: await of('device_events', 'at, kind, detail'),
    alarms: await of('alarms', 'rule_key, type, code, severity, value, first_at, last_at, recovered_at, count'),
  }
}

/** Stores the reports of one unit together with `others` of another. */
const storeWith = async (device: SmallDevice, other: SmallDevice, others: number) => {
  const device_cache = createDeviceCache({
    pool: database.pool,
    log: pino({ level: 'silent' }),
    secret_key: SMALL_FLEET_KEY,
  })
  const { reports } = await identify(device_cache, [...reportsOf(device.mac, 5), ...reportsOf(other.mac, others)])
  const evaluated = decodeAndEvaluate(reports, WITHOUT_RULES)
  await createPersist(database.pool, 'day').store(
    evaluated,
    eventsOf(evaluated, () => true),
    alarmChangesOf(evaluated, () => undefined),
  )
  return evaluated.length
}

describe('storing', () => {
  test('few reports go in one statement, many by COPY, and leave the same', async () => {
    const [one, two, third] = devices
    if (one === undefined || two === undefined || third === undefined)
      throw new Error('the small fleet has six devices')
    expect(await storeWith(one, third, 10)).toBeLessThanOrEqual(SINGLE_STATEMENT_MAX)
    expect(await storeWith(two, third, SINGLE_STATEMENT_MAX)).toBeGreaterThan(SINGLE_STATEMENT_MAX)
    const held = await heldOf(one)
    expect(held.reports).toHaveLength(5)
    expect(held.state).toMatchObject([
      { bus_status: 'lost', last_report_at: new Date(NOW_MS - 1_000), last_arrival_at: new Date(NOW_MS + 250) },
    ])
    expect(held.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['alarm', '485']))
    expect(await heldOf(two)).toEqual(held)
  })

  test('the reports of each day find their partition, whatever days were stored before', async () => {
    const [one] = devices
    if (one === undefined) throw new Error('the small fleet has six devices')
    const device_cache = createDeviceCache({
      pool: database.pool,
      log: pino({ level: 'silent' }),
      secret_key: SMALL_FLEET_KEY,
    })
    const persist = createPersist(database.pool, 'day')
    const before = (await heldOf(one)).reports.length
    for (const days_ago of [40, 41, 40]) {
      // By another second each: no report is stored twice.
      const until_ms = NOW_MS - days_ago * 86_400_000 - (await heldOf(one)).reports.length * 1_000
      const { reports } = await identify(device_cache, reportsOf(one.mac, 2, until_ms))
      await persist.store(decodeAndEvaluate(reports, WITHOUT_RULES), [], [])
    }
    expect((await heldOf(one)).reports).toHaveLength(before + 6)
  })

  test('a batch with a row that cannot be stored leaves nothing', async () => {
    const [, , , one, two] = devices
    if (one === undefined || two === undefined) throw new Error('the small fleet has six devices')
    await database.pool.query('alter table device_events add constraint no_alarm check (kind <> $$alarm$$) not valid')
    for (const others of [10, SINGLE_STATEMENT_MAX]) {
      await expect(storeWith(one, two, others)).rejects.toThrow('no_alarm')
      expect(await heldOf(one)).toMatchObject({ reports: [], state: [{ last_report_at: null }], events: [] })
    }
  })
})
