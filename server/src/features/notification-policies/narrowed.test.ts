import { api } from '@heatfleet/contract/api.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { afterEach, expect, it } from 'vitest'
import { raiseAlarm, ruleDraft } from '../../../test/alarm-rules-case.ts'
import { makePolicy, useNotifications } from '../../../test/notifications-case.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'

const { database, fleet, as, target, turns, raise, deviceOf, webhook, log } = useNotifications()

afterEach(async () => {
  await database.db.deleteFrom('alarm_rules').execute()
})

/** MACs that the target was told of. */
const told = (): string[] =>
  target.calls.flatMap(({ body }) => {
    const found = fleet.devices.filter(({ mac }) => body.includes(mac))
    return found.map(({ mac }) => mac)
  })

it('a policy for a resource group tells of units in it alone, and of none once the group is gone', async () => {
  const admin = await as('admin')
  const channel_ids = [await webhook()]
  const inside = deviceOf(1)
  const { group_id } = await admin(api.createResourceGroup, { body: { group_name: 'Key units', macs: [inside.mac] } })
  expect((await admin(api.policyChoices)).groups).toContainEqual({ group_id, group_name: 'Key units' })
  const policy = await makePolicy(admin, { policy_name: 'Group', channel_ids, resource_group_id: group_id })
  expect(policy).toMatchObject({ resource_group_id: group_id, resource_group_name: 'Key units' })
  await raise(1, 'f07')
  await raise(2, 'f07')
  await turns()
  expect(told()).toEqual([inside.mac])
  await database.db.deleteFrom('resource_groups').where('group_id', '=', group_id).execute()
  await raise(1, 'f08')
  await turns()
  expect(told()).toEqual([inside.mac])
  expect((await admin(api.policyList, {})).list).toMatchObject([
    { resource_group_id: group_id, resource_group_name: null },
  ])
})

it('a policy for products tells of units of these alone', async () => {
  const admin = await as('admin')
  const channel_ids = [await webhook()]
  const { product_key } = fleet
  const draft = { policy_name: 'Other', channel_ids, product_keys: ['no-such'] }
  expect(await refusalOf(makePolicy(admin, draft))).toBe('product_unknown product_keys')
  await makePolicy(admin, { policy_name: 'Product', channel_ids, product_keys: [product_key] })
  const device = deviceOf(1)
  await raise(1, 'f07')
  await turns()
  expect(told()).toEqual([device.mac])
  // A product that no unit is of: nothing is told.
  const basics = { ...exampleProductFile.basics, name: 'Unsold', english_name: 'Unsold' }
  await admin(api.productCreate, { body: { product_key: 'unsold', basics } })
  await database.db
    .updateTable('notification_policies')
    .set({ product_keys: ['unsold'] })
    .execute()
  await raise(2, 'f07')
  await turns()
  expect(told()).toEqual([device.mac])
})

it('a policy names no group that its maker does not see', async () => {
  const admin = await as('admin')
  const { group_id } = await admin(api.createResourceGroup, { body: { group_name: 'Hidden' } })
  const draft = { policy_name: 'City', to_distributor: true, in_app: true, resource_group_id: group_id }
  expect(await refusalOf(makePolicy(await as('city_a1'), draft))).toBe('resource_group_not_found resource_group_id')
})

it('a rule notifies by the policies that concern it, by nobody, or by those it names, whatever these say of types and severity', async () => {
  const admin = await as('admin')
  const channel_ids = [await webhook()]
  const all = await makePolicy(admin, { policy_name: 'All', channel_ids })
  const strict = await makePolicy(admin, {
    policy_name: 'Strict',
    channel_ids,
    alarm_types: ['offline'],
    least: 'critical',
  })
  const notified = async (notify: object): Promise<string[]> => {
    await database.db.deleteFrom('alarm_rules').execute()
    await database.db.deleteFrom('alarms').execute()
    await database.db.deleteFrom('notification_events').execute()
    const body = { ...ruleDraft(fleet.product_key), notify } as never
    const { rule_id, notify: kept } = await admin(api.alarmRuleCreate, { body })
    expect(kept).toEqual(notify)
    await raiseAlarm(database, deviceOf(1), rule_id)
    await turns()
    return (await log()).map(({ policy_name }) => policy_name)
  }
  expect(await notified({ by: 'default' })).toEqual(['All'])
  expect(await notified({ by: 'none' })).toEqual([])
  expect(await notified({ by: 'policies', policy_ids: [strict.policy_id] })).toEqual(['Strict'])
  const both = { by: 'policies', policy_ids: [all.policy_id, strict.policy_id] }
  expect((await notified(both)).toSorted()).toEqual(['All', 'Strict'])
})

it('a rule names policies that its maker sees; of one that is removed it is back at the default', async () => {
  const admin = await as('admin')
  const channel_ids = [await webhook()]
  const { policy_id, updated_at } = await makePolicy(admin, { policy_name: 'All', channel_ids })
  const city = await as('city_a1')
  const notify = { by: 'policies' as const, policy_ids: [policy_id] }
  const body = { ...ruleDraft(fleet.product_key), notify }
  expect(await refusalOf(city(api.alarmRuleCreate, { body }))).toBe('policy_not_found notify')
  expect(await city(api.alarmRulePolicies)).toEqual([])
  expect(await admin(api.alarmRulePolicies)).toMatchObject([{ policy_id, policy_name: 'All', enabled: true }])
  const { rule_id } = await admin(api.alarmRuleCreate, { body })
  const shown = async (call = admin) => call(api.alarmRuleInfo, { params: { id: rule_id } })
  expect(await shown()).toMatchObject({ notify, notify_policies: [{ policy_id, policy_name: 'All' }] })
  // Another organisation sees the rule, and not whom it notifies.
  expect(await shown(city)).toMatchObject({ notify: null, notify_policies: [] })
  await admin(api.deletePolicy, { params: { id: policy_id }, query: { updated_at } })
  expect(await shown()).toMatchObject({ notify: { by: 'default' }, notify_policies: [] })
  expect(await codeOf(admin(api.alarmRuleCreate, { body: { ...body, rule_name: 'Two' } }))).toBe('policy_not_found')
})
