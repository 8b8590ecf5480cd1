import { describe, expect, it } from 'vitest'
import { lockOf, type OwnedRole } from './rules.ts'

const CITY = {
  permissions: new Set(['device:view', 'role:view', 'role:edit'] as const),
  data_scope: 'subtree',
  scope_overrides: {},
  agent_id: 2,
  agent_path: '/1/2/',
} as const
const role = (change: Partial<OwnedRole>): OwnedRole => ({
  built_in: false,
  agent_id: 2,
  agent_path: '/1/2/',
  level: 'distributor',
  permissions: ['device:view'],
  data_scope: 'own_records',
  scope_overrides: {},
  ...change,
})

describe('a role may not be changed', () => {
  it.each<[string, Partial<OwnedRole>, ReturnType<typeof lockOf>]>([
    ['not at all: that of the own organisation may', {}, null],
    ['not at all: that of an organisation below may', { agent_id: 3, agent_path: '/1/2/3/' }, null],
    ['when it ships with the product', { built_in: true, agent_id: null, agent_path: null }, 'built_in'],
    ['when the manufacturer made it', { agent_id: null, agent_path: null }, 'not_own'],
    ['when the organisation above created it', { agent_id: 1, agent_path: '/1/' }, 'not_own'],
    ['when an organisation beside created it', { agent_id: 4, agent_path: '/1/4/' }, 'not_own'],
    ['when it may more', { permissions: ['device:edit'] }, 'beyond_own'],
    ['when it reaches further', { data_scope: 'all' }, 'beyond_own'],
  ])('%s', (_, change, lock) => {
    expect(lockOf(CITY, role(change))).toBe(lock)
  })

  it('without the right to edit roles', () => {
    expect(lockOf({ ...CITY, permissions: new Set(['device:view'] as const) }, role({}))).toBe('no_right')
  })
})
