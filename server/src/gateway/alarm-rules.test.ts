import type { AlarmRuleDraft } from '@heatfleet/contract/alarm-rules/rule.ts'
import { NO_FLAGS, REPORT_TYPE } from '@heatfleet/contract/device-protocol/report.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import { eventually } from '../../test/eventually.ts'
import { connectModule, reportOf, startTestGateway, type TestGateway, type TestModule } from '../../test/gateway.ts'
import type { SmallDevice, SmallDistributor, SmallFleet } from '../../test/small-fleet.ts'

const database = useDatabase()
let fleet: SmallFleet
let seq = 0
let second = 0

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
})
beforeEach(async () => {
  await database.db.deleteFrom('alarm_rules').execute()
  await database.db.deleteFrom('alarms').execute()
  // Later than all reports before, and yet of the present.
  second = Math.max(second, Math.floor(Date.now() / 1000) - 1_800) + 5
})

const unit = (at: SmallDistributor): SmallDevice => {
  const device = fleet.devices.find((one) => one.at === at)
  if (device === undefined) throw new Error(`The small fleet has no unit at ${at}.`)
  return device
}
/** Modules behind a gateway that has read the rules. */
const inGateway = async (
  devices: readonly SmallDevice[],
  act: (modules: readonly TestModule[], gateway: TestGateway) => Promise<void>,
): Promise<void> => {
  const gateway = await startTestGateway(database)
  const modules: TestModule[] = []
  for (const device of devices) modules.push(await connectModule(gateway, device))
  await act(modules, gateway)
  for (const module of modules) await module.client.endAsync(true)
  await gateway.stop()
}
const HOT: AlarmRuleDraft['condition'] = {
  match: 'all',
  groups: [{ match: 'all', terms: [{ of: 'point', key: 't_out', op: 'gt', value: 60, clear: 55 }] }],
}
type More = {
  agent_id?: number
  hold?: AlarmRuleDraft['hold']
  condition?: AlarmRuleDraft['condition']
  group_id?: number
}
const addRule = async ({ agent_id, hold = { by: 'at_once' }, condition = HOT, group_id }: More = {}) => {
  const { rule_id } = await database.db
    .insertInto('alarm_rules')
    .values({
      rule_name: 'Flow too hot',
      product_key: fleet.product_key,
      agent_id: agent_id ?? null,
      target_by: group_id === undefined ? 'product' : 'group',
      group_id: group_id ?? null,
      condition: JSON.stringify(condition),
      hold: JSON.stringify(hold),
      clear_minutes: 0,
      severity: 'critical',
      cool_down_minutes: 10,
      enabled: true,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .returning('rule_id')
    .executeTakeFirstOrThrow()
  return rule_id
}
const REPLAY = { type: REPORT_TYPE.replay, flags: { ...NO_FLAGS, replay: true } }
/** Reports the flow temperature, a second after the report before. */
const report = async (module: TestModule | undefined, t_out: number, more: object = {}, at?: number): Promise<void> => {
  seq += 1
  second += 1
  await module?.send('blk', reportOf(seq, at ?? second, [t_out * 10], { start: 18, ...more }))
}
const alarms = (device: SmallDevice) =>
  database.db
    .selectFrom('alarms')
    .select(['rule_key', 'severity', 'value', 'active', 'count'])
    .where('device_id', '=', device.device_id)
    .where('type', '=', 'threshold')
    .execute()
const states = () => database.db.selectFrom('alarm_rule_states').select(['device_id', 'active']).execute()

describe('a rule of people', () => {
  it('is raised by a report and recovers by one, once within its cool-down', async () => {
    const rule_key = String(await addRule())
    const device = unit('A1')
    await inGateway([device], async ([module]) => {
      await report(module, 50)
      expect(await alarms(device)).toEqual([])
      await report(module, 61.5)
      await report(module, 58)
      expect(await alarms(device)).toEqual([{ rule_key, severity: 'critical', value: 61.5, active: true, count: 1 }])
      expect(await states()).toEqual([{ device_id: device.device_id, active: true }])
      await report(module, 55)
      expect(await alarms(device)).toMatchObject([{ active: false, count: 1 }])
      expect(await states()).toEqual([])
      await report(module, 70)
      expect(await alarms(device)).toMatchObject([{ active: true, count: 2, value: 61.5 }])
    })
  })

  it('neither a replayed report nor an older one raises an alarm of the present', async () => {
    await addRule()
    const device = unit('A2')
    await inGateway([device], async ([module]) => {
      await report(module, 50)
      await report(module, 70, REPLAY)
      await report(module, 70, {}, second - 20)
      expect(await alarms(device)).toEqual([])
    })
  })

  it('what is waited for and what is active outlive the gateway', async () => {
    await addRule({ hold: { by: 'duration', minutes: 10 } })
    const device = unit('A')
    await inGateway([device], async ([module]) => {
      await report(module, 70)
      expect(await alarms(device)).toEqual([])
      expect(await states()).toMatchObject([{ active: false }])
    })
    await inGateway([device], async ([module]) => {
      second += 590
      await report(module, 70)
      expect(await alarms(device)).toEqual([])
      second += 10
      await report(module, 70)
      expect(await alarms(device)).toMatchObject([{ active: true, count: 1 }])
    })
    await inGateway([device], async ([module]) => {
      await report(module, 70)
      await report(module, 40)
      expect(await alarms(device)).toMatchObject([{ active: false, count: 1 }])
    })
  })

  it('of a distributor reaches its own tree, of a group its members', async () => {
    await addRule({ agent_id: fleet.distributors.A.agent_id })
    const [own, other] = [unit('A11'), unit('B')]
    await inGateway([own, other], async (modules) => {
      for (const module of modules) await report(module, 70)
      expect(await alarms(own)).toMatchObject([{ active: true }])
      expect(await alarms(other)).toEqual([])
    })
    await database.db.deleteFrom('alarm_rules').execute()
    const at = new Date()
    const { group_id } = await database.db
      .insertInto('device_groups')
      .values({
        group_name: 'Filter',
        filter: JSON.stringify({ include_lower: true, quick: 'all', device_name: 'House 6' }),
        agent_id: null,
        created_by: null,
        created_at: at,
        updated_at: at,
      })
      .returning('group_id')
      .executeTakeFirstOrThrow()
    await addRule({ group_id })
    await inGateway([own, other], async (modules) => {
      for (const module of modules) await report(module, 70)
      expect(await alarms(own)).toHaveLength(1)
      expect(await alarms(other)).toMatchObject([{ active: true }])
    })
  })

  it('that is switched off recovers with the next report', async () => {
    const rule_id = await addRule()
    const device = unit('A1')
    await inGateway([device], async ([module], gateway) => {
      await report(module, 70)
      expect(await alarms(device)).toMatchObject([{ active: true }])
      await database.db.updateTable('alarm_rules').set({ enabled: false }).where('rule_id', '=', rule_id).execute()
      gateway.send({ kind: 'alarm_rules_changed' })
      await eventually(async () => {
        await report(module, 70)
        return (await alarms(device)).map(({ active }) => active)
      }).toEqual([false])
      expect(await states()).toEqual([])
    })
  })
})
