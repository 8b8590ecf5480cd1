import { describe, expect, it } from 'vitest'
import { type EffectivePermissions, effectivePermissionsOf } from '../../effective-permissions.ts'
import { isRoleGrantable } from './rules.ts'
import type { GrantedRole } from './store-grants.ts'

const NOTHING_LISTED = {
  resource_group_id: 1,
  group_everything: true,
  group_agent_paths: [],
  group_region_codes: [],
  group_product_keys: [],
  group_device_ids: [],
} as const

const personAt = (agent_path: string | null): EffectivePermissions =>
  effectivePermissionsOf({
    uid: 1,
    user_name: 'li',
    agent_path,
    permissions: ['device:view', 'account:view'],
    data_scope: agent_path === null ? 'all' : 'subtree',
    scope_overrides: {},
    ...NOTHING_LISTED,
  })
/** A role with fewer rights than any account here: only creator and organisation decide. */
const role = (made: Pick<GrantedRole, 'built_in' | 'level' | 'owner_path'>): GrantedRole => ({
  role_id: 1,
  role_name: 'Looks on',
  description: '',
  permissions: ['device:view'],
  data_scope: 'own_records',
  scope_overrides: {},
  ...made,
})

const OWN = role({ built_in: false, level: 'distributor', owner_path: '/1/' })
const LOWER = role({ built_in: false, level: 'distributor', owner_path: '/1/2/' })
const ELSEWHERE = role({ built_in: false, level: 'distributor', owner_path: '/7/' })
const OF_MANUFACTURER = role({ built_in: false, level: 'distributor', owner_path: null })
const BUILT_IN = role({ built_in: true, level: 'distributor', owner_path: null })
const FOR_MANUFACTURER = role({ built_in: true, level: 'manufacturer', owner_path: null })
/** Nothing makes it: the rule does not rely on that. */
const MISPLACED = role({ built_in: false, level: 'manufacturer', owner_path: '/1/' })

describe('a role is offered to be given', () => {
  it.each([
    ['by a distributor: that of the own organisation', '/1/', OWN, true],
    ['by a distributor: that of an organisation below', '/1/', LOWER, true],
    ['by a distributor: one that ships for distributors', '/1/', BUILT_IN, true],
    ['by a distributor: not that of another organisation', '/1/', ELSEWHERE, false],
    ['by a distributor: not what the manufacturer made', '/1/', OF_MANUFACTURER, false],
    ['by a distributor: not one for the manufacturer', '/1/', FOR_MANUFACTURER, false],
    ['by a distributor: not one for the manufacturer, whichever account created it', '/1/', MISPLACED, false],
    ['by the manufacturer: what he made', null, OF_MANUFACTURER, true],
    ['by the manufacturer: one for his own people', null, FOR_MANUFACTURER, true],
  ] as const)('%s', (_, agent_path, given, is_offered) => {
    expect(isRoleGrantable(personAt(agent_path), given)).toBe(is_offered)
  })
})
