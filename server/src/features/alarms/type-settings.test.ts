import type { AlarmFilter } from '@heatfleet/contract/alarms/alarm.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unitAt } from '../../../test/alarm-rules-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ignoreJobs } from '../../../test/ignore-jobs.ts'
import { codeOf } from '../../../test/refusals.ts'
import { packLatestBlocks } from '../../ingest/latest-blocks.ts'
import { createLayouts } from '../products/public.ts'
import { escalateAlarms, MINUTE_CHECKS } from './store-checks.ts'
import { runChecks } from './tasks.ts'

const { database, fleet, as } = useFleetConsole()
const NOW = new Date()
const HOUR_S = 3_600
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000)
let deps: never
let admin: Call
let city: Call

beforeAll(async () => {
  await ignoreJobs(database, 'alarm-checks')
  // It ends mutes that are over: those of this test have no row.
  await ignoreJobs(database, 'alarm-rule-checks')
  deps = {
    database,
    clock: { now: () => NOW.getTime() },
    log: pino({ level: 'silent' }),
    layouts: createLayouts({ database }),
  } as never
  admin = await as('admin')
  city = await as('city_a1')
})
beforeEach(async () => {
  await database.db.deleteFrom('alarms').execute()
})

const unit = () => unitAt(fleet, 'A1')
const raise = async (more: object = {}): Promise<number> => {
  const { alarm_id } = await database.db
    .insertInto('alarms')
    .values({
      device_id: unit().device_id,
      type: 'device_fault',
      rule_key: 'f01',
      code: 'F01',
      severity: 'major',
      first_at: ago(2 * HOUR_S),
      last_at: ago(2 * HOUR_S),
      ...more,
    })
    .returning('alarm_id')
    .executeTakeFirstOrThrow()
  return alarm_id
}
const at = (id: number) => ({ params: { id } })
const hours = (from: string, to: string | null) =>
  to === null ? null : (Date.parse(to) - Date.parse(from)) / HOUR_S / 1000

describe('the time for processing', () => {
  it.each([
    ['critical', 4],
    ['major', 24],
    ['minor', 72],
    ['info', null],
  ] as const)('of a %s alarm is %s hours', async (severity, limit) => {
    const { first_time, due_time } = await admin(api.alarmInfo, at(await raise({ severity })))
    expect(hours(first_time, due_time)).toBe(limit)
  })

  it('is set by the manufacturer, for alarms raised from then on', async () => {
    const before = await raise()
    const { times } = await admin(api.alarmTypeSettings)
    await admin(api.alarmTimesSet, { body: { ...times, major: 60, info: 120 } })
    const after = await raise({ rule_key: 'f02' })
    const limitOf = async (id: number) => {
      const { first_time, due_time } = await admin(api.alarmInfo, at(id))
      return hours(first_time, due_time)
    }
    expect([await limitOf(before), await limitOf(after)]).toEqual([24, 1])
    expect((await admin(api.alarmTimesSet, { body: times })).times).toEqual(times)
    expect(await codeOf(admin(api.alarmTimesSet, { body: { ...times, major: 0 } }))).toBe('invalid_input')
  })

  it('ends sooner when the alarm becomes worse', async () => {
    const first_at = ago(100 * HOUR_S)
    const id = await raise({
      type: 'offline',
      rule_key: '',
      code: null,
      severity: 'minor',
      first_at,
      last_at: first_at,
    })
    const due_of = async () => Date.parse((await admin(api.alarmInfo, at(id))).due_time ?? '')
    expect(await due_of()).toBe(first_at.getTime() + 72 * HOUR_S * 1000)
    // Overdue already: it stays so.
    await escalateAlarms(database.db, NOW)
    expect(await due_of()).toBe(first_at.getTime() + 72 * HOUR_S * 1000)
    const fresh = await raise({ rule_key: 'f03', severity: 'minor', first_at: NOW, last_at: NOW })
    await database.db.updateTable('alarms').set({ severity: 'critical' }).where('alarm_id', '=', fresh).execute()
    const due = Date.parse((await admin(api.alarmInfo, at(fresh))).due_time ?? '')
    expect(due).toBeGreaterThanOrEqual(NOW.getTime() + 4 * HOUR_S * 1000)
    expect(due).toBeLessThan(NOW.getTime() + 5 * HOUR_S * 1000)
  })

  it('is over in a tab, a filter and an order of the list, while the alarm is active and not processed', async () => {
    const later = { first_at: ago(50 * HOUR_S), last_at: ago(50 * HOUR_S) }
    const over = await raise({ ...later, rule_key: 'over' })
    const muted = await raise({ ...later, rule_key: 'muted' })
    await database.db.updateTable('alarms').set({ muted: true }).where('alarm_id', '=', muted).execute()
    await raise({ ...later, rule_key: 'recovered', recovered_at: ago(HOUR_S) })
    const running = await raise({ rule_key: 'running' })
    const unlimited = await raise({ rule_key: 'info', severity: 'info' })
    const listed = async (body: Partial<AlarmFilter>) =>
      (await city(api.alarmList, { body })).list.map(({ alarm_id }) => alarm_id)
    expect(await listed({ tab: 'overdue' })).toEqual([over])
    expect((await city(api.alarmCounts)).overdue).toBe(1)
    expect((await (await as('city_a2'))(api.alarmCounts)).overdue).toBe(0)
    expect(await listed({ overdue: true, sort_by: 'first_time', sort_order: 'asc' })).toEqual([over, muted])
    expect(await listed({ overdue: false, condition: 'active', sort_by: 'sla', sort_order: 'asc' })).toEqual([
      running,
      unlimited,
    ])
    expect((await listed({ sort_by: 'sla', sort_order: 'asc' })).slice(0, 3)).toEqual([over, muted, running])
    await city(api.alarmProcess, { ...at(over), body: { text: 'Sensor replaced.' } })
    expect(await listed({ tab: 'overdue' })).toEqual([])
    expect((await city(api.alarmInfo, at(over))).handled_time).not.toBeNull()
    // Reopened it has its time anew.
    const again = await city(api.alarmReopen, { ...at(over), body: { text: 'It is back.' } })
    expect(again.handled_time).toBeNull()
    expect(Date.parse(again.due_time ?? '')).toBeGreaterThan(NOW.getTime())
    expect(await listed({ tab: 'overdue' })).toEqual([])
  })
})

describe('offline in frost', () => {
  const AMBIENT_REGISTER = 17
  /** Half degrees. Offline for an hour, with an outdoor temperature as it was read last. */
  const offline = (celsius: number | null, read_s: number) => {
    const data = Buffer.alloc(2)
    data.writeInt16BE((celsius ?? 0) * 2)
    const block = { slave: 1, fn: 3, start: AMBIENT_REGISTER, quantity: 1, status: 0, data } as const
    const values = {
      online: false,
      first_online_at: ago(9_000_000),
      last_offline_at: ago(HOUR_S),
      layout_id: fleet.layout_id,
      latest_blocks:
        celsius === null ? null : packLatestBlocks([{ block, at_s: Math.floor(ago(read_s).getTime() / 1000) }]),
    }
    return database.db
      .insertInto('device_status')
      .values({ device_id: unit().device_id, ...values })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(values))
      .execute()
  }
  const found = async () => {
    await runChecks(deps, MINUTE_CHECKS)
    await runChecks(deps, MINUTE_CHECKS)
    return (await admin(api.alarmList, { body: { type: 'offline' } })).list.map(
      ({ severity, reason, value, condition, count }) => [severity, reason, value, condition, count],
    )
  }

  it.each([
    ['below zero', -6.5, 2 * HOUR_S, ['critical', 'frost', -6.5]],
    ['at zero', 0, 2 * HOUR_S, ['minor', null, null]],
    ['mild', 7, 2 * HOUR_S, ['minor', null, null]],
    ['below zero, read more than a day ago', -6.5, 25 * HOUR_S, ['minor', null, null]],
    ['below zero, read nearly a day ago', -6.5, 23 * HOUR_S, ['critical', 'frost', -6.5]],
    ['of a broken sensor', -60, 2 * HOUR_S, ['minor', null, null]],
    ['not known', null, 0, ['minor', null, null]],
  ] as const)('the outdoor temperature is %s', async (_, celsius, read_s, [severity, reason, value]) => {
    await offline(celsius, read_s)
    expect(await found()).toEqual([[severity, reason, value, 'active', 1]])
  })

  it('recovers as ever, and is a matter of the setting', async () => {
    await offline(-6.5, HOUR_S)
    await found()
    await database.db.updateTable('device_status').set({ online: true, online_since: NOW }).execute()
    expect(await found()).toEqual([['critical', 'frost', -6.5, 'recovered', 1]])
    await database.db.deleteFrom('alarms').execute()
    await offline(-6.5, HOUR_S)
    await admin(api.alarmOfflineSet, { body: { frost_below_c: -10 } })
    expect((await found())[0]?.[0]).toBe('minor')
    await database.db.deleteFrom('alarms').execute()
    expect((await admin(api.alarmOfflineSet, { body: { frost_below_c: null } })).offline.frost_below_c).toBeNull()
    expect((await found())[0]?.[0]).toBe('minor')
    await database.db.deleteFrom('alarms').execute()
    await admin(api.alarmOfflineSet, { body: { frost_below_c: 0 } })
    expect((await found())[0]?.[0]).toBe('critical')
    expect(await codeOf(admin(api.alarmOfflineSet, { body: { frost_below_c: 99 } }))).toBe('invalid_input')
  })
})
