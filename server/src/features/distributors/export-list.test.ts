import { ExportRequest, type ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount, SmallFleet } from '../../../test/small-fleet.ts'
import { systemClock } from '../../platform/clock.ts'
import { agentListExport } from './export-list.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await database.db.updateTable('distributors').set({ phone: '13800138000' }).execute()
})

const requestOf = (filter: object): ExportRequestOf<'agent-list'> => {
  const columns = ['agent_name']
  const request = {
    kind: 'agent-list',
    format: 'csv',
    file_name: 'x',
    time_zone: 'UTC',
    language: 'en',
    columns,
    filter,
  }
  return ExportRequest.parse(request) as ExportRequestOf<'agent-list'> // the kind is its own
}

describe('the list of distributors as a file', () => {
  it.each<[SmallAccount, object, string[]]>([
    ['admin', {}, ['A', 'A1', 'A2', 'A11', 'B']],
    ['province_a', {}, ['A', 'A1', 'A2', 'A11']],
    ['city_a1', {}, ['A1', 'A11']],
    ['admin', { agent_level: 2 }, ['A1', 'A2']],
    ['staff_hangzhou', {}, ['A1', 'A11']],
  ])('%s with the filter %o gets %o, page by page', async (person, filter, names) => {
    const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts[person])
    const source = agentListExport({ database, clock: systemClock })
    const request = requestOf(filter)
    const found: unknown[] = []
    for (let after: string | null = null, first = true; first || after !== null; first = false) {
      const { rows, last } = await source.list(caller, request, after, 2)
      found.push(...rows.map(({ agent_name }) => agent_name))
      after = last
    }
    expect(found).toEqual(names)
    expect(await source.count(caller, request)).toBe(names.length)
  })

  it('holds those that were ticked, of the scope alone', async () => {
    const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts.city_a1)
    const [A, A11, B] = (['A', 'A11', 'B'] as const).map((name) => fleet.distributors[name].agent_id)
    const namesOf = async (filter: object) =>
      (await agentListExport({ database, clock: systemClock }).list(caller, requestOf(filter), null, 20)).rows.map(
        ({ agent_name }) => agent_name,
      )
    expect(await namesOf({ agent_ids: [A, A11, B] })).toEqual(['A11'])
    expect(await namesOf({ except_agent_ids: [A11] })).toEqual(['A1'])
  })

  it('counts the units the person sees, not all there are', async () => {
    const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts.office_a)
    const { rows } = await agentListExport({ database, clock: systemClock }).list(caller, requestOf({}), null, 20)
    const own = fleet.devices.filter(({ at }) => at === 'A').length
    expect(rows).toMatchObject([{ agent_name: 'A', device_count: own }])
  })

  it('hides phone numbers from those who may not read them, and names regions', async () => {
    const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts.city_a1)
    const { rows } = await agentListExport({ database, clock: systemClock }).list(caller, requestOf({}), null, 1)
    expect(rows[0]).toMatchObject({
      phone: '13***00',
      region: 'Zhejiang / Hangzhou',
      parent_name: null,
      device_count: 3,
    })
  })
})
