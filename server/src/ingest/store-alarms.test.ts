import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway, type TestModule } from '../../test/gateway.ts'
import type { SmallDevice, SmallFleet } from '../../test/small-fleet.ts'
import { type AlarmChange, roundsOf } from './alarm-changes.ts'

const database = useDatabase()
let fleet: SmallFleet
let gateway: TestGateway
let next_device = 0
let device: SmallDevice
let module: TestModule
let seq = 100
const nextSeq = () => {
  seq += 1
  return seq
}
let second = Math.floor(Date.now() / 1000) - 3_600
const nextSecond = () => {
  second += 1
  return second
}

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  gateway = await startTestGateway(database)
  return () => gateway.stop()
})
beforeEach(async () => {
  const found = fleet.devices[next_device++ % fleet.devices.length]
  if (found === undefined) throw new Error('the small fleet has six devices')
  device = found
  module = await connectModule(gateway, device)
  return async () => {
    await module.client.endAsync(true)
  }
})

/** Sends one report, a second after the one before, and waits for its acknowledgement; register 7 holds fault bit 0. */
const report = (faults: number, more: object = {}, to = module) =>
  to.send('blk', reportOf(nextSeq(), nextSecond(), [faults], { start: 7, ...more }))
const later = (seconds: number) => {
  second += seconds
}
const alarms = () =>
  database.db
    .selectFrom('alarms')
    .select(['alarm_id', 'type', 'rule_key', 'severity', 'value', 'active', 'count', 'agent_path', 'product_key'])
    .where('device_id', '=', device.device_id)
    .orderBy('alarm_id')
    .execute()

test('a fault is one alarm while it holds, recovers, and within the cool-down is the same alarm again', async () => {
  await report(0)
  await report(1)
  await report(1)
  const [alarm, ...others] = await alarms()
  expect(others).toEqual([])
  expect(alarm).toMatchObject({ type: 'device_fault', rule_key: 'f01', value: 1, active: true, count: 1 })
  expect(alarm?.product_key).toBe(fleet.product_key)
  await report(0)
  expect(await alarms()).toMatchObject([{ active: false, count: 1 }])
  await report(1)
  expect(await alarms()).toMatchObject([{ alarm_id: alarm?.alarm_id, active: true, count: 2 }])
  await report(0)
  later(601)
  await report(1)
  expect(await alarms()).toMatchObject([
    { active: false, count: 2 },
    { active: true, count: 1 },
  ])
})

test('an alarm that was processed is not changed by the fault that comes back: it is a new one', async () => {
  await report(1)
  await report(0)
  await database.db
    .updateTable('alarms')
    .set({ handling: 'processed' })
    .where('device_id', '=', device.device_id)
    .execute()
  await report(1)
  expect(await alarms()).toMatchObject([{ active: false }, { active: true, count: 1 }])
})

test('a replayed and a late report raise none and recover none', async () => {
  await report(0)
  const late = second - 60
  const replay = { type: REPORT_TYPE.replay, flags: { ...NO_FLAGS, replay: true } }
  await report(1, replay)
  await module.send('blk', reportOf(nextSeq(), late, [1], { start: 7 }))
  expect(await alarms()).toEqual([])
  await report(1)
  await report(0, replay)
  expect(await alarms()).toMatchObject([{ active: true }])
})

test('a lost bus is an alarm until it answers, whoever reports it', async () => {
  await report(0)
  await report(0, { flags: { ...NO_FLAGS, bus_down: true }, blocks: [] })
  expect(await alarms()).toMatchObject([{ type: 'bus_lost', rule_key: '', severity: 'major', active: true }])
  await report(0)
  expect(await alarms()).toMatchObject([{ active: false }])
})

test('a gateway that starts anew raises nothing twice and recovers what was raised before it', async () => {
  await report(1)
  await module.client.endAsync(true)
  const again = await startTestGateway(database)
  const other = await connectModule(again, device)
  await report(1, {}, other)
  expect(await alarms()).toMatchObject([{ active: true, count: 1 }])
  await report(0, {}, other)
  expect(await alarms()).toMatchObject([{ active: false, count: 1 }])
  await other.client.endAsync(true)
  await again.stop()
})

test('an alarm follows its device to another distributor', async () => {
  await report(1)
  const target = fleet.distributors.B
  await database.db
    .updateTable('devices')
    .set({ agent_id: target.agent_id, agent_path: target.agent_path })
    .where('device_id', '=', device.device_id)
    .execute()
  expect(await alarms()).toMatchObject([{ agent_path: target.agent_path }])
})

test('changes of one alarm are stored one after the other', () => {
  const of = (rule_key: string, raised: boolean): AlarmChange => {
    const at = { device_id: 1, type: 'device_fault', rule_key, at_ms: 0 } as const
    return raised ? { ...at, raised, code: null, severity: 'major', value: null } : { ...at, raised }
  }
  const changes = [of('a', true), of('b', true), of('a', false), of('a', true)]
  expect(roundsOf(changes).map((round) => round.map(({ rule_key, raised }) => `${rule_key} ${raised}`))).toEqual([
    ['a true', 'b true'],
    ['a false'],
    ['a true'],
  ])
})
