import { api } from '@heatfleet/contract/api.ts'
import type { ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import { beforeAll, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { systemClock } from '../../platform/clock.ts'
import { groupListExport } from './export-list.ts'

const { database, fleet, console_ } = useFleetConsole()

beforeAll(async () => {
  const { call } = await console_.signIn('admin')
  const { A, B } = fleet.distributors
  await call(api.createResourceGroup, {
    body: { group_name: 'Two provinces', region_codes: ['330100'], agent_ids: [A.agent_id, B.agent_id] },
  })
  const province = await console_.signIn('province_a')
  await province.call(api.createResourceGroup, { body: { group_name: 'Of A', agent_ids: [A.agent_id] } })
})

/** What one person's file holds, page by page of one line. */
const linesOf = async (person: SmallAccount, filter: { group_name?: string } = {}) => {
  const { caller } = await signIn({ database, clock: systemClock }, fleet.accounts[person])
  const request: ExportRequestOf<'group-list'> = {
    kind: 'group-list',
    format: 'csv',
    file_name: 'Groups',
    time_zone: 'UTC',
    language: 'en',
    columns: [],
    filter: { sort_by: 'group_name', sort_order: 'asc', ...filter },
  }
  const source = groupListExport({ database })
  const found = []
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const { rows, last } = await source.list(caller, request, after, 1)
    found.push(...rows)
    after = last
  }
  expect(await source.count(caller, request)).toBe(found.length)
  return found
}

it('holds the groups the person sees and no others', async () => {
  const namesOf = async (person: SmallAccount) => (await linesOf(person)).map(({ group_name }) => group_name)
  expect(await namesOf('admin')).toEqual(expect.arrayContaining(['everything', 'Two provinces', 'Of A']))
  expect(await namesOf('province_a')).toEqual(['everything', 'Of A'])
  expect(await namesOf('province_b')).toEqual(['everything'])
})

it('holds those the list is narrowed to, in words', async () => {
  expect(await linesOf('admin', { group_name: 'TWO' })).toMatchObject([
    {
      group_name: 'Two provinces',
      agents: ['A', 'B'],
      regions: 'Zhejiang / Hangzhou',
      accounts: 0,
      creator: 'admin',
    },
  ])
})
