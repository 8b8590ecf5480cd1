import { describe, expect, it } from 'vitest'
import { subtreeOf } from '../../platform/scope.ts'
import { lockOf } from './rules.ts'

type Group = Parameters<typeof lockOf>[1]

const CITY = {
  permissions: new Set(['resgroup:edit'] as const),
  scope: subtreeOf('/1/2/'),
  agent_id: 2,
  agent_path: '/1/2/',
} as const
const group = (change: Partial<Group>): Group => ({
  group_id: 9,
  everything: false,
  built_in: false,
  agent_id: 2,
  agent_path: '/1/2/',
  agent_paths: ['/1/2/'],
  region_codes: [],
  product_keys: [],
  device_ids: [],
  ...change,
})

describe('a resource group may not be changed', () => {
  it.each<[string, Partial<Group>, ReturnType<typeof lockOf>]>([
    ['not at all: that of the own organisation may', {}, null],
    ['not at all: that of an organisation below may', { agent_id: 3, agent_path: '/1/2/3/' }, null],
    ['when it ships with the product', { built_in: true, agent_id: null, agent_path: null }, 'built_in'],
    ['when the manufacturer made it', { agent_id: null, agent_path: null }, 'not_own'],
    ['when the organisation above created it', { agent_id: 1, agent_path: '/1/' }, 'not_own'],
    ['when an organisation beside created it', { agent_id: 4, agent_path: '/1/4/' }, 'not_own'],
  ])('%s', (_, change, lock) => {
    expect(lockOf(CITY, group(change))).toBe(lock)
  })

  it('when it holds what the own group does not', () => {
    const scope = { ...CITY.scope, group: { ...NARROW, product_keys: ['other'] } }
    expect(lockOf({ ...CITY, scope }, group({}))).toBe('beyond_own')
  })

  it('without the right to edit groups', () => {
    expect(lockOf({ ...CITY, permissions: new Set() }, group({}))).toBe('no_right')
  })
})

const NARROW = { group_id: 5, agent_paths: [], region_prefixes: [], product_keys: [], device_ids: [] }
