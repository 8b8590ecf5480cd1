import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unitAt } from '../../../test/alarm-rules-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ignoreJobs } from '../../../test/ignore-jobs.ts'
import type { SmallDevice } from '../../../test/small-fleet.ts'
import { checkDetectors } from './detector-checks.ts'

const { database, fleet, as } = useFleetConsole()
const DAY_MS = 86_400_000
/** Noon: calendar days are the same in every zone near. */
const TODAY = Date.UTC(2026, 10, 20, 12)
const signal = new AbortController().signal
let now_ms = TODAY
const deps = { database, clock: { now: () => now_ms }, log: pino({ level: 'silent' }) } as never
let admin: Call

beforeAll(async () => {
  await ignoreJobs(database, 'alarm-detectors')
  admin = await as('admin')
})
beforeEach(async () => {
  now_ms = TODAY
  for (const table of ['alarms', 'alarm_type_settings', 'alarm_detector_units'] as const)
    await database.db.deleteFrom(table).execute()
  await sql`truncate device_days`.execute(database.db)
})

const unit = () => unitAt(fleet, 'A1')
const HEALTHY = { cop: 3.2, starts: 8, run_minutes: 600, heater_minutes: 0, mean_ambient_c: 4, min_ambient_c: 1 }

/** Whole days of a unit until a day before today, each as the days before but for a change; computed now. */
const store = async (device: SmallDevice, days: number, until_ago: number, change: Partial<typeof HEALTHY> = {}) => {
  const values = Array.from({ length: days }, (_, at) => ({
    device_id: device.device_id,
    day: new Date(TODAY - (until_ago + at) * DAY_MS).toISOString().slice(0, 10),
    time_zone: 'UTC',
    product_key: fleet.product_key,
    reports: 1_400,
    is_complete: true,
    computed_at: new Date(now_ms).toISOString(),
    quality: 0.95,
    alarms_raised: 0,
    ...HEALTHY,
    ...change,
  }))
  await sql`insert into device_days select * from jsonb_populate_recordset(null::device_days, ${JSON.stringify(values)}::jsonb)
    on conflict (device_id, day) do update set starts = excluded.starts, run_minutes = excluded.run_minutes, heater_minutes = excluded.heater_minutes,
      computed_at = excluded.computed_at`.execute(database.db)
}
const set = (type: 'short_cycling' | 'heater_overuse', enabled: boolean, severity: 'info' | 'major' = 'major') =>
  admin(api.alarmDetectorSet, { params: { type }, body: { enabled, severity } })
const check = () => checkDetectors(deps, signal)
const found = async (call = admin) =>
  (await call(api.alarmList, { body: { sort_by: 'first_time', sort_order: 'asc' } })).list.map(
    ({ mac, type, severity, value, condition, count }) => [mac, type, severity, value, condition, count],
  )
const CYCLING = { starts: 40 }

describe('a detector as a type of alarm', () => {
  it('raises nothing until it is switched on, by whoever may, and says so in the audit log', async () => {
    await store(unit(), 20, 1, CYCLING)
    expect(await check()).toBe(0)
    const { types } = await set('short_cycling', true)
    expect(types.find(({ type }) => type === 'short_cycling')).toMatchObject({
      enabled: true,
      severity: 'major',
      updated_by: 'admin',
    })
    expect(types.find(({ type }) => type === 'low_flow')).toMatchObject({ enabled: false, severity: 'minor' })
    expect(await check()).toBe(1)
    expect(await found()).toEqual([[unit().mac, 'short_cycling', 'major', 4, 'active', 1]])
    const { list } = await admin(api.auditList, { body: { action: 'alarmDetectorSet' } })
    expect(list[0]).toMatchObject({ object: 'alarm-type short_cycling' })
  })

  it('is one alarm while the finding stands, recovers when the detector says OK, and is the same within three days', async () => {
    await set('short_cycling', true)
    await store(unit(), 20, 1, CYCLING)
    await check()
    expect(await check()).toBe(0)
    // The next day is as bad: still one.
    now_ms += DAY_MS
    await store(unit(), 1, 0, CYCLING)
    expect(await check()).toBe(0)
    // Two starts an hour are between the limits: the alarm stays.
    now_ms += DAY_MS
    await store(unit(), 3, -1, { starts: 25 })
    expect(await check()).toBe(0)
    await store(unit(), 3, -1)
    now_ms += 1_000
    await store(unit(), 3, -1)
    expect(await check()).toBe(1)
    expect(await found()).toEqual([[unit().mac, 'short_cycling', 'major', 4, 'recovered', 1]])
    now_ms += DAY_MS
    await store(unit(), 3, -2, CYCLING)
    await check()
    expect(await found()).toEqual([[unit().mac, 'short_cycling', 'major', 4, 'active', 2]])
  })

  it('what was processed while it stands is not raised anew', async () => {
    await set('short_cycling', true)
    await store(unit(), 20, 1, CYCLING)
    await check()
    const [alarm] = (await admin(api.alarmList, { body: {} })).list
    await admin(api.alarmProcess, { params: { id: alarm?.alarm_id ?? 0 }, body: { text: 'Curve lowered.' } })
    now_ms += DAY_MS
    await store(unit(), 1, 0, CYCLING)
    await check()
    expect(await found()).toHaveLength(1)
  })

  it('what is not known recovers nothing, and a silent unit raises nothing', async () => {
    await set('short_cycling', true)
    await store(unit(), 20, 1, CYCLING)
    await check()
    now_ms += DAY_MS
    // It hardly ran.
    await store(unit(), 3, 0, { starts: 1, run_minutes: 5 })
    await check()
    expect((await found())[0]?.[4]).toBe('active')
    await store(unitAt(fleet, 'B'), 20, 10, CYCLING)
    await check()
    expect(await found()).toHaveLength(1)
  })

  it('is seen in scope, muted and switched off like others', async () => {
    await set('short_cycling', true)
    await store(unit(), 20, 1, CYCLING)
    await store(unitAt(fleet, 'B'), 20, 1, CYCLING)
    const until = new Date(Date.now() + DAY_MS).toISOString()
    await admin(api.alarmMuteCreate, { body: { type: 'short_cycling', mac: unit().mac, reason: 'Test', until } })
    expect(await check()).toBe(2)
    expect((await found(await as('city_a1'))).map(([mac]) => mac)).toEqual([unit().mac])
    expect((await admin(api.alarmList, { body: { muted: true } })).list.map(({ mac }) => mac)).toEqual([unit().mac])
    await set('short_cycling', false)
    expect((await found()).map(([, , , , condition]) => condition)).toEqual(['recovered', 'recovered'])
    now_ms += DAY_MS
    await store(unit(), 1, 0, CYCLING)
    expect(await check()).toBe(0)
    await database.db.deleteFrom('alarm_mutes').execute()
  })

  it('a unit that was replaced has it no longer', async () => {
    await set('short_cycling', true)
    await set('heater_overuse', true, 'info')
    await store(unit(), 20, 1, { ...CYCLING, heater_minutes: 240 })
    expect(await check()).toBe(2)
    const replaced = (at: Date | null) =>
      database.db.updateTable('devices').set({ replaced_at: at }).where('device_id', '=', unit().device_id).execute()
    await replaced(new Date(now_ms))
    expect(await check()).toBe(2)
    await replaced(null)
    expect((await found()).map(([, , , , condition]) => condition)).toEqual(['recovered', 'recovered'])
  })
})
