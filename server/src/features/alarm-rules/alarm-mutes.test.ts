import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { DeviceGroupRule } from '@heatfleet/contract/device-groups/device-groups.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { raiseAlarm, ruleDraft, unitAt } from '../../../test/alarm-rules-case.ts'
import { eventually } from '../../../test/eventually.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallDistributor } from '../../../test/small-fleet.ts'
import { systemClock } from '../../platform/clock.ts'
import { refreshMuteDevices } from './store-mute-devices.ts'
import { unmuteAlarms } from './store-mutes.ts'

const { database, fleet, as } = useFleetConsole()
let admin: Call
let province: Call
let city: Call
let sibling: Call

beforeAll(async () => {
  admin = await as('admin')
  province = await as('province_a')
  city = await as('city_a1')
  sibling = await as('province_b')
})
beforeEach(async () => {
  await database.db.deleteFrom('alarms').execute()
  await database.db.deleteFrom('alarm_mutes').execute()
  await database.db.deleteFrom('alarm_rules').execute()
})

const unit = (at: SmallDistributor) => unitAt(fleet, at)
const at = (id: number) => ({ params: { id } })
const raise = (rule_id: number, place: SmallDistributor, more: object = {}) =>
  raiseAlarm(database, unit(place), rule_id, more)

describe('mutes', () => {
  const until = (days = 1) => new Date(Date.now() + days * 86_400_000).toISOString()
  const muted = async (alarm_id: number) => (await admin(api.alarmInfo, at(alarm_id))).muted
  const fault = { type: 'device_fault', rule_key: 'f01', code: 'F01' }
  const unprocessed = async (call: Call) => (await call(api.alarmCounts)).unprocessed

  it('an alarm is muted at its unit: it neither counts nor stands in the tabs, and comes back when the mute ends', async () => {
    const [one, other] = [await raise(0, 'A1', fault), await raise(0, 'A2', fault)]
    const { mute_id } = await city(api.alarmMute, { ...at(one), body: { reason: 'Part is on order.', until: until() } })
    expect([await muted(one), await muted(other)]).toEqual([true, false])
    expect(await unprocessed(admin)).toBe(1)
    const listed = async (body: object) => (await admin(api.alarmList, { body })).list.map(({ alarm_id }) => alarm_id)
    expect(await listed({ tab: 'unprocessed' })).toEqual([other])
    expect(await listed({ tab: 'unprocessed', muted: true })).toEqual([one])
    expect((await listed({ tab: 'all' })).toSorted((a, b) => a - b)).toEqual([one, other])
    expect(await listed({ muted: false })).toEqual([other])
    expect(await admin(api.alarmInfo, at(one))).toMatchObject({
      mute: { reason: 'Part is on order.', author: 'city_a1' },
    })
    // It recovers and comes back: muted still.
    await database.db.updateTable('alarms').set({ recovered_at: new Date() }).where('alarm_id', '=', one).execute()
    await database.db.updateTable('alarms').set({ recovered_at: null }).where('alarm_id', '=', one).execute()
    expect(await muted(one)).toBe(true)
    expect(await province(api.alarmMuteList)).toMatchObject({ total: 1, list: [{ state: 'active', alarms: 1 }] })
    expect((await sibling(api.alarmMuteList)).total).toBe(0)
    expect(await codeOf(sibling(api.alarmMuteEnd, at(mute_id)))).toBe('alarm_mute_not_found')
    await province(api.alarmMuteEnd, at(mute_id))
    expect(await muted(one)).toBe(false)
    expect(await unprocessed(admin)).toBe(2)
    expect(await codeOf(province(api.alarmMuteEnd, at(mute_id)))).toBe('alarm_mute_over')
  })

  it.each<[string, (rule_id: number) => object, [boolean, boolean, boolean]]>([
    ['a rule', (rule_id) => ({ rule_id }), [false, false, true]],
    ['a type', () => ({ type: 'device_fault' }), [true, true, false]],
    ['a code', () => ({ code: 'F01' }), [true, true, false]],
    ['a unit', () => ({ mac: unit('A1').mac }), [true, false, true]],
    ['a distributor', () => ({ agent_id: fleet.distributors.A2.agent_id }), [false, true, false]],
    ['a type at a unit', () => ({ type: 'device_fault', mac: unit('A1').mac }), [true, false, false]],
  ])('of %s is about those alarms, also about those that come', async (_, target, expected) => {
    const { rule_id } = await admin(api.alarmRuleCreate, { body: ruleDraft(fleet.product_key) })
    const before = [await raise(0, 'A1', fault), await raise(0, 'A2', fault), await raise(rule_id, 'A1')]
    await admin(api.alarmMuteCreate, { body: { ...target(rule_id), reason: 'Works', until: until() } })
    expect(await Promise.all(before.map(muted))).toEqual(expected)
    await database.db.deleteFrom('alarms').execute()
    const after = [await raise(0, 'A1', fault), await raise(0, 'A2', fault), await raise(rule_id, 'A1')]
    expect(await Promise.all(after.map(muted))).toEqual(expected)
  })

  it('of a group that is a filter follow who is in it', async () => {
    const filter = { ...DeviceGroupRule.parse({}), tag: 'works' }
    const { group_id } = await admin(api.createDeviceGroup, { body: { group_name: 'Works', filter } })
    const tag = (place: SmallDistributor, how: 'add' | 'remove') =>
      admin(api.deviceTags, { query: { mac: unit(place).mac }, body: { tags: ['works'], how } })
    const refresh = () => refreshMuteDevices({ database, clock: systemClock })
    await tag('A1', 'add')
    const [one, other] = [await raise(0, 'A1', fault), await raise(0, 'A2', fault)]
    const states = () => Promise.all([one, other].map(muted))
    await admin(api.alarmMuteCreate, { body: { group_id, reason: 'Works', until: until() } })
    expect(await states()).toEqual([true, false])
    expect(await admin(api.alarmMuteList)).toMatchObject({ list: [{ alarms: 1, group_name: 'Works' }] })
    expect(await admin(api.alarmInfo, at(one))).toMatchObject({ mute: { reason: 'Works' } })
    await tag('A2', 'add')
    await tag('A1', 'remove')
    await refresh()
    await unmuteAlarms(database.db)
    expect(await states()).toEqual([false, true])
    // What comes later is muted as it is raised.
    const late = await raise(0, 'A2', { type: 'offline', rule_key: '' })
    expect(await muted(late)).toBe(true)
    await tag('A2', 'remove')
  })

  it('of a distributor reach its own units only', async () => {
    const [own, other] = [await raise(0, 'A1', fault), await raise(0, 'B', fault)]
    await province(api.alarmMuteCreate, { body: { type: 'device_fault', reason: 'Works', until: until() } })
    expect([await muted(own), await muted(other)]).toEqual([true, false])
  })

  it.each<[string, object, string]>([
    ['nothing at all', {}, 'alarm_mute_empty'],
    ['the past', { type: 'offline', until: until(-1) }, 'alarm_mute_until'],
    ['more than 90 days', { type: 'offline', until: until(91) }, 'alarm_mute_until'],
    ['a unit elsewhere', { mac: '863412060123455' }, 'device_not_found'],
  ])('are refused for %s', async (_, body, code) => {
    expect(await codeOf(province(api.alarmMuteCreate, { body: { reason: 'x', until: until(), ...body } }))).toBe(code)
  })

  it('a batch mutes each alarm by itself', async () => {
    const ids = [await raise(0, 'A1', fault), await raise(0, 'A2', fault)]
    const { batch_id } = await admin(api.batchCreate, {
      body: { action: 'alarm-mute', which: { by: 'ids', ids }, input: { reason: 'Storm', until: until() } },
    })
    const results = async () => (await admin(api.batchItems, at(batch_id))).list.map(({ result }) => result)
    await eventually(results).toEqual(['ok', 'ok'])
    expect(await Promise.all(ids.map(muted))).toEqual([true, true])
  })
})
