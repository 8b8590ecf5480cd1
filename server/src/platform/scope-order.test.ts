import { describe, expect, it } from 'vitest'
import { EVERYTHING, type GroupScope, type Scope, subtreeOf } from './scope.ts'
import { findScopeOverreach, isGroupWithin } from './scope-order.ts'

const groupOf = (part: Partial<GroupScope>): GroupScope => ({
  group_id: 0,
  agent_paths: [],
  region_prefixes: [],
  product_keys: [],
  device_ids: [],
  ...part,
})
const within = (part: Partial<Scope>): Scope => ({ ...EVERYTHING, ...part })
const own_records = { uid: 7, user_name: 'seven', agent_path: '/' }

describe('a scope within another', () => {
  it.each<[string, Scope, Scope, ReturnType<typeof findScopeOverreach>]>([
    ['the fleet in the fleet', EVERYTHING, EVERYTHING, null],
    ['a province in the fleet', subtreeOf('/1/'), EVERYTHING, null],
    ['the fleet in a province', EVERYTHING, subtreeOf('/1/'), 'agent'],
    ['a city in its province', subtreeOf('/1/2/'), subtreeOf('/1/'), null],
    ['a city in another province', subtreeOf('/3/2/'), subtreeOf('/1/'), 'agent'],
    ['a province in one whose number begins alike', subtreeOf('/12/'), subtreeOf('/1/'), 'agent'],
    ['the own distributor in its subtree', within({ agent_path: '/1/', own_agent: true }), subtreeOf('/1/'), null],
    [
      'a subtree in its own distributor',
      subtreeOf('/1/'),
      within({ agent_path: '/1/', own_agent: true }),
      'data_scope',
    ],
    ['a lower distributor', subtreeOf('/1/2/'), within({ agent_path: '/1/', own_agent: true }), 'agent'],
    ['own records in everything', within({ own_records }), EVERYTHING, null],
    ['everything in own records', EVERYTHING, within({ own_records }), 'data_scope'],
    ['own records in own records', within({ own_records }), within({ own_records }), null],
    ['no group in a group', EVERYTHING, within({ group: groupOf({ agent_paths: ['/1/'] }) }), 'group'],
    ['a group in no group', within({ group: groupOf({ agent_paths: ['/1/'] }) }), EVERYTHING, null],
  ])('%s', (_, inner, outer, excess) => {
    expect(findScopeOverreach(inner, outer)).toBe(excess)
  })
})

describe('a resource group within another', () => {
  it.each<[string, Partial<GroupScope>, Partial<GroupScope>, boolean]>([
    ['itself', { group_id: 4 }, { group_id: 4 }, true],
    ['a lower distributor', { agent_paths: ['/1/2/'] }, { agent_paths: ['/1/'] }, true],
    ['another distributor', { agent_paths: ['/1/', '/3/'] }, { agent_paths: ['/1/'] }, false],
    ['a city of the region', { region_prefixes: ['3301'] }, { region_prefixes: ['33'] }, true],
    ['a wider region', { region_prefixes: ['33'] }, { region_prefixes: ['3301'] }, false],
    ['a distributor against a region', { agent_paths: ['/1/'] }, { region_prefixes: ['33'] }, false],
    ['a part of the products', { product_keys: ['a'] }, { product_keys: ['a', 'b'] }, true],
    ['other products', { product_keys: ['c'] }, { product_keys: ['a', 'b'] }, false],
    ['any product', { agent_paths: ['/1/'] }, { agent_paths: ['/1/'], product_keys: ['a'] }, false],
    ['anywhere', { product_keys: ['a'] }, { product_keys: ['a'], agent_paths: ['/1/'] }, false],
    ['a place and a product', { product_keys: ['a'], agent_paths: ['/1/'] }, { product_keys: ['a'] }, true],
    ['listed devices', { device_ids: [1] }, { device_ids: [1, 2] }, true],
    ['a device that is not listed', { device_ids: [3] }, { device_ids: [1, 2] }, false],
    ['a rule in listed devices', { product_keys: ['a'] }, { device_ids: [1] }, false],
    ['nothing', {}, { device_ids: [1] }, true],
  ])('%s', (_, inner, outer, is) => {
    expect(isGroupWithin(groupOf({ group_id: 1, ...inner }), groupOf({ group_id: 2, ...outer }))).toBe(is)
  })
})
