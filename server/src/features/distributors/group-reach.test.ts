import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type { ScopedResource } from '@heatfleet/contract/data-scope.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { createAgent, editOf } from '../../../test/distributors-case.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallDistributor } from '../../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole()
let admin: Call
/** Of the manufacturer, for the region of Hangzhou: A1 with its county A11. */
let hangzhou: Call

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  hangzhou = (await console_.signIn('staff_hangzhou')).call
})

const idOf = (name: SmallDistributor): number => fleet.distributors[name].agent_id
const placeOf = async (id: number) => {
  const { updated_at } = await admin(api.agentInfo, { params: { id } })
  return { params: { id }, updated_at }
}

describe('whom a group gives one region', () => {
  it.each<[string, (call: Call, id: number, parent_id: number) => Promise<unknown>]>([
    [
      'looks ahead at no move',
      (call, id, parent_id) => call(api.agentMovePreview, { params: { id }, body: { parent_id } }),
    ],
    [
      'moves nothing',
      async (call, id, parent_id) => {
        const { params, updated_at } = await placeOf(id)
        return call(api.moveAgent, { params, body: { parent_id, updated_at } })
      },
    ],
    [
      'moves nothing by an edit',
      async (call, id, parent_id) =>
        call(api.updateAgent, {
          params: { id },
          body: { ...(await editOf(admin, id)), email: 'county@example.com', parent_id, agent_level: 3 },
        }),
    ],
  ])('%s to a distributor of another, or from there', async (_, move) => {
    expect(await refusalOf(move(hangzhou, idOf('A11'), idOf('A2')))).toBe('distributor_not_found parent_id')
    expect(await refusalOf(move(hangzhou, idOf('A2'), idOf('A1')))).toBe('distributor_not_found')
  })

  it('is shown which accounts lose and gain within the region by a move, and none above it', async () => {
    const city = await createAgent(admin, fleet, { agent_name: 'West', agent_level: 2, parent_id: idOf('B') })
    const preview = { params: { id: idOf('A11') }, body: { parent_id: city } }
    const visibleNames = async (call: Call) => {
      const { loses, gains } = await call(api.agentMovePreview, preview)
      return [loses, gains].map((list) => list.map(({ agent_name }) => agent_name))
    }
    expect(await visibleNames(admin)).toEqual([
      ['A', 'A1'],
      ['B', 'West'],
    ])
    expect(await visibleNames(hangzhou)).toEqual([['A1'], ['West']])
    await admin(api.deleteAgent, { params: { id: city } })
  })

  it('takes no distributor out of it by an edit', async () => {
    const id = await createAgent(admin, fleet)
    const body = { ...(await editOf(admin, id)), email: 'county@example.com', region_code: '330203' }
    expect(await refusalOf(hangzhou(api.updateAgent, { params: { id }, body }))).toBe('outside_own_scope region_code')
  })

  it('neither closes nor moves a distributor with something below it in another region', async () => {
    const id = await createAgent(admin, fleet, { region_code: '330203' })
    const body = { disabled: true }
    expect(await refusalOf(hangzhou(api.disableAgent, { params: { id: idOf('A1') }, body }))).toBe('outside_own_scope')
    const preview = hangzhou(api.agentMovePreview, { params: { id: idOf('A1') }, body: { parent_id: null } })
    expect(await refusalOf(preview)).toBe('outside_own_scope parent_id')
    await admin(api.deleteAgent, { params: { id } })
  })
})

it('whom a group gives one subtree moves nothing out of it', async () => {
  const { group_id } = await database.db
    .insertInto('resource_groups')
    .values({ group_name: 'A1 alone', agent_ids: [idOf('A1')] })
    .returning('group_id')
    .executeTakeFirstOrThrow()
  await database.db
    .updateTable('accounts')
    .set({ resource_group_id: group_id })
    .where('user_name', '=', 'staff')
    .execute()
  const { call } = await console_.signIn('staff')
  const { params, updated_at } = await placeOf(idOf('A11'))
  expect(await refusalOf(call(api.moveAgent, { params, body: { parent_id: null, updated_at } }))).toBe(
    'outside_own_scope parent_id',
  )
})

it('who sees the tree and not what lies in it shows nobody more of it by a move', async () => {
  const call = await withOverride('device')
  const { params, updated_at } = await placeOf(idOf('A11'))
  const body = { parent_id: idOf('A2') }
  expect(await refusalOf(call(api.agentMovePreview, { params, body }))).toBe('outside_own_scope parent_id')
  const moved = call(api.moveAgent, { params, body: { ...body, updated_at } })
  expect(await refusalOf(moved)).toBe('outside_own_scope parent_id')
  const edit = { ...(await editOf(admin, idOf('A11'))), ...body, email: 'a11@example.com', agent_level: 3 as const }
  expect(await refusalOf(call(api.updateAgent, { params, body: edit }))).toBe('outside_own_scope parent_id')
  const units = (await (await console_.signIn('city_a2')).call(api.deviceList)).total
  expect(units).toBe(1)
})

/** Somebody of the manufacturer who may move distributors and sees of one resource the own entries alone. */
const withOverride = async (resource: ScopedResource): Promise<Call> => {
  const { role_id } = await database.db
    .insertInto('roles')
    .values({
      role_name: `Own ${resource}`,
      level: 'manufacturer',
      permissions: ['agent:view', 'agent:edit', 'agent:move'],
      data_scope: 'all',
      scope_overrides: JSON.stringify({ [resource]: 'own_records' }),
    })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  await database.db.updateTable('accounts').set({ role_id }).where('user_name', '=', 'factory').execute()
  return (await console_.signIn('factory')).call
}
