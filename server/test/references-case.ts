import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { exampleProductFile } from '@heatfleet/contract/products/file.ts'
import { beforeAll } from 'vitest'
import { systemClock } from '../src/platform/clock.ts'
import { createAgent } from './distributors-case.ts'
import { useFleetConsole } from './fleet-console.ts'
import { makeChannel, makePolicy } from './notifications-case.ts'

/** Imports are not named by people. */
const BATCH_NO = /^I\d{10}$/

/** `ok`, or what keeps the object: kinds and names, and how many the caller does not see. */
export const usesOf = (deletion: Promise<unknown>): Promise<string> =>
  deletion.then(
    () => 'ok',
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'is_referenced') throw error
      const hidden = Number(error.details?.hidden)
      const names = (error.references ?? []).map(({ kind, name }) => `${kind} ${name.replace(BATCH_NO, 'Users')}`)
      return [...names, ...(hidden > 0 ? [`hidden ${hidden}`] : [])].join(', ')
    },
  )
const at = (id: number) => ({ params: { id } })
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
const ALL_UNITS = { include_lower: true, quick: 'all' } as const

/** Call once at the top of a test file: objects that can be deleted, and for each kind what may name it. */
export const useReferences = () => {
  const { database, fleet, as } = useFleetConsole()
  let admin: Call
  let product_key = ''
  beforeAll(async () => {
    admin = await as('admin')
    const { list } = await admin(api.productInfo, { body: {} })
    product_key = list[0]?.product_key ?? ''
  })
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
      const group = await admin(api.createDeviceGroup, {
        body: { group_name: nameOf('Units'), filter: null, macs: [] },
      })
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
  const rolloutOf = (some: { group_id?: number; target?: object }) =>
    database.db
      .insertInto('rollouts')
      .values({
        name: 'Users',
        product_key,
        creator: '',
        agent_path: '/',
        origin: '{}',
        settings: '[]',
        rules: '{}',
        state: 'proposed',
        created_at: far,
        group_id: some.group_id ?? null,
        target: JSON.stringify({ by: 'filter', filter: some.target ?? ALL_UNITS }),
      })
      .execute()
  const importOf = (product: string) =>
    database.db
      .insertInto('device_imports')
      .values({
        imported_user: 'Users',
        agent_path: '/',
        product_key: product,
        import_tag: '',
        hardware_version: '',
        remark: '',
        source: 'paste',
        file_name: '',
        created_at: far,
        changed_at: far,
      })
      .execute()

  /** Removes whatever the cases made that names something. */
  const forget = async () => {
    await database.db.deleteFrom('device_imports').where('imported_user', '=', 'Users').execute()
    await database.db.deleteFrom('distributors').where('agent_name', '=', 'Users').execute()
    await database.db.deleteFrom('notification_policies').where('policy_name', '=', 'Users').execute()
    for (const table of ['rollouts', 'alarm_rules', 'alarm_mutes', 'analysis_reports'] as const)
      await database.db.deleteFrom(table).execute()
    await database.db.deleteFrom('device_groups').where('group_name', '=', 'Users').execute()
    await database.db.deleteFrom('resource_groups').where('group_name', '=', 'Users').execute()
  }

  /** Kind of the object, kind of what names it, and how. */
  const cases: [keyof typeof objects, string, (id: never) => Promise<unknown>][] = [
    ['role', 'notification_policy', (id: number) => policyOf({ role_ids: [id] })],
    ['resource_group', 'notification_policy', (id: number) => policyOf({ resource_group_id: id })],
    ['resource_group', 'rollout', (id: number) => rolloutOf({ group_id: id })],
    ['device_group', 'rollout', (id: number) => rolloutOf({ target: { group_id: id } })],
    ['distributor', 'rollout', (id: number) => rolloutOf({ target: { agent_id: id } })],
    ['product', 'device_import', (id: string) => importOf(id)],
    ['product', 'distributor', (id: string) => createAgent(admin, fleet, { agent_name: 'Users', product_keys: [id] })],
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
        admin(api.createDeviceGroup, { body: { group_name: 'Users', filter: { ...ALL_UNITS, agent_id: id } } }),
    ],
    ['product', 'notification_policy', (id: string) => policyOf({ product_keys: [id] })],
    ['product', 'alarm_rule', (id: string) => ruleOf({ product_key: id })],
    ['product', 'analysis_report', (id: string) => reportOf({ product_keys: [id] })],
    [
      'product',
      'resource_group',
      (id: string) => admin(api.createResourceGroup, { body: { group_name: 'Users', product_keys: [id] } }),
    ],
  ]
  return { database, fleet, as, objects, cases, policyOf, ruleOf, muteOf, forget, nameOf, admin: () => admin }
}
