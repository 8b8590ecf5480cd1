import { ExportRequest, type ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { signIn } from '../../../test/sign-in.ts'
import type { SmallAccount, SmallFleet } from '../../../test/small-fleet.ts'
import { systemClock } from '../../platform/clock.ts'
import { accountListExport } from './export-list.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  await database.db.updateTable('accounts').set({ phone: '13800138000' }).execute()
})

const requestOf = (filter: object): ExportRequestOf<'account-list'> => {
  const columns = ['user_name']
  const request = {
    kind: 'account-list',
    format: 'csv',
    file_name: 'x',
    time_zone: 'UTC',
    language: 'en',
    columns,
    filter,
  }
  return ExportRequest.parse(request) as ExportRequestOf<'account-list'> // the kind is its own
}
const callerOf = async (person: SmallAccount) =>
  (await signIn({ database, clock: systemClock }, fleet.accounts[person])).caller
const source = () => accountListExport({ database, clock: systemClock })

/** The user names of every page of two. */
const namesOf = async (person: SmallAccount, filter: object): Promise<unknown[]> => {
  const caller = await callerOf(person)
  const found: unknown[] = []
  for (let after: string | null = null, first = true; first || after !== null; first = false) {
    const { rows, last } = await source().list(caller, requestOf(filter), after, 2)
    found.push(...rows.map(({ user_name }) => user_name))
    after = last
  }
  expect(await source().count(caller, requestOf(filter))).toBe(found.length)
  return found
}

describe('the list of accounts as a file', () => {
  it('holds the accounts of the scope, page by page', async () => {
    expect(await namesOf('city_a1', {})).toEqual(['city_a1', 'county_a11'])
    const all = await namesOf('admin', {})
    expect(all).toEqual(expect.arrayContaining(['admin', 'province_a', 'county_a11', 'province_b']))
  })

  it('holds those that were ticked, of the scope alone', async () => {
    const { admin, county_a11, province_b } = fleet.accounts
    expect(await namesOf('city_a1', { uids: [admin, county_a11, province_b] })).toEqual(['county_a11'])
    expect(await namesOf('city_a1', { except_uids: [county_a11] })).toEqual(['city_a1'])
  })

  it.each([
    ['city_a1', '13***00'],
    ['admin', '13800138000'],
  ] as const)('shows %s the phone of another as %s', async (person, phone) => {
    const { county_a11 } = fleet.accounts
    const { rows } = await source().list(await callerOf(person), requestOf({ uids: [county_a11] }), null, 1)
    expect(rows[0]).toMatchObject({ user_name: 'county_a11', phone, state: 'enabled', totp: 'no' })
  })
})
