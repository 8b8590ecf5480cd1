import { api } from '@heatfleet/contract/api.ts'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ignoreJobs } from '../../../test/ignore-jobs.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { followStorms } from './storms.ts'

const { database, fleet, as } = useFleetConsole()
const deps = { database, clock: { now: () => Date.now() }, log: pino({ level: 'silent' }) } as never
/** Three units of an area, and a fifth of it. */
const follow = () => followStorms(deps, { units_min: 3, share_min: 0.2 })

beforeAll(async () => {
  await ignoreJobs(database, 'alarm-checks')
})
beforeEach(async () => {
  await database.db.deleteFrom('alarms').execute()
  await database.db.deleteFrom('alarm_storms').execute()
})

const raise = async (numbers: readonly number[], type: 'offline' | 'bus_lost' = 'offline', more: object = {}) => {
  const now = new Date()
  for (const at of numbers)
    await database.db
      .insertInto('alarms')
      .values({
        device_id: fleet.devices[at]?.device_id ?? 0,
        type,
        severity: 'minor',
        value: null,
        first_at: now,
        last_at: now,
        ...more,
      })
      .execute()
}
const recover = (at: number) =>
  database.db
    .updateTable('alarms')
    .set({ recovered_at: new Date() })
    .where('device_id', '=', fleet.devices[at]?.device_id ?? 0)
    .execute()
const seen = async (person: SmallAccount) =>
  (await (await as(person))(api.alarmStorms)).map(({ type, agent_name, alarms, active, ended }) => [
    type,
    agent_name,
    alarms,
    active,
    ended === null ? 'on' : 'over',
  ])
const A = [0, 1, 2, 3]

it('many units of an area with one type of alarm are a storm, of nested areas the largest; its alarms are listed', async () => {
  await raise(A)
  await raise([5], 'offline')
  await raise([0], 'bus_lost')
  await follow()
  expect(await seen('admin')).toEqual([['offline', 'A', 4, 4, 'on']])
  // Each sees what is in its scope; an area above is not named.
  expect(await seen('county_a11')).toEqual([['offline', '', 2, 2, 'on']])
  expect(await seen('province_b')).toEqual([])
  const admin = await as('admin')
  const [storm] = await admin(api.alarmStorms)
  const { list } = await admin(api.alarmList, { body: { storm_id: storm?.storm_id ?? 0 } })
  expect(list.map(({ type, storm_id }) => [type, storm_id])).toEqual(A.map(() => ['offline', storm?.storm_id]))
})

it('what comes later joins it, and it ends when it has calmed down', async () => {
  await raise([0, 1, 2])
  await follow()
  await raise([3])
  await follow()
  expect(await seen('admin')).toEqual([['offline', 'A', 4, 4, 'on']])
  for (const at of [0, 1]) await recover(at)
  await follow()
  expect(await seen('admin')).toEqual([['offline', 'A', 4, 2, 'on']])
  await recover(2)
  await follow()
  expect(await seen('admin')).toEqual([['offline', 'A', 4, 1, 'over']])
  // A new one is another storm.
  await recover(3)
  await raise(A)
  await follow()
  expect((await seen('admin')).map(([, , alarms, , state]) => [alarms, state])).toEqual([
    [4, 'on'],
    [4, 'over'],
  ])
})

it.each<[string, () => Promise<void>]>([
  ['two units', () => raise([0, 1])],
  [
    'two types',
    async () => {
      await raise([0, 1])
      await raise([2, 3], 'bus_lost')
    },
  ],
  ['two areas', () => raise([0, 1, 5])],
  ['alarms that somebody works on', () => raise(A, 'offline', { handling: 'in_process' })],
  ['alarms of an hour ago', () => raise(A, 'offline', { changed_at: new Date(Date.now() - 3_600_000) })],
])('no storm: %s', async (_, happens) => {
  await happens()
  await follow()
  expect(await seen('admin')).toEqual([])
})

it('no storm: a small share of a large area', async () => {
  await raise(A)
  await followStorms(deps, { units_min: 3, share_min: 1.5 })
  expect(await seen('admin')).toEqual([])
})
