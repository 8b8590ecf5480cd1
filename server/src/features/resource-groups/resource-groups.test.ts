import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ResourceGroupDraft } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallAccount, SmallFleet } from '../../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole()
const calls = new Map<SmallAccount, Call>()

beforeAll(async () => {
  for (const name of ['admin', 'staff_hangzhou', 'province_a', 'city_a1', 'province_b', 'county_a11'] as const)
    calls.set(name, (await console_.signIn(name)).call)
})

const as = (account: SmallAccount): Call => {
  const call = calls.get(account)
  if (call === undefined) throw new Error(`${account} is not signed in`)
  return call
}
type Draft = z.input<typeof ResourceGroupDraft>
let count = 0
const make = (account: SmallAccount, part: Partial<Draft> = {}) => {
  count += 1
  return as(account)(api.createResourceGroup, { body: { group_name: `Group ${count}`, ...part } })
}
const agent = (name: keyof SmallFleet['distributors']) => fleet.distributors[name].agent_id
const mac = (at: number) => fleet.devices[at]?.mac ?? ''

describe('making a resource group', () => {
  it.each<[string, SmallAccount, () => Partial<Draft>, string]>([
    ['a name is required', 'admin', () => ({ group_name: ' ' }), 'invalid_input group_name'],
    ['of a lower distributor', 'province_a', () => ({ agent_ids: [agent('A11')] }), 'ok'],
    ['not of a foreign one', 'province_a', () => ({ agent_ids: [agent('B')] }), 'distributor_not_found agent_ids'],
    ['nor of the one above', 'city_a1', () => ({ agent_ids: [agent('A')] }), 'distributor_not_found agent_ids'],
    ['of own devices', 'city_a1', () => ({ macs: [mac(1), mac(2)] }), 'ok'],
    ['not of foreign ones', 'city_a1', () => ({ macs: [mac(1), mac(4)] }), 'device_not_found macs'],
    ['of regions that exist', 'admin', () => ({ region_codes: ['330000'] }), 'ok'],
    ['not of others', 'admin', () => ({ region_codes: ['999999'] }), 'region_unknown region_codes'],
    ['of products that exist', 'admin', () => ({ product_keys: [fleet.product_key] }), 'ok'],
    ['not of others', 'admin', () => ({ product_keys: ['no-such'] }), 'product_unknown product_keys'],
    ['inside the own group', 'staff_hangzhou', () => ({ region_codes: ['330106'] }), 'ok'],
    ['never wider than it', 'staff_hangzhou', () => ({ region_codes: ['330000'] }), 'grants_more_than_own'],
    ['nor anywhere at all', 'staff_hangzhou', () => ({ product_keys: [fleet.product_key] }), 'grants_more_than_own'],
    [
      'of no more devices than a predicate can bear',
      'admin',
      () => ({ macs: Array.from({ length: LIMITS.group_device_ids + 1 }, () => mac(0)) }),
      'invalid_input macs',
    ],
    ['without the right', 'county_a11', () => ({}), 'no_permission'],
  ])('%s', async (_, account, part, outcome) => {
    expect(await refusalOf(make(account, part()))).toBe(outcome)
  })

  it('belongs to the organisation of its creator, and its name is unique only there', async () => {
    const group_name = 'Key customers'
    expect((await make('province_a', { group_name })).agent_id).toBe(agent('A'))
    expect(await refusalOf(make('province_a', { group_name: 'key CUSTOMERS' }))).toBe(
      'resource_group_name_taken group_name',
    )
    expect(await refusalOf(make('province_b', { group_name }))).toBe('ok')
  })
})

describe('the members of a group are previewed before it is saved', () => {
  it.each<[string, SmallAccount, () => z.input<(typeof api.resourceGroupPreview)['body']>, [number, number]]>([
    ['nothing of nothing', 'admin', () => ({}), [0, 0]],
    ['a province', 'admin', () => ({ agent_ids: [agent('A')] }), [5, 4]],
    ['a region and what is within it', 'admin', () => ({ region_codes: ['330100'] }), [3, 2]],
    ['a region and a distributor', 'admin', () => ({ region_codes: ['330100'], agent_ids: [agent('B')] }), [4, 3]],
    ['a product, everywhere', 'admin', () => ({ product_keys: [fleet.product_key] }), [6, 5]],
    ['of a province only what is the own', 'city_a1', () => ({ product_keys: [fleet.product_key] }), [3, 2]],
    ['single devices', 'admin', () => ({ macs: [mac(0), mac(5)] }), [2, 2]],
    ['single devices in scope', 'city_a1', () => ({ macs: [mac(1), mac(5)] }), [1, 1]],
  ])('%s', async (_, account, members, [devices, distributors]) => {
    const preview = await as(account)(api.resourceGroupPreview, { body: members() })
    expect(preview).toMatchObject({ devices, distributors })
    expect(preview.sample).toHaveLength(devices)
  })

  it('names the ids that are no device of the own', async () => {
    const { unknown_macs } = await as('city_a1')(api.resourceGroupPreview, { body: { macs: [mac(1), mac(5)] } })
    expect(unknown_macs).toEqual([mac(5)])
  })

  it('agrees with what an account of the group then sees', async () => {
    const region_codes = ['330200']
    const { devices } = await as('admin')(api.resourceGroupPreview, { body: { region_codes } })
    const { group_id } = await make('admin', { region_codes })
    const set = (resource_group_id: number) =>
      database.db.updateTable('accounts').set({ resource_group_id }).where('user_name', '=', 'province_a').execute()
    await set(group_id)
    expect((await as('province_a')(api.deviceList, {})).total).toBe(devices)
    await set(1)
  })
})

it('a group that was given from above names only what its holder sees', async () => {
  const { group_id } = await make('province_a', { agent_ids: [agent('A1'), agent('A2')], macs: [mac(1), mac(4)] })
  const set = (resource_group_id: number) =>
    database.db.updateTable('accounts').set({ resource_group_id }).where('user_name', '=', 'city_a1').execute()
  await set(group_id)
  const { agents, macs } = await as('city_a1')(api.resourceGroupInfo, { params: { id: group_id } })
  expect({ agents, macs }).toEqual({ agents: [{ agent_id: agent('A1'), agent_name: 'A1' }], macs: [mac(1)] })
  await set(1)
})

describe('changing and removing a group', () => {
  it('counts for its accounts on their next call', async () => {
    const { group_id, group_name } = await make('admin', { agent_ids: [agent('A1')] })
    const { db } = database
    const give = (resource_group_id: number) =>
      db.updateTable('accounts').set({ resource_group_id }).where('user_name', '=', 'province_a').execute()
    await give(group_id)
    expect((await as('province_a')(api.deviceList, {})).total).toBe(3)
    const body = { group_name, agent_ids: [agent('A2')] }
    await as('admin')(api.editResourceGroup, { params: { id: group_id }, body })
    expect((await as('province_a')(api.deviceList, {})).total).toBe(1)
    const refused: unknown = await as('admin')(api.deleteResourceGroup, { params: { id: group_id } }).catch(
      (error: unknown) => error,
    )
    expect(refused).toMatchObject({ code: 'resource_group_is_used', details: { names: 'province_a', count: 1 } })
    await give(1)
    expect(await as('admin')(api.deleteResourceGroup, { params: { id: group_id } })).toBeNull()
  })

  it('is refused for the group of everybody, for a foreign one, and for one wider than the own', async () => {
    const body = { group_name: 'Mine' }
    const edit = (account: SmallAccount, id: number) => as(account)(api.editResourceGroup, { params: { id }, body })
    expect(await refusalOf(edit('admin', 1))).toBe('resource_group_read_only')
    const foreign = await make('province_b')
    expect(await refusalOf(edit('province_a', foreign.group_id))).toBe('resource_group_not_found')
    const wide = await make('admin', { region_codes: ['330000'] })
    expect(await refusalOf(edit('staff_hangzhou', wide.group_id))).toBe('grants_more_than_own')
    // The own group may be narrowed, never widened.
    const own = (region_codes: string[]) =>
      as('staff_hangzhou')(api.editResourceGroup, {
        params: { id: fleet.city_group_id },
        body: { group_name: 'Hangzhou', region_codes },
      })
    expect(await refusalOf(own(['330000']))).toBe('grants_more_than_own')
    expect(await refusalOf(own(['330100']))).toBe('ok')
  })

  it('a role that sees a group only sees nothing through the group of everybody', async () => {
    const { db } = database
    const set = (data_scope: 'resource_group' | 'subtree') =>
      db.updateTable('roles').set({ data_scope }).where('role_name', '=', 'Province agent').execute()
    await set('resource_group')
    expect((await as('province_a')(api.deviceList, {})).total).toBe(0)
    await set('subtree')
  })
})

describe('who sees which group', () => {
  it('of a distributor its own organisation and those below; of a neighbour none', async () => {
    const { group_id } = await make('city_a1', { agent_ids: [agent('A11')] })
    const seen = async (account: SmallAccount) =>
      (await as(account)(api.resourceGroupList, {})).list.map((group) => group.group_id)
    for (const account of ['city_a1', 'province_a', 'admin'] as const) expect(await seen(account)).toContain(group_id)
    expect(await seen('province_b')).not.toContain(group_id)
    for (const call of [api.resourceGroupInfo, api.resourceGroupAccounts])
      expect(await refusalOf(as('province_b')(call, { params: { id: group_id } }))).toBe('resource_group_not_found')
  })

  it('grantable are exactly those within the own', async () => {
    for (const account of ['admin', 'staff_hangzhou', 'province_a'] as const) {
      const all = await as(account)(api.resourceGroupList, {})
      const { list, total } = await as(account)(api.resourceGroupList, { body: { grantable: true } })
      const idsOf = (groups: readonly { group_id: number }[]) => groups.map(({ group_id }) => group_id)
      expect(idsOf(list)).toEqual(idsOf(all.list.filter(({ grantable }) => grantable)))
      expect(total).toBe(list.length)
    }
    const { list } = await as('staff_hangzhou')(api.resourceGroupList, { body: { grantable: true } })
    expect(list.map(({ everything }) => everything)).not.toContain(true)
  })
})
