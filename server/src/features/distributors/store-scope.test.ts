import { AgentNode, DistributorFilter } from '@heatfleet/contract/distributors/distributors.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallDistributor, SmallFleet } from '../../../test/small-fleet.ts'
import { type Scope, subtreeOf } from '../../platform/scope.ts'
import { reachesOut } from './store.ts'
import { findFull, listAgents, listCoverage } from './store-list.ts'
import { listWithAccounts, readSubtree } from './store-move.ts'
import { listTree } from './store-tree.ts'
import { listAccountsOf, listDevicesOf, listSubsOf } from './store-use.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  const { db } = database
  await db.updateTable('devices').set({ active: true }).execute()
  await db
    .updateTable('distributors')
    .set({ agency_area: ['320000'] })
    .where('agent_id', '=', fleet.distributors.B.agent_id)
    .execute()
})

const at = (name: SmallDistributor): Scope => subtreeOf(fleet.distributors[name].agent_path)
/** All distributors of a subtree, but the units of its head alone. */
const visibilityOf = (name: SmallDistributor) => ({ agent: at(name), device: { ...at(name), own_agent: true } })
const idOf = (name: SmallDistributor): number => fleet.distributors[name].agent_id
const nodesOf = (written: readonly string[]): AgentNode[] => AgentNode.array().parse(JSON.parse(`[${written.join()}]`))
const unitsOf = (name: SmallDistributor): number => fleet.devices.filter((device) => device.at === name).length

describe('distributors as a scope sees them', () => {
  it.each([
    { says: 'above the own one', own: 'A1', under: 'A', found: [] },
    { says: 'beside the own one', own: 'A1', under: 'A2', found: [] },
    { says: 'below the own one', own: 'A', under: 'A1', found: ['A1', 'A11'] },
  ] as const)('as a filter, one $says', async ({ own, under, found }) => {
    const filter = DistributorFilter.parse({ under: idOf(under) })
    const { rows } = await listAgents(database, { agent: at(own), device: at(own) }, filter, { offset: 0, limit: 20 })
    expect(new Set(rows.map(({ agent_id }) => agent_id))).toEqual(new Set(found.map(idOf)))
  })

  it('have the figures of the units the scope sees, and no others', async () => {
    const full = await findFull(database.db, visibilityOf('A'), idOf('A'))
    expect(full).toMatchObject({ device_count: unitsOf('A'), active_count: unitsOf('A') })
  })

  it('begin the tree where the scope begins, and are found by name in it alone', async () => {
    const query = { offset: 0, limit: 20, search: '' }
    const tree = async (own: SmallDistributor, more: object) => {
      const { written } = await listTree(database, visibilityOf(own), { ...query, parent_id: undefined, ...more })
      return nodesOf(written).map(({ agent_id }) => agent_id)
    }
    expect(await tree('A1', { parent_id: null })).toEqual([idOf('A1')])
    const { agent_name } = await database.db
      .selectFrom('distributors')
      .select('agent_name')
      .where('agent_id', '=', idOf('A2'))
      .executeTakeFirstOrThrow()
    expect(await tree('A1', { search: agent_name })).toEqual([])
    // With one distributor alone in scope, a search does not reveal one of this name below it.
    const alone = { agent: { ...at('A'), own_agent: true }, device: at('A') }
    expect(await listTree(database, alone, { ...query, parent_id: undefined, search: agent_name })).toMatchObject({
      total: 0,
      written: [],
    })
    const { written } = await listTree(database, alone, { ...query, parent_id: null })
    expect(nodesOf(written)).toMatchObject([{ agent_id: idOf('A'), has_children: false }])
    const { written: seen } = await listTree(database, visibilityOf('A'), { ...query, parent_id: null })
    expect(nodesOf(seen)).toMatchObject([{ agent_id: idOf('A'), has_children: true, device_count: unitsOf('A') }])
  })

  it('cover the regions of the scope with the units of the scope', async () => {
    const { seats, areas } = await listCoverage(database.db, visibilityOf('A'))
    expect(seats.reduce((sum, { devices }) => sum + devices, 0)).toBe(unitsOf('A'))
    expect(areas).toEqual([])
  })

  it('are counted for a move as far as the scope reaches', async () => {
    const { db } = database
    const { agent_path } = fleet.distributors.A
    expect(await readSubtree(db, at('A1'), agent_path)).toMatchObject({ sub_distributors: 2 })
    expect(await readSubtree(db, at('B'), agent_path)).toMatchObject({ sub_distributors: 0, accounts: 0 })
    expect(await listWithAccounts(db, at('A1'), [idOf('A'), idOf('A1')])).toMatchObject([{ agent_id: idOf('A1') }])
    expect(await reachesOut(db, at('A'), agent_path)).toBe(false)
    expect(await reachesOut(db, at('A1'), agent_path)).toBe(true)
  })

  it.each([
    { says: 'all of it', own: 'A', subs: ['A11'], devices: 1, accounts: ['city_a1'] },
    { says: 'what is below the own one', own: 'A11', subs: ['A11'], devices: 0, accounts: [] },
    { says: 'nothing from beside it', own: 'B', subs: [], devices: 0, accounts: [] },
  ] as const)('keep one from being deleted by name: $says', async ({ own, subs, devices, accounts }) => {
    const { db } = database
    const namesOf = ({ first }: { first: { name: string }[] }) => first.map(({ name }) => name)
    expect(namesOf(await listSubsOf(db, at(own), idOf('A1')))).toEqual(subs)
    expect(await listDevicesOf(db, at(own), idOf('A1'))).toMatchObject({ count: devices })
    expect(namesOf(await listAccountsOf(db, at(own), idOf('A1')))).toEqual(accounts)
  })
})
