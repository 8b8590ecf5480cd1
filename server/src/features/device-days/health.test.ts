import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { healthOf } from './health.ts'
import type { HealthFacts } from './store-health.ts'
import { refreshDayReasons, refreshHealth } from './store-reasons.ts'

const NOW = Date.UTC(2026, 10, 20)
const DAY_MS = 86_400_000
const WELL: HealthFacts = {
  online: true,
  last_offline_ms: NOW - 9 * DAY_MS,
  bus_lost: false,
  unrecognized: false,
  critical: 0,
  major: 0,
  sim_ends_ms: null,
  day_reasons: [],
}

describe('health of a unit', () => {
  it.each<[says: string, facts: Partial<HealthFacts>, score: number, reasons: string[]]>([
    ['nothing', {}, 100, []],
    ['critical and major alarms', { critical: 2, major: 1 }, 40, ['alarm_critical', 'alarm_major']],
    ['a day off line', { online: false, last_offline_ms: NOW - DAY_MS - 1 }, 75, ['offline']],
    ['less than a day off line', { online: false, last_offline_ms: NOW - DAY_MS }, 100, []],
    ['never on line', { online: false, last_offline_ms: null }, 100, []],
    ['a lost bus', { bus_lost: true }, 80, ['bus_lost']],
    ['daily figures', { day_reasons: ['short_cycling', 'low_cop'] }, 80, ['low_cop', 'short_cycling']],
    ['an unknown board', { unrecognized: true }, 90, ['unrecognized']],
    ['a card that ends in 30 days', { sim_ends_ms: NOW + 30 * DAY_MS }, 95, ['sim_ends']],
    ['a card that ends later', { sim_ends_ms: NOW + 31 * DAY_MS }, 100, []],
    [
      'everything',
      { critical: 1, major: 1, online: false, last_offline_ms: 0, bus_lost: true, unrecognized: true },
      0,
      ['alarm_critical', 'offline', 'alarm_major', 'bus_lost', 'unrecognized'],
    ],
  ])('is lowered by %s', (_, facts, score, reasons) => {
    const health = healthOf({ ...WELL, ...facts }, NOW)
    expect(health.score).toBe(score)
    expect(health.reasons.map(({ reason }) => reason)).toEqual(reasons)
  })
})

describe('on the database', () => {
  const { database, fleet, as } = useFleetConsole()

  it('is of alarms that hold and of days, for units in scope', async () => {
    const [unit] = fleet.devices
    if (unit === undefined) throw new Error('the fleet has six units')
    const call = await as('province_a')
    expect(await call(api.deviceHealth, { query: { mac: unit.mac } })).toEqual({ score: 100, reasons: [] })
    const raised = {
      device_id: unit.device_id,
      type: 'bus_lost',
      first_at: new Date(NOW),
      last_at: new Date(NOW),
    } as const
    await database.db
      .insertInto('alarms')
      .values([
        { ...raised, severity: 'major' },
        { ...raised, rule_key: 'x', severity: 'critical', recovered_at: new Date(NOW) },
      ])
      .execute()
    for (const { device_id } of fleet.devices)
      await database.pool.query(
        `insert into device_days (device_id, day, time_zone, product_key, reports, is_complete, computed_at, quality, cop, median_cycle_minutes, alarms_raised)
         values ($1, '2026-11-19', 'UTC', $2, 1440, true, now(), 1, $3, 5, 0)`,
        [device_id, fleet.product_key, device_id === unit.device_id ? 2 : 3],
      )
    await refreshDayReasons(database.db, new Date(NOW))
    expect(await call(api.deviceHealth, { query: { mac: unit.mac } })).toEqual({
      score: 70,
      reasons: [
        { reason: 'alarm_major', weight: 20 },
        { reason: 'short_cycling', weight: 10 },
      ],
    })
    const other = await as('province_b')
    expect(await codeOf(other(api.deviceHealth, { query: { mac: unit.mac } }))).toBe('device_not_found')
  })
})

describe('of the list', () => {
  const { database, fleet, as } = useFleetConsole()
  const macOf = (at: number): string => fleet.devices[at]?.mac ?? ''
  const idOf = (at: number): number => fleet.devices[at]?.device_id ?? 0
  const placeOf = (mac: string): number => fleet.devices.findIndex((device) => device.mac === mac)
  const listedBy = async (who: SmallAccount, body: object): Promise<number[]> => {
    const call = await as(who)
    return (await call(api.deviceList, { body })).list.map(({ mac }) => placeOf(mac))
  }
  // The calls are answered at the time of the computer.
  const now = new Date()

  beforeAll(async () => {
    const long_ago = new Date(now.getTime() - 40 * DAY_MS)
    const { db } = database
    const set = (at: number, row: object) =>
      db.updateTable('device_status').set(row).where('device_id', '=', idOf(at)).execute()
    await set(0, { online: false, first_online_at: long_ago, last_online_at: long_ago, last_offline_at: long_ago })
    await set(1, { bus_status: 'lost' })
    const raised = { type: 'bus_lost', first_at: now, last_at: now, severity: 'critical' } as const
    await db
      .insertInto('alarms')
      .values({ ...raised, device_id: idOf(1) })
      .execute()
    await db
      .insertInto('iccids')
      .values(
        [
          { at: 0, status: 'active' as const, days: 10 },
          { at: 2, status: 'cancelled' as const, days: 10 },
          { at: 3, status: 'active' as const, days: 100 },
        ].map(({ at, status, days }) => ({
          status,
          iccid: `898603244210456${String(at).padStart(4, '0')}9`,
          checksum_wrong: false,
          imported_at: now,
          expires_at: new Date(now.getTime() + days * DAY_MS),
          device_id: idOf(at),
        })),
      )
      .execute()
    await refreshHealth(db, now)
  })

  it('is what the page of each unit says', async () => {
    const call = await as('admin')
    const facts = await call(api.deviceRowFacts, { body: { macs: fleet.devices.map(({ mac }) => mac) } })
    expect(facts).toHaveLength(6)
    for (const { mac, health } of facts) expect(health).toEqual(await call(api.deviceHealth, { query: { mac } }))
    expect(facts.find(({ mac }) => mac === macOf(0))?.health.score).toBe(70)
    expect(facts.find(({ mac }) => mac === macOf(1))?.health.score).toBe(40)
  })

  it('filters by band and sorts the lowest first, from either end', async () => {
    expect(await listedBy('admin', { health: 'bad' })).toEqual([1])
    expect(await listedBy('admin', { health: 'fair' })).toEqual([0])
    expect((await listedBy('admin', { health: 'good' })).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5])
    const sorted = await listedBy('admin', { sort_by: 'health' })
    expect(sorted.slice(0, 2)).toEqual([1, 0])
    expect((await listedBy('admin', { sort_by: 'health', sort_order: 'desc' })).slice(-2)).toEqual([0, 1])
    const { counts } = await (await as('admin'))(api.deviceList, { body: { health: 'good' } })
    expect(counts.all).toBe(4)
    expect(await listedBy('province_b', { health: 'bad' })).toEqual([])
  })

  it('has no SIM card for those who may not see SIM cards', async () => {
    await database.db
      .updateTable('roles')
      .set({ permissions: ['device:view'] })
      .where('role_name', '=', 'Own office')
      .execute()
    const call = await as('office_a')
    const [facts] = await call(api.deviceRowFacts, { body: { macs: [macOf(0)] } })
    expect(facts).toMatchObject({
      health: { score: 75, reasons: [{ reason: 'offline' }] },
      sim_end: null,
      bound_users: null,
      firmware_target: [],
    })
    expect(await listedBy('office_a', { health: 'fair' })).toEqual([0])
  })

  it('goes back to 100 when nothing speaks against a unit any more', async () => {
    await database.db.updateTable('alarms').set({ recovered_at: now }).execute()
    await database.db.updateTable('device_status').set({ bus_status: 'ok' }).execute()
    await refreshHealth(database.db, now)
    expect(await listedBy('admin', { health: 'bad' })).toEqual([])
    expect(await database.db.selectFrom('device_health').select(['device_id', 'score']).execute()).toEqual([
      { device_id: idOf(0), score: 70 },
    ])
  })

  it('of others is left out, and of what the caller may not see nothing is told', async () => {
    const call = await as('province_b')
    expect(await call(api.deviceRowFacts, { body: { macs: [macOf(0)] } })).toEqual([])
  })
})
