import { api } from '@heatfleet/contract/api.ts'
import { ONLINE_TREND_HOURS } from '@heatfleet/contract/dashboard/dashboard.ts'
import { beforeAll, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, fleet, as } = useFleetConsole()
const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)

type Life = {
  first_hours_ago: number
  online: boolean
  events: readonly (readonly [hours_ago: number, 'online' | 'offline'])[]
}
/** Always online; two that reconnect; one whose state is reported twice; a new one; one never online. */
const LIVES: readonly (Life | null)[] = [
  { first_hours_ago: 900, online: true, events: [[100, 'online']] },
  {
    first_hours_ago: 900,
    online: false,
    events: [
      [100, 'online'],
      [10.5, 'offline'],
    ],
  },
  {
    first_hours_ago: 900,
    online: true,
    events: [
      [30, 'offline'],
      [20.5, 'online'],
      [5.5, 'offline'],
      [2.5, 'online'],
    ],
  },
  {
    first_hours_ago: 900,
    online: true,
    events: [
      [12.5, 'online'],
      [8.5, 'online'],
    ],
  },
  { first_hours_ago: 6.5, online: true, events: [[6.5, 'online']] },
  null,
]

beforeAll(async () => {
  for (const [at, life] of LIVES.entries()) {
    const device_id = fleet.devices[at]?.device_id ?? 0
    const first_online_at = life === null ? null : hoursAgo(life.first_hours_ago)
    const state = { online: life?.online ?? false, first_online_at }
    await database.db
      .insertInto('device_status')
      .values({ device_id, ...state })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(state))
      .execute()
    await database.db.deleteFrom('device_events').where('device_id', '=', device_id).execute()
    for (const [hours, kind] of life?.events ?? [])
      await database.db
        .insertInto('device_events')
        .values({ device_id, at: hoursAgo(hours), kind, detail: '{}' })
        .execute()
  }
})

/** Whether a unit was on line, by its events alone: the last one before, else the contrary of the next. */
const wasOnline = ({ online, events }: Life, hours_ago: number): boolean => {
  const before = events.findLast(([at]) => at > hours_ago)
  if (before !== undefined) return before[1] === 'online'
  const next = events[0]
  return next === undefined ? online : next[1] === 'offline'
}

it.each(['admin', 'province_a', 'city_a1', 'county_a11', 'province_b'] as const)(
  'counts for %s the units that were on line, hour by hour',
  async (person) => {
    const call = await as(person)
    const seen = new Set((await call(api.deviceList)).list.map(({ mac }) => mac))
    const lives = LIVES.filter((life, at): life is Life => life !== null && seen.has(fleet.devices[at]?.mac ?? ''))
    const { list, units, asked_units } = await call(api.onlineTrend)
    expect([list.length, units, asked_units]).toEqual([ONLINE_TREND_HOURS + 1, seen.size, seen.size])
    for (const [at, hour] of list.entries()) {
      const ago = ONLINE_TREND_HOURS - at
      expect({ ago, online: hour.online, activated: hour.activated }).toEqual({
        ago,
        online: lives.filter((life) => life.first_hours_ago > ago && wasOnline(life, ago)).length,
        activated: lives.filter((life) => life.first_hours_ago > ago).length,
      })
    }
  },
)

it('a distributor, a product and a region narrow it', async () => {
  const call = await as('admin')
  const { list } = await call(api.onlineTrend, { query: { region_code: '330000' } })
  expect(list.at(-1)).toMatchObject({
    online: (await call(api.deviceStatusCount, { query: { region_code: '330000' } })).online,
  })
  expect((await call(api.onlineTrend, { query: { product_key: 'none' } })).list.at(-1)).toMatchObject({ activated: 0 })
})
