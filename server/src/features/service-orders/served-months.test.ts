import { beforeAll, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { EVERYTHING, subtreeOf } from '../../platform/scope.ts'
import { listServedMonths } from './store-figures.ts'

const database = useDatabase()
const HOUR_MS = 3_600_000
const NOW = new Date('2026-03-15T12:00:00Z')
let fleet: Awaited<ReturnType<typeof seedSmallFleet>>

/** An order about the unit of A1 that was resolved so long after it was reported. */
const resolved = (resolved_at: string, hours: number, rating: 'satisfied' | 'dissatisfied' | null = null) =>
  database.db
    .insertInto('service_orders')
    .values({
      device_id: fleet.devices[1]?.device_id ?? 0,
      agent_id: fleet.distributors.A1.agent_id,
      type: 'fault',
      source: 'app',
      problem: 'It is cold.',
      feedback_at: new Date(Date.parse(resolved_at) - hours * HOUR_MS),
      status: 'resolved',
      resolved_at: new Date(resolved_at),
      rating,
      rated_at: rating === null ? null : new Date(resolved_at),
    })
    .execute()

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await resolved('2026-01-10T08:00:00Z', 2, 'satisfied')
  await resolved('2026-01-11T08:00:00Z', 4, 'dissatisfied')
  await resolved('2026-01-12T08:00:00Z', 12)
  // In Shanghai it is March already.
  await resolved('2026-02-28T17:00:00Z', 1, 'satisfied')
  // Before the first of the months.
  await resolved('2025-12-31T15:00:00Z', 1)
})

const months = (time_zone: string, scope = EVERYTHING, agent_path = fleet.distributors.A.agent_path) =>
  listServedMonths(database.db, scope, { agent_path, now: NOW, time_zone, months: 3 })

const NONE = { handled: 0, handling_ms: null, rated: 0, satisfied: 0 }
const JANUARY = { month: '2026-01', handled: 3, handling_ms: 4 * HOUR_MS, rated: 2, satisfied: 1 }
const ONE = { handled: 1, handling_ms: HOUR_MS, rated: 1, satisfied: 1 }

it('the months of a zone have the orders resolved in them, those without any among them', async () => {
  expect(await months('UTC')).toEqual([JANUARY, { month: '2026-02', ...ONE }, { month: '2026-03', ...NONE }])
  expect(await months('Asia/Shanghai')).toEqual([JANUARY, { month: '2026-02', ...NONE }, { month: '2026-03', ...ONE }])
})

it('they are of the distributor with all below it, and of what is in scope', async () => {
  const { A11, B } = fleet.distributors
  const nothing = ['2026-01', '2026-02', '2026-03'].map((month) => ({ month, ...NONE }))
  expect(await months('UTC', EVERYTHING, A11.agent_path)).toEqual(nothing)
  expect(await months('UTC', subtreeOf(B.agent_path))).toEqual(nothing)
  expect((await months('UTC', subtreeOf(fleet.distributors.A1.agent_path)))[0]).toEqual(JANUARY)
})
