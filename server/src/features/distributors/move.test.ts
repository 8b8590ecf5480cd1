import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAgent, editOf } from '../../../test/distributors-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { openPushConsole } from '../../../test/push-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallDistributor } from '../../../test/small-fleet.ts'
import { systemClock } from '../../platform/clock.ts'

const { database, fleet, console_ } = useFleetConsole()
let admin: Call
let province: Call
let city: Call

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  province = (await console_.signIn('province_a')).call
  city = (await console_.signIn('city_a1')).call
})

const idOf = (name: SmallDistributor): number => fleet.distributors[name].agent_id
const create = (call: Call, change: object = {}) => createAgent(call, fleet, change)
const read = (call: Call, id: number) => call(api.agentInfo, { params: { id } })
const namesFor = async (call: Call): Promise<string[]> =>
  (await call(api.agentList)).list.map(({ agent_name }) => agent_name)

describe('the place in an edit', () => {
  it.each<[string, () => Promise<[Call, SmallDistributor]>, () => object, string]>([
    [
      'a first-level one below another',
      async () => [admin, 'B'],
      () => ({ agent_level: 1, parent_id: idOf('A') }),
      'distributor_downgrade parent_id',
    ],
    [
      'a city without its province',
      async () => [admin, 'A1'],
      () => ({ agent_level: 2, parent_id: null }),
      'parent_required parent_id',
    ],
    [
      'the own one as it was read, its province unseen',
      async () => [city, 'A1'],
      () => ({ address: 'New street', agent_level: 2, parent_id: null }),
      'ok',
    ],
  ])('%s', async (_, who, change, outcome) => {
    const [call, name] = await who()
    const id = idOf(name)
    // The small fleet is seeded without contacts; an edit must enter one.
    const body = { ...(await editOf(admin, id)), email: 'city@example.com', ...change() }
    expect(await refusalOf(call(api.updateAgent, { params: { id }, body }))).toBe(outcome)
  })
})

describe('a move', () => {
  const move = async (call: Call, id: number, parent_id: number | null) =>
    call(api.moveAgent, { params: { id }, body: { parent_id, updated_at: (await read(admin, id)).updated_at } })
  const pathsAreTrue = async () => {
    const { rows } = await database.pool.query(
      `select count(*)::int as n from distributors d left join distributors p on p.agent_id = d.parent_id
        where d.agent_path <> coalesce(p.agent_path, '/') || d.agent_id || '/' or d.agent_level <> coalesce(p.agent_level, 0) + 1
       union all
       select count(*)::int from devices v join distributors d using (agent_id) where v.agent_path <> d.agent_path`,
    )
    expect(rows).toEqual([{ n: 0 }, { n: 0 }])
  }

  it('previews what it changes: devices, accounts, who loses it and who gains it', async () => {
    const preview = await admin(api.agentMovePreview, {
      params: { id: idOf('A11') },
      body: { parent_id: idOf('A2') },
    })
    expect(preview).toMatchObject({
      devices: 2,
      accounts: 1,
      account_names: ['county_a11'],
      level_before: 3,
      level_after: 3,
      loses: [{ agent_name: 'A1', accounts: 1 }],
      gains: [{ agent_name: 'A2', accounts: 1 }],
    })
  })

  it('takes the subtree with its devices along; open screens, sockets and the gateway learn of it', async () => {
    const old_city = await openPushConsole(console_.port)
    await old_city.authenticate(await signIn({ database, clock: systemClock }, fleet.accounts.city_a1))
    expect(await move(admin, idOf('A11'), idOf('A2'))).toMatchObject({ moved_devices: 2 })
    expect(await old_city.next()).toMatchObject({ cmd: 'PushTreeChanged' })
    old_city.ws.close()
    await old_city.closed
    const moved = fleet.devices.filter(({ at }) => at === 'A11').map(({ device_id }) => device_id)
    expect(console_.published).toContainEqual({ kind: 'devices_changed', device_ids: moved })
    const new_city = (await console_.signIn('city_a2')).call
    expect(await namesFor(city)).not.toContain('A11')
    expect(await namesFor(new_city)).toContain('A11')
    expect((await new_city(api.deviceList)).total).toBe(3)
    expect((await city(api.deviceList)).total).toBe(1)
    await pathsAreTrue()
    await move(admin, idOf('A11'), idOf('A1'))
    await pathsAreTrue()
  })

  it('raises a city to a province with its counties, and never the other way', async () => {
    await move(admin, idOf('A1'), null)
    await pathsAreTrue()
    expect((await read(admin, idOf('A11'))).agent_level).toBe(2)
    expect(await refusalOf(move(admin, idOf('A1'), idOf('A')))).toBe('distributor_downgrade parent_id')
  })

  it('two moves at once make no cycle and leave true paths', async () => {
    const [one, other] = [await create(admin, { agent_level: 2, parent_id: idOf('A') }), idOf('B')]
    const outcomes = await Promise.all([
      refusalOf(move(admin, one, other)),
      refusalOf(move(admin, other, one)),
      refusalOf(move(admin, idOf('A2'), other)),
    ])
    expect(outcomes[1]).toMatch(/distributor_downgrade|parent_below_itself/)
    await pathsAreTrue()
  })

  it('of what was changed meanwhile is refused', async () => {
    const id = await create(admin, { agent_level: 2, parent_id: idOf('A') })
    const body = { parent_id: idOf('B'), updated_at: '2020-01-01T00:00:00.000Z' }
    expect(await refusalOf(admin(api.moveAgent, { params: { id }, body }))).toBe('stale_edit')
  })

  it('by an edit needs the right to move', async () => {
    const id = await create(province, { agent_level: 2, parent_id: idOf('A') })
    const body = { ...(await editOf(admin, id)), parent_id: null, agent_level: 1 as const }
    expect(await refusalOf(province(api.updateAgent, { params: { id }, body }))).toBe('no_permission parent_id')
    expect(await refusalOf(admin(api.updateAgent, { params: { id }, body }))).toBe('ok')
    await pathsAreTrue()
  })
})

it('a device cannot carry another path than its distributor', async () => {
  await expect(
    database.db
      .updateTable('devices')
      .set({ agent_path: '/999/' })
      .where('device_id', '=', fleet.devices[0]?.device_id ?? 0)
      .execute(),
  ).rejects.toThrow('devices_distributor_fkey')
})
