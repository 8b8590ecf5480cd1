import { api } from '@heatfleet/contract/api.ts'
import { beforeEach, expect, it } from 'vitest'
import { raiseAlarm } from '../../../test/alarm-rules-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, fleet, as } = useFleetConsole()

const raise = (at: number, more: object) => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return raiseAlarm(database, device, 0, more)
}
const fault = (code: string, more: object = {}) => ({
  type: 'device_fault',
  rule_key: code.toLowerCase(),
  code,
  ...more,
})

beforeEach(async () => {
  await database.db.deleteFrom('alarms').execute()
  await raise(0, fault('F07', { severity: 'critical' }))
  await raise(1, fault('F07', { recovered_at: new Date() }))
  await raise(2, fault('F07'))
  await raise(2, fault('F01', { severity: 'minor' }))
  await raise(5, { type: 'offline', rule_key: '', severity: 'minor' })
})

it('alarms are put together by device, by what is wrong and by distributor, the most first', async () => {
  const admin = await as('admin')
  const mac = (at: number) => fleet.devices[at]?.mac
  const devices = await admin(api.alarmGroups, { body: { by: 'device' } })
  expect(devices.list.map(({ mac: of, count, active }) => [of, count, active])).toEqual([
    [mac(2), 2, 2],
    [mac(0), 1, 1],
    [mac(1), 1, 0],
    [mac(5), 1, 1],
  ])
  const kinds = await admin(api.alarmGroups, { body: { by: 'kind' } })
  expect(kinds.list.map(({ type, code, count, severity }) => [type, code, count, severity])).toEqual([
    ['device_fault', 'F07', 3, 'critical'],
    ['device_fault', 'F01', 1, 'minor'],
    ['offline', null, 1, 'minor'],
  ])
  // Named as in the list.
  const { list } = await admin(api.alarmList, { body: {} })
  for (const { code, names } of kinds.list)
    expect([code, names]).toEqual([code, list.find((alarm) => alarm.code === code)?.names])
  const agents = await admin(api.alarmGroups, { body: { by: 'agent' } })
  expect(agents.list.map(({ agent_name, count }) => [agent_name, count])).toEqual([
    ['A11', 2],
    ['A', 1],
    ['A1', 1],
    ['B', 1],
  ])
})

it('they are those of the scope that match', async () => {
  const city = await as('city_a1')
  const { list } = await city(api.alarmGroups, { body: { by: 'agent', condition: 'active' } })
  expect(list.map(({ agent_name, count }) => [agent_name, count])).toEqual([['A11', 2]])
  const { list: kinds } = await city(api.alarmGroups, { body: { by: 'kind', code: 'F07' } })
  expect(kinds.map(({ count, active }) => [count, active])).toEqual([[2, 1]])
})

it('alarms of a rule of people are named by it', async () => {
  const admin = await as('admin')
  await raise(0, { rule_key: '77' })
  const { list } = await admin(api.alarmGroups, { body: { by: 'kind', type: 'threshold' } })
  expect(list).toMatchObject([{ type: 'threshold', count: 1, rule_id: null, rule_name: '' }])
})
