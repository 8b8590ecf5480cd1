import { api } from '@heatfleet/contract/api.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { healthOf } from './health.ts'
import type { HealthFacts } from './store-health.ts'

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
  cop: 3.4,
  cohort: 40,
  cohort_p10: 2.8,
  median_cycle_minutes: 64,
}

describe('health of a unit', () => {
  it.each<[says: string, facts: Partial<HealthFacts>, score: number, reasons: string[]]>([
    ['nothing', {}, 100, []],
    ['critical and major alarms', { critical: 2, major: 1 }, 40, ['alarm_critical', 'alarm_major']],
    ['a day off line', { online: false, last_offline_ms: NOW - DAY_MS - 1 }, 75, ['offline']],
    ['less than a day off line', { online: false, last_offline_ms: NOW - DAY_MS }, 100, []],
    ['never on line', { online: false, last_offline_ms: null }, 100, []],
    ['a lost bus', { bus_lost: true }, 80, ['bus_lost']],
    ['a COP below the lowest tenth', { cop: 2.7 }, 90, ['low_cop']],
    ['a low COP among few units', { cop: 2.7, cohort: 9 }, 100, []],
    ['short runs', { median_cycle_minutes: 9.9 }, 90, ['short_cycling']],
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
