import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAgent } from '../../../test/distributors-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { makeChannel, makePolicy } from '../../../test/notifications-case.ts'
import { systemClock } from '../../platform/clock.ts'

const { database, fleet, as } = useFleetConsole()
let admin: Call
let product_key = ''
beforeAll(async () => {
  admin = await as('admin')
  const { list } = await admin(api.productInfo, { body: {} })
  product_key = list[0]?.product_key ?? ''
})

/** `ok`, or what keeps the object: kinds and names, and how many the caller does not see. */
const usesOf = (deletion: Promise<unknown>): Promise<string> =>
  deletion.then(
    () => 'ok',
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'is_referenced') throw error
      const hidden = Number(error.details?.hidden)
      const names = (error.references ?? []).map(({ kind, name }) => `${kind} ${name}`)
      return [...names, ...(hidden > 0 ? [`hidden ${hidden}`] : [])].join(', ')
    },
  )
const at = (id: number) => ({ params: { id } })
const far = new Date(systemClock.now() + 86_400_000)

let made = 0
const nameOf = (what: string) => {
  made += 1
  return `${what} ${made}`
}

/** Objects to delete, each new, with their deletion. */
const objects = {
  role: async () => {
    const body = {
      role_name: nameOf('Role'),
      level: 'manufacturer' as const,
      permissions: ['device:view' as const],
      data_scope: 'all' as const,
    }
    const { role_id } = await admin(api.createRole, { body })
    return { id: role_id, remove: () => admin(api.deleteRole, { ...at(role_id), query: { reason: 'unused' } }) }
  },
  resource_group: async () => {
    const body = { group_name: nameOf('Group'), product_keys: [product_key] }
    const { group_id } = await admin(api.createResourceGroup, { body })
    return {
      id: group_id,
      remove: () => admin(api.deleteResourceGroup, { ...at(group_id), query: { reason: 'unused' } }),
    }
  },
  device_group: async () => {
    const group = await admin(api.createDeviceGroup, { body: { group_name: nameOf('Units'), filter: null, macs: [] } })
    const { group_id, updated_at } = group
    return { id: group_id, remove: () => admin(api.deleteDeviceGroup, { ...at(group_id), query: { updated_at } }) }
  },
  distributor: async () => {
    const id = await createAgent(admin, fleet)
    return { id, remove: () => admin(api.deleteAgent, at(id)) }
  },
  product: async () => {
    const key = nameOf('product').replace(' ', '-')
    const basics = { ...exampleProductFile.basics, name: nameOf('Product'), english_name: key }
    await admin(api.productCreate, { body: { product_key: key, basics } })
    return { id: key, remove: () => admin(api.productDelete, { params: { product_key: key } }) }
  },
  channel: async () => {
    const body = { kind: 'webhook', channel_name: nameOf('Channel'), address: 'https://desk.example/in' } as const
    const { channel_id, updated_at } = await makeChannel(admin, body)
    return { id: channel_id, remove: () => admin(api.deleteChannel, { ...at(channel_id), query: { updated_at } }) }
  },
}
type Objects = typeof objects

const policyOf = (some: object) =>
  makePolicy(admin, { policy_name: 'Users', in_app: true, to_distributor: true, ...some })
const ruleOf = (some: { product_key?: string; group_id?: number; under_agent_id?: number; deleted_at?: Date }) =>
  database.db
    .insertInto('alarm_rules')
    .values({
      ...STORED_RULE,
      product_key,
      created_at: far,
      updated_at: far,
      ...some,
    })
    .execute()
const muteOf = (some: { group_id?: number; under_agent_id?: number; ended_at?: Date; until_at?: Date }) =>
  database.db
    .insertInto('alarm_mutes')
    .values({ type: 'offline', reason: 'Users', from_at: new Date(0), until_at: far, ...some })
    .execute()
const reportOf = (cohort: object) =>
  admin(api.createAnalysisReport, {
    body: {
      report_name: 'Users',
      figures: ['funnel'],
      cohorts: [cohort],
      period: 'last_30',
      language: 'en',
      time_zone: 'UTC',
      schedule: 'none',
      at_hour: 7,
      weekday: 1,
      month_day: 1,
      recipients: [],
    },
  })
/** As stored, without what it is about. */
const STORED_RULE = {
  rule_name: 'Users',
  target_by: 'product',
  condition: JSON.stringify({ match: 'all', groups: [] }),
  hold: JSON.stringify({ by: 'at_once' }),
  clear_minutes: 0,
  severity: 'major',
  cool_down_minutes: 10,
} as const
const RULE = { include_lower: true, quick: 'all' } as const

/** Removes whatever the cases made that names something. */
const forget = async () => {
  await database.db.deleteFrom('notification_policies').where('policy_name', '=', 'Users').execute()
  for (const table of ['alarm_rules', 'alarm_mutes', 'analysis_reports'] as const)
    await database.db.deleteFrom(table).execute()
  await database.db.deleteFrom('device_groups').where('group_name', '=', 'Users').execute()
  await database.db.deleteFrom('resource_groups').where('group_name', '=', 'Users').execute()
}

describe('what something else names is not deleted', () => {
  it.each<[keyof Objects, string, (id: never) => Promise<unknown>]>([
    ['role', 'notification_policy', (id: number) => policyOf({ role_ids: [id] })],
    ['resource_group', 'notification_policy', (id: number) => policyOf({ resource_group_id: id })],
    ['channel', 'notification_policy', (id: number) => policyOf({ channel_ids: [id] })],
    ['device_group', 'alarm_rule', (id: number) => ruleOf({ group_id: id })],
    ['device_group', 'alarm_mute', (id: number) => muteOf({ group_id: id })],
    ['device_group', 'analysis_report', (id: number) => reportOf({ group_id: id })],
    ['distributor', 'alarm_rule', (id: number) => ruleOf({ under_agent_id: id })],
    ['distributor', 'alarm_mute', (id: number) => muteOf({ under_agent_id: id })],
    ['distributor', 'analysis_report', (id: number) => reportOf({ agent_id: id })],
    [
      'distributor',
      'device_group',
      (id: number) =>
        admin(api.createDeviceGroup, { body: { group_name: 'Users', filter: { ...RULE, agent_id: id } } }),
    ],
    ['product', 'notification_policy', (id: string) => policyOf({ product_keys: [id] })],
    ['product', 'alarm_rule', (id: string) => ruleOf({ product_key: id })],
    ['product', 'analysis_report', (id: string) => reportOf({ product_keys: [id] })],
    [
      'product',
      'resource_group',
      (id: string) => admin(api.createResourceGroup, { body: { group_name: 'Users', product_keys: [id] } }),
    ],
  ])('%s while it is named by %s', async (of, kind, use) => {
    const { id, remove } = await objects[of]()
    await use(id as never)
    expect(await usesOf(remove())).toBe(`${kind} Users`)
    await forget()
    expect(await usesOf(remove())).toBe('ok')
  })

  it('a mute that is over and a deleted rule name nothing any more', async () => {
    const { id, remove } = await objects.device_group()
    await muteOf({ group_id: id, until_at: new Date(1) })
    await muteOf({ group_id: id, ended_at: new Date(1) })
    await ruleOf({ group_id: id, deleted_at: new Date(1) })
    expect(await usesOf(remove())).toBe('ok')
    await forget()
  })

  it('counts what the caller does not see', async () => {
    // The manufacturer's policies are not seen by those below it.
    const province = await as('province_a')
    const group = { group_name: nameOf('Province'), agent_ids: [fleet.distributors.A1.agent_id] }
    const { group_id } = await province(api.createResourceGroup, { body: group })
    await policyOf({ resource_group_id: group_id })
    const remove = province(api.deleteResourceGroup, { ...at(group_id), query: { reason: 'unused' } })
    expect(await usesOf(remove)).toBe('hidden 1')
    await forget()
  })

  it('an account stays while a policy reaches what that account sees', async () => {
    const { uid } = await database.db
      .selectFrom('accounts')
      .select('uid')
      .where('user_name', '=', 'staff')
      .executeTakeFirstOrThrow()
    await database.db.updateTable('accounts').set({ disabled: true }).where('uid', '=', uid).execute()
    await policyOf({})
    await database.db.updateTable('notification_policies').set({ narrowed_uid: uid }).execute()
    expect(await usesOf(admin(api.accountDelete, at(uid)))).toBe('notification_policy Users')
    await forget()
    expect(await usesOf(admin(api.accountDelete, at(uid)))).toBe('ok')
  })
})
