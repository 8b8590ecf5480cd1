import { hasOfflineTerm } from '@heatfleet/contract/alarm-rules/offline-terms.ts'
import type { AlarmRuleDraft } from '@heatfleet/contract/alarm-rules/rule.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { raiseAlarm, ruleDraft, unitAt } from '../../../test/alarm-rules-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { reportOf } from '../../../test/gateway.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallDistributor } from '../../../test/small-fleet.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'
import { createLayouts } from '../products/public.ts'
import { checkOfflineRules } from './tasks.ts'

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
  await database.db.deleteFrom('alarm_rules').execute()
})

const unit = (at: SmallDistributor) => unitAt(fleet, at)
const draft = (more: Partial<AlarmRuleDraft> = {}) => ruleDraft(fleet.product_key, more)
const make = (call: Call, more: Partial<AlarmRuleDraft> = {}) => call(api.alarmRuleCreate, { body: draft(more) })
const names = async (call: Call) => (await call(api.alarmRuleList)).list.map(({ rule_name, lock }) => [rule_name, lock])
const at = (id: number) => ({ params: { id } })
const raise = (rule_id: number, place: SmallDistributor) => raiseAlarm(database, unit(place), rule_id)

describe('alarm rules', () => {
  it('of the manufacturer are read by distributors whose units they reach, and changed by nobody of them', async () => {
    const everywhere = await make(admin)
    await make(admin, { rule_name: 'Of B', target: { by: 'agent', agent_id: fleet.distributors.B.agent_id } })
    expect(await names(city)).toEqual([['Flow too hot', 'not_own']])
    expect(await names(sibling)).toEqual([
      ['Flow too hot', 'not_own'],
      ['Of B', 'not_own'],
    ])
    expect(await city(api.alarmRuleInfo, at(everywhere.rule_id))).toMatchObject({ updated_by: '', agent_name: '' })
    const off = { ...at(everywhere.rule_id), body: { enabled: true } }
    expect(await codeOf(city(api.alarmRuleEnable, off))).toBe('alarm_rule_read_only')
  })

  it('of a distributor are its own, seen from above and below, not by a sibling', async () => {
    const own = await make(province, { rule_name: 'Ours' })
    expect(own).toMatchObject({ enabled: false, agent_id: fleet.distributors.A.agent_id, updated_by: 'province_a' })
    expect(await names(admin)).toEqual([['Ours', null]])
    expect(await names(city)).toEqual([['Ours', 'not_own']])
    expect(await names(sibling)).toEqual([])
    expect(await codeOf(sibling(api.alarmRuleInfo, at(own.rule_id)))).toBe('alarm_rule_not_found')
    expect(await codeOf(make(province, { rule_name: 'OURS' }))).toBe('alarm_rule_name_taken')
  })

  it.each<[string, (call: Call) => Promise<unknown>, string]>([
    [
      'a distributor elsewhere',
      (call) => make(call, { target: { by: 'agent', agent_id: fleet.distributors.B.agent_id } }),
      'distributor_not_found',
    ],
    [
      'a unit elsewhere',
      (call) => make(call, { target: { by: 'devices', macs: [unit('B').mac] } }),
      'device_not_found',
    ],
    [
      'a group of another',
      (call) => make(call, { target: { by: 'group', group_id: 9_999 } }),
      'device_group_not_found',
    ],
    ['a product that is not there', (call) => make(call, { product_key: 'none' }), 'product_unknown'],
    [
      'a point that is not there',
      (call) =>
        make(call, {
          condition: {
            match: 'all',
            groups: [{ match: 'all', terms: [{ of: 'point', key: 'no', op: 'gt', value: 1, clear: null }] }],
          },
        }),
      'alarm_rule_point',
    ],
  ])('are refused for %s', async (_, refused, code) => {
    expect(await codeOf(refused(province))).toBe(code)
  })

  it('of somebody who sees a part of the units name them one by one', async () => {
    const office = await as('office_a')
    expect(await codeOf(make(office))).toBe('alarm_rule_reach')
    const own = await make(office, { target: { by: 'devices', macs: [unit('A').mac] } })
    expect(own).toMatchObject({ lock: null, target: { by: 'devices', macs: [unit('A').mac] } })
  })

  it('are edited as they were read; off or removed, their alarms recover and keep the name', async () => {
    const rule = await make(province)
    const { rule_id } = rule
    const on = await province(api.alarmRuleEnable, { ...at(rule_id), body: { enabled: true } })
    const edit = (updated_at: string) =>
      province(api.alarmRuleEdit, { ...at(rule_id), body: { ...draft({ rule_name: 'Hot' }), updated_at } })
    expect(await codeOf(edit(rule.updated_at))).toBe('stale_edit')
    const edited = await edit(on.updated_at)
    expect(edited).toMatchObject({ rule_name: 'Hot', enabled: true })
    const alarm_id = await raise(rule_id, 'A1')
    expect(await province(api.alarmRuleInfo, at(rule_id))).toMatchObject({ fired: 1, active: 1 })
    expect(await sibling(api.alarmRuleList)).toMatchObject({ total: 0 })
    await province(api.alarmRuleEnable, { ...at(rule_id), body: { enabled: false } })
    const alarm = await city(api.alarmInfo, at(alarm_id))
    expect(alarm).toMatchObject({ condition: 'recovered', rule_name: 'Hot', type: 'threshold' })
    const { updated_at } = await province(api.alarmRuleInfo, at(rule_id))
    await province(api.alarmRuleDelete, { ...at(rule_id), query: { updated_at } })
    expect(await names(admin)).toEqual([])
    expect(await city(api.alarmInfo, at(alarm_id))).toMatchObject({ rule_name: 'Hot' })
    expect((await admin(api.alarmList, { body: { rule_id } })).total).toBe(1)
  })

  it('about offline units are raised and recovered by the check', async () => {
    const condition: AlarmRuleDraft['condition'] = {
      match: 'all',
      groups: [{ match: 'all', terms: [{ of: 'state', state: 'offline' }] }],
    }
    expect(hasOfflineTerm(condition)).toBe(true)
    const { rule_id } = await make(province, { condition, hold: { by: 'duration', minutes: 60 } })
    await province(api.alarmRuleEnable, { ...at(rule_id), body: { enabled: true } })
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const status = (place: SmallDistributor, values: object) =>
      database.db.updateTable('device_status').set(values).where('device_id', '=', unit(place).device_id).execute()
    for (const place of ['A1', 'B'] as const)
      await status(place, { online: false, first_online_at: ago(9_000), last_offline_at: ago(70) })
    await status('A2', { online: false, first_online_at: ago(9_000), last_offline_at: ago(50) })
    const deps = {
      database,
      clock: { now: () => Date.now() },
      log: pino({ level: 'silent' }),
      layouts: createLayouts({ database }),
    } as never
    const check = () => checkOfflineRules(deps, new AbortController().signal)
    expect([await check(), await check()]).toEqual([1, 0])
    expect(await province(api.alarmList, { body: { rule_id, condition: 'active' } })).toMatchObject({
      list: [{ mac: unit('A1').mac }],
    })
    await status('A1', { online: true, online_since: ago(1) })
    expect(await check()).toBe(1)
    expect((await province(api.alarmList, { body: { rule_id, condition: 'active' } })).total).toBe(0)
  })
})

describe('a test of a rule', () => {
  const history = async (place: SmallDistributor, values: readonly number[]) => {
    const start_ms = Math.floor(Date.now() / 60_000) * 60_000 - 3 * 3_600_000
    const times = values.map((_, minute) => start_ms + minute * 60_000)
    await ensurePartitions(database.pool, new Set(times.map((at_ms) => partitionOf(at_ms, 'day'))).values())
    await database.db
      .insertInto('report_hot')
      .values(
        values.map((value, minute) => {
          const at_ms = times[minute] ?? 0
          const raw = Buffer.from(reportOf(minute + 1, at_ms / 1000, [value * 10], { start: 18 }))
          return { device_id: unit(place).device_id, layout_id: fleet.layout_id, at: new Date(at_ms), raw }
        }),
      )
      .execute()
  }
  const {
    rule_name: _,
    severity: __,
    cool_down_minutes: ___,
    process_minutes: ____,
    notify: _____,
    ...tested
  } = {
    ...draft({ product_key: '' }),
  }

  it('counts what it would have done at the units of the scope, by day', async () => {
    await history('A1', [50, 61, 61, 50, 61, 50])
    await history('B', [50, 61, 50])
    const body = { ...tested, product_key: fleet.product_key }
    const all = await admin(api.alarmRuleTest, { query: { time_zone: 'Europe/Warsaw' }, body })
    expect(all).toMatchObject({ units: 6, units_read: 6, fired: 3, units_fired: 2, reports: 9 })
    expect(all.days.reduce((sum, { fired }) => sum + fired, 0)).toBe(3)
    expect(all.first).toMatchObject([
      { mac: unit('A1').mac, fired: 2, value: 61 },
      { mac: unit('B').mac, fired: 1 },
    ])
    expect(await province(api.alarmRuleTest, { body })).toMatchObject({ units: 5, fired: 2, units_fired: 1 })
    const held = { ...body, hold: { by: 'duration', minutes: 1 } } as const
    expect(await admin(api.alarmRuleTest, { body: held })).toMatchObject({ fired: 1 })
    const offline = { match: 'all', groups: [{ match: 'all', terms: [{ of: 'state', state: 'offline' }] }] } as const
    const about_offline = {
      ...body,
      condition: { ...offline, groups: [{ ...offline.groups[0], terms: [...offline.groups[0].terms] }] },
    }
    expect(await codeOf(admin(api.alarmRuleTest, { body: about_offline }))).toBe('alarm_rule_test_offline')
  })
})
