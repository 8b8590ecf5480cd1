import { describe, expect, it } from 'vitest'
import {
  changesOf,
  editedPlaceFlaw,
  idsOf,
  isInUse,
  levelBelow,
  moveFlaw,
  ownFlaw,
  placeFlaw,
  quotaFlaw,
} from './rules.ts'

const province = { agent_level: 1, agent_path: '/1/' }
const other_province = { agent_level: 1, agent_path: '/2/' }
const city = { agent_level: 2, agent_path: '/1/3/' }
const other_city = { agent_level: 2, agent_path: '/2/4/' }
const county = { agent_level: 3, agent_path: '/1/3/5/' }
const other_county = { agent_level: 3, agent_path: '/2/4/6/' }

describe('where a distributor may be made', () => {
  it.each([
    ['a province at the top', 1, null, null],
    ['a city below a province', 2, province, null],
    ['a county below a city', 3, city, null],
    ['a city at the top', 2, null, 'parent_required'],
    ['a county at the top', 3, null, 'parent_required'],
    ['a province below a province', 1, province, 'parent_level_wrong'],
    ['a county below a province', 3, province, 'parent_level_wrong'],
    ['a city below a city', 2, city, 'parent_level_wrong'],
    ['a county below a county', 3, county, 'sub_distributor_forbidden'],
    ['a city below a county', 2, county, 'sub_distributor_forbidden'],
  ])('%s', (_, level, parent, code) => {
    expect(placeFlaw(level, parent)?.code ?? null).toBe(code)
  })
})

describe('where a distributor may be moved', () => {
  it.each([
    ['a county to another city', county, other_city, null],
    ['a county to its own city', county, city, null],
    ['a city to another province', city, other_province, null],
    ['a county to a province: it rises', county, other_province, null],
    ['a city to the top: it rises', city, null, null],
    ['a county to the top: it rises', county, null, null],
    ['a province stays at the top', province, null, null],
    ['a province below a province', province, other_province, 'distributor_downgrade'],
    ['a province below a city', province, other_city, 'distributor_downgrade'],
    ['a city below a city', city, other_city, 'distributor_downgrade'],
    ['anything below a county', city, other_county, 'sub_distributor_forbidden'],
    ['a county below a county', county, other_county, 'sub_distributor_forbidden'],
    ['below itself', city, city, 'parent_below_itself'],
    ['below its own county', city, county, 'parent_below_itself'],
    ['below its own city', province, city, 'parent_below_itself'],
  ])('%s', (_, agent, parent, code) => {
    expect(moveFlaw(agent, parent)?.code ?? null).toBe(code)
  })

  it.each([
    [null, 1],
    [province, 2],
    [city, 3],
  ])('below %o is level %i', (parent, level) => {
    expect(levelBelow(parent)).toBe(level)
  })

  it('a path that only begins with the same digits is another one', () => {
    expect(moveFlaw({ agent_level: 2, agent_path: '/1/3/' }, { agent_level: 1, agent_path: '/1/' })).toBeNull()
    expect(moveFlaw({ agent_level: 1, agent_path: '/1/' }, { agent_level: 1, agent_path: '/11/' })?.code).toBe(
      'distributor_downgrade',
    )
  })
})

describe('level and higher distributor in an edit', () => {
  it.each([
    ['nothing said', city, {}, null],
    ['the same level', city, { agent_level: 2 }, null],
    ['a lower level', city, { agent_level: 3 }, 'distributor_downgrade'],
    ['a lower level under a fitting parent', city, { agent_level: 3, parent: other_city }, 'distributor_downgrade'],
    ['a higher level without another parent', county, { agent_level: 2 }, 'parent_level_wrong'],
    ['another province', city, { agent_level: 2, parent: other_province }, null],
    ['another city, which downgrades', city, { parent: other_city }, 'distributor_downgrade'],
    ['a parent that does not fit the level', county, { agent_level: 3, parent: other_province }, 'parent_level_wrong'],
    ['a rise with its parent', county, { agent_level: 2, parent: other_province }, null],
    ['to the top', city, { agent_level: 1, parent: null }, null],
    ['to the top, said to be a city', city, { agent_level: 2, parent: null }, 'parent_required'],
  ])('%s', (_, agent, wanted, code) => {
    const { agent_level, parent } = { agent_level: undefined, parent: undefined, ...wanted }
    expect(editedPlaceFlaw(agent, { agent_level, parent })?.code ?? null).toBe(code)
  })
})

describe('what the own people may change', () => {
  it.each([
    [['phone'], null],
    [['address', 'phone', 'email'], null],
    [[], null],
    [['agent_name'], 'agent_name'],
    [['phone', 'account_quota'], 'account_quota'],
    [['agent_level'], 'agent_level'],
    [['parent_id'], 'parent_id'],
    [['region_code'], 'region_code'],
  ])('%o', (changed, field) => {
    expect(ownFlaw(changed)?.field ?? null).toBe(field)
  })
})

describe('a quota', () => {
  it.each([
    [{ account_quota: null, device_quota: null }, null],
    [{ account_quota: 3, device_quota: 40 }, null],
    [{ account_quota: 2, device_quota: null }, 'account_quota'],
    [{ account_quota: null, device_quota: 39 }, 'device_quota'],
    [{ account_quota: 0, device_quota: 0 }, 'account_quota'],
  ])('%o with three accounts and forty devices', (quotas, field) => {
    expect(quotaFlaw(quotas, { accounts: 3, devices: 40 })?.field ?? null).toBe(field)
  })
})

describe('what still hangs on a distributor', () => {
  const free = { sub_distributors: 0, devices: 0, accounts: 0, roles: 0, resource_groups: 0 }

  it('nothing', () => {
    expect(isInUse(free)).toBe(false)
  })

  it.each(Object.keys(free))('one of %s', (kind) => {
    expect(isInUse({ ...free, [kind]: 1 })).toBe(true)
  })
})

it('a change contains the fields that differ, old and new', () => {
  expect(changesOf({ a: 1, b: ['x'], c: null }, { a: 2, b: ['x'], c: null })).toEqual({
    before: { a: 1 },
    after: { a: 2 },
    fields: ['a'],
  })
})

it('a path names its distributors, the highest first', () => {
  expect(idsOf('/1/33/7/')).toEqual([1, 33, 7])
})
