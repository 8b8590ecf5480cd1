import { api } from '@heatfleet/contract/api.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'

const RULE = { include_lower: true, quick: 'all' } as const

describe('groups of devices', () => {
  const { database, fleet, as } = useFleetConsole()
  const macsAt = (...places: string[]) => fleet.devices.filter(({ at }) => places.includes(at)).map(({ mac }) => mac)
  const macsOf = async (call: Awaited<ReturnType<typeof as>>, group_id: number) =>
    (await call(api.deviceList, { body: { group_id } })).list.map(({ mac }) => mac).toSorted()

  it('a list holds its members, of which each sees those in scope', async () => {
    const admin = await as('admin')
    const macs = fleet.devices.map(({ mac }) => mac)
    const group = await admin(api.createDeviceGroup, { body: { group_name: 'All', filter: null, macs } })
    expect(group).toMatchObject({ member_count: macs.length, agent_id: null, creator: 'admin', lock: null })
    expect(await macsOf(admin, group.group_id)).toEqual(macs.toSorted())
    const [mac = ''] = macs
    const change = (member: boolean) =>
      admin(api.deviceGroupMember, { query: { mac }, body: { group_id: group.group_id, member } })
    await change(false)
    expect(await macsOf(admin, group.group_id)).toEqual(macs.slice(1).toSorted())
    await change(true)
    await change(true)
    expect(await macsOf(admin, group.group_id)).toEqual(macs.toSorted())
    // Another organisation's group is not there, also as a filter.
    const province = await as('province_a')
    expect((await province(api.deviceGroupList)).total).toBe(0)
    expect(await codeOf(macsOf(province, group.group_id))).toBe('device_group_not_found')
  })

  it('a filter holds what matches now', async () => {
    const admin = await as('admin')
    const filter = { ...RULE, tag: 'school', device_name: 'house' }
    const group = await admin(api.createDeviceGroup, { body: { group_name: 'Schools', filter } })
    expect(group).toMatchObject({ member_count: 0, filter })
    const [first = '', second = ''] = fleet.devices.map(({ mac }) => mac)
    for (const mac of [first, second]) {
      await admin(api.deviceUpdate, { query: { mac, device_name: `House ${mac}` } })
      await admin(api.deviceTags, { query: { mac }, body: { tags: ['School'], how: 'add' } })
    }
    expect(await macsOf(admin, group.group_id)).toEqual([first, second].toSorted())
    // The list's own name filter and that of the group are two.
    const both = { body: { group_id: group.group_id, device_name: `${first}` } }
    expect((await admin(api.deviceList, both)).list.map(({ mac }) => mac)).toEqual([first])
    await admin(api.deviceTags, { query: { mac: first }, body: { tags: ['school'], how: 'remove' } })
    expect(await macsOf(admin, group.group_id)).toEqual([second])
    const member = { query: { mac: first }, body: { group_id: group.group_id, member: true } }
    expect(await codeOf(admin(api.deviceGroupMember, member))).toBe('device_group_kind')
  })

  it('a filter of a distributor holds what is below it, and moments are those of now', async () => {
    const admin = await as('admin')
    const { agent_id } = fleet.distributors.A1
    const group = await admin(api.createDeviceGroup, {
      body: { group_name: 'City', filter: { ...RULE, agent_id } },
    })
    expect(await macsOf(admin, group.group_id)).toEqual(macsAt('A1', 'A11').toSorted())
    const alone = { ...RULE, agent_id, include_lower: false }
    const edited = await admin(api.editDeviceGroup, {
      params: { id: group.group_id },
      body: { group_name: 'City', description: '', filter: alone, updated_at: group.updated_at },
    })
    expect(await macsOf(admin, group.group_id)).toEqual(macsAt('A1').toSorted())
    const [mac = ''] = macsAt('A1')
    const { device_id } = await database.db
      .selectFrom('devices')
      .select('device_id')
      .where('mac', '=', mac)
      .executeTakeFirstOrThrow()
    const long_ago = { online: false, first_online_at: new Date(0), last_offline_at: new Date(0) }
    await database.db
      .insertInto('device_status')
      .values({ device_id, ...long_ago })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet(long_ago))
      .execute()
    await admin(api.editDeviceGroup, {
      params: { id: group.group_id },
      body: {
        group_name: 'Gone',
        description: '',
        filter: { ...RULE, quick: 'offline_24h' },
        updated_at: edited.updated_at,
      },
    })
    expect(await macsOf(admin, group.group_id)).toEqual([mac])
  })

  it('belongs to the organisation that made it, which keeps its names apart', async () => {
    const province = await as('province_a')
    const body = { group_name: 'Mine', filter: null, macs: macsAt('A11') }
    const group = await province(api.createDeviceGroup, { body })
    expect(group.agent_id).toBe(fleet.distributors.A.agent_id)
    expect(await codeOf(province(api.createDeviceGroup, { body: { ...body, group_name: 'MINE' } }))).toBe(
      'device_group_name_taken',
    )
    expect(await codeOf(province(api.createDeviceGroup, { body: { ...body, macs: macsAt('B') } }))).toBe(
      'device_not_found',
    )
    const admin = await as('admin')
    expect((await admin(api.createDeviceGroup, { body })).agent_id).toBeNull()
    const other = await as('province_b')
    expect(await codeOf(macsOf(other, group.group_id))).toBe('device_group_not_found')
    const { updated_at } = group
    const changed = await province(api.editDeviceGroup, {
      params: { id: group.group_id },
      body: { group_name: 'Ours', description: 'x', filter: null, updated_at },
    })
    const remove = (read_at: string) =>
      province(api.deleteDeviceGroup, { params: { id: group.group_id }, query: { updated_at: read_at } })
    expect(await codeOf(remove(updated_at))).toBe('stale_edit')
    await remove(changed.updated_at)
    expect(await codeOf(macsOf(province, group.group_id))).toBe('device_group_not_found')
  })
})
