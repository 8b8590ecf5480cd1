import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, expect, it } from 'vitest'
import { insertFirmware } from '../../../test/firmware-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'

const { database, fleet, as } = useFleetConsole()
const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
const idOf = (at: number) => fleet.devices[at]?.device_id ?? 0
const endOf = (at: number) => fleet.devices[at]?.mac.slice(-4)

beforeAll(async () => {
  const { db } = database
  await db.deleteFrom('device_events').execute()
  await db
    .insertInto('device_events')
    .values([
      { device_id: idOf(0), at: ago(50), kind: 'offline', detail: '{}' },
      { device_id: idOf(0), at: ago(40), kind: 'online', detail: '{}' },
    ])
    .execute()
  const command = {
    uid: fleet.accounts.admin,
    operator_name: 'Zhang Wei',
    operator_email: 'zhang@example.com',
    operator_phone: '+8613800138000',
    source: 'console' as const,
    expires_at: ago(0),
    layout_id: fleet.layout_id,
    point_key: 'sp_heat',
    old_value: 45,
    new_value: 40,
  }
  const at = ago(30)
  await db
    .insertInto('control_log')
    .values([
      { ...command, device_id: idOf(1), state: 'verified', control_time: at },
      // Two settings of one form are one event.
      { ...command, device_id: idOf(1), state: 'verified', control_time: new Date(at.getTime() - 1) },
      { ...command, device_id: idOf(2), state: 'expired', control_time: ago(25) },
      { ...command, device_id: idOf(2), state: 'sent', control_time: ago(20) },
      { ...command, device_id: idOf(2), state: 'verified', control_time: ago(60 * 25) },
    ])
    .execute()
  const firmware_id = await insertFirmware(db, fleet.product_key, Buffer.from('image'))
  const upgrade = { firmware_id, rollout_id: null, from_version: '1.4', reason: null, expires_at: ago(0) }
  const moved = { moved_at: ago(5), deadline_at: ago(0) }
  await db
    .insertInto('upgrades')
    .values([
      { ...upgrade, ...moved, device_id: idOf(1), state: 'success', created_at: ago(200), finished_at: ago(15) },
      { ...upgrade, ...moved, device_id: idOf(2), state: 'check_error', created_at: ago(200), finished_at: ago(14) },
      { ...upgrade, ...moved, device_id: idOf(3), state: 'downloading', created_at: ago(13), finished_at: null },
      { ...upgrade, ...moved, device_id: idOf(4), state: 'cancelled', created_at: ago(12), finished_at: ago(11) },
    ])
    .execute()
})

it('settings, upgrades and connections that came back stand beside what is wrong, one a unit and minute', async () => {
  const { list } = await (await as('admin'))(api.fleetEvents)
  const told = list.map(({ kind, outcome, codes, mac_end }) => [kind, outcome, codes.join(), mac_end])
  expect(told).toEqual([
    ['upgrade', 'pending', '1.5.0', endOf(3)],
    ['upgrade', 'failed', '1.5.0', endOf(2)],
    ['upgrade', 'ok', '1.5.0', endOf(1)],
    ['control', 'pending', '', endOf(2)],
    ['control', 'failed', '', endOf(2)],
    ['control', 'ok', '', endOf(1)],
    ['online', null, '', endOf(0)],
    ['offline', null, '', endOf(0)],
  ])
})

it('nothing says who did it, and to what unit by name', async () => {
  const { list } = await (await as('admin'))(api.fleetEvents)
  for (const personal of ['Zhang', 'zhang@', '138001', 'House', 'sp_heat'])
    expect(JSON.stringify(list)).not.toContain(personal)
})

it.each(['province_a', 'city_a1', 'county_a11', 'province_b'] as const)(
  '%s sees those of the units of the own list, with the province of each',
  async (person) => {
    const call = await as(person)
    const { list: units } = await call(api.deviceList, { query: { size: 999 } })
    const ends = new Set(units.map(({ mac }) => mac.slice(-4)))
    const all = (await (await as('admin'))(api.fleetEvents)).list
    const { list } = await call(api.fleetEvents)
    expect(list.map(({ event_id }) => event_id)).toEqual(
      all.filter(({ mac_end }) => ends.has(mac_end)).map(({ event_id }) => event_id),
    )
    for (const { province } of list) expect(province ?? '330000').toMatch(/^\d\d0000$/)
  },
)

it('what comes and goes in large numbers leaves the alarms and lost connections to be seen', async () => {
  const many = Array.from({ length: LIMITS.fleet_events_max * 2 }, () => ({
    device_id: idOf(5),
    at: ago(1),
    kind: 'online' as const,
    detail: '{}',
  }))
  await database.db.insertInto('device_events').values(many).execute()
  const { list } = await (await as('admin'))(api.fleetEvents)
  expect(list.filter(({ kind }) => kind === 'online')).toHaveLength(LIMITS.fleet_events_max)
  expect(list.filter(({ kind }) => kind === 'offline')).toHaveLength(1)
})
