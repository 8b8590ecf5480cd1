import { describe, expect, it } from 'vitest'
import { PERMISSIONS, type Permission, withRequired } from '../permissions.ts'
import { BUILT_IN_ROLES, type BuiltInRole } from './built-in.ts'

/** The columns of product 4.3. */
const ROLES = [
  'Platform admin',
  'Manufacturer staff',
  'After-sales operator',
  'Province agent',
  'City agent',
  'County agent',
] as const satisfies readonly BuiltInRole[]

/** Everything, looking only, nothing, or exactly these. */
type Held = 'all' | 'view' | 'none' | readonly Permission[]
type Row = { rights: readonly Permission[]; held: readonly [Held, Held, Held, Held, Held, Held] }

const CONTROL = ['device:control'] as const
const INSTALLER = ['device:control-installer'] as const
const MAKING: Held = [
  'product:view',
  'product:create',
  'product:edit',
  'product:export',
  'product:delete',
  'product:register-edit',
  'product:simulate',
  'datapoint:edit',
  'datapoint:import',
]
const LEADING_OWN: Held = [
  'account:view',
  'account:create',
  'account:edit',
  'account:disable',
  'account:reset-password',
  'role:view',
  'role:edit',
  'role:delete',
  'resgroup:view',
  'resgroup:edit',
]
const GROWING: Held = ['agent:view', 'agent:create', 'agent:edit', 'agent:export']
const SERVING_USERS: Held = [
  'appuser:view',
  'appuser:edit',
  'appuser:mark',
  'appuser:message',
  'appuser:disable',
  'appuser:export',
  'appuser:erase',
  'pii:view',
]
const RECEIVING: Held = ['shipment:view', 'shipment:confirm', 'shipment:release-ask', 'shipment:release']
const NOTING: Held = ['faultcode:view', 'faultcode:note']
const RENAMING = [
  'device:view',
  'device:edit',
  'device:tag',
  'device:diagnose',
  'device:export',
] as const satisfies Held

/** Product 4.3 row by row, as far as its rights exist; what each partial sign means is decided in docs/decisions/0021. */
const TABLE: Readonly<Record<string, Row>> = {
  'dashboard, map, monitor, analysis': {
    rights: ['dashboard:view', 'bigscreen:view', 'map:view', 'analysis:view', 'analysis:export', 'analysis:report'],
    held: ['all', 'all', 'all', 'all', 'all', 'view'],
  },
  'device view, edit, tag': {
    rights: [...RENAMING, 'device:secret', 'device:delete'],
    held: ['all', [...RENAMING, 'device:delete'], RENAMING, RENAMING, RENAMING, RENAMING],
  },
  'sign commissioning reports': {
    rights: ['device:commission'],
    held: ['all', 'all', 'all', 'all', 'all', 'all'],
  },
  'device control (user points)': { rights: CONTROL, held: ['all', 'all', 'all', 'all', 'all', 'all'] },
  'control: installer': { rights: INSTALLER, held: ['all', 'all', 'all', 'all', 'none', 'none'] },
  'rollout: approve is not creator': {
    rights: ['rollout:view', 'rollout:create', 'rollout:approve', 'rollout:run', 'rollout:rollback'],
    held: ['all', 'all', 'none', 'none', 'none', 'none'],
  },
  'OTA: single device': {
    rights: ['ota:view', 'ota:upgrade'],
    held: ['all', 'all', 'all', 'all', 'none', 'none'],
  },
  'OTA: upload and task': {
    rights: ['ota:upload', 'ota:edit', 'ota:delete', 'ota:campaign'],
    held: ['all', 'all', 'none', 'none', 'none', 'none'],
  },
  'rollout: approve the own': {
    rights: ['rollout:approve-own'],
    held: ['all', 'none', 'none', 'none', 'none', 'none'],
  },
  'import / model set, detect': {
    rights: [
      'device-import:view',
      'device-import:create',
      'device-import:undo',
      'device-import:export',
      'device-import:secret',
    ],
    held: ['all', 'all', 'none', 'none', 'none', 'none'],
  },
  'app, versions, system, ops, api: system': {
    rights: ['system:view', 'system:edit', 'ops:view', 'ops:maintain', 'sim:view', 'sim:run'],
    held: ['all', 'none', 'none', 'none', 'none', 'none'],
  },
  'import / model set, detect: model': {
    rights: ['model:view', 'model:set', 'model:detect', 'model:batch'],
    held: ['all', 'all', 'all', 'view', 'none', 'none'],
  },
  'ship, recall': {
    rights: [
      'shipment:view',
      'shipment:ship',
      'shipment:recall',
      'shipment:confirm',
      'shipment:export',
      'shipment:release-ask',
      'shipment:release',
    ],
    held: ['all', 'all', 'view', 'all', 'all', RECEIVING],
  },
  iccid: {
    rights: ['iccid:view', 'iccid:import', 'iccid:edit', 'iccid:renew', 'iccid:suspend', 'iccid:export'],
    held: ['all', 'all', 'view', 'view', 'view', 'none'],
  },
  'bind, unbind, replace': {
    rights: ['binding:view', 'binding:bind', 'binding:unbind', 'binding:transfer', 'device:replace'],
    held: ['all', 'all', 'all', 'all', 'all', 'all'],
  },
  'product, datapoint, register': {
    rights: [
      'product:view',
      'product:create',
      'product:edit',
      'product:publish',
      'product:delete',
      'product:export',
      'product:register-edit',
      'product:secret',
      'product:simulate',
      'datapoint:edit',
      'datapoint:import',
    ],
    held: ['all', MAKING, 'view', 'view', 'view', 'view'],
  },
  agent: {
    rights: ['agent:view', 'agent:create', 'agent:edit', 'agent:move', 'agent:disable', 'agent:export', 'agent:delete'],
    held: ['all', 'all', 'view', GROWING, GROWING, 'none'],
  },
  'history, logs, control log': {
    rights: [
      'history:view',
      'history:export',
      'history:preset-edit',
      'log:view',
      'log:raw',
      'log:export',
      'controllog:view',
      'controllog:export',
    ],
    held: ['all', 'all', 'all', 'all', 'all', 'view'],
  },
  audit: { rights: ['audit:view', 'audit:export'], held: ['all', 'view', 'none', 'view', 'none', 'none'] },
  'app users, pii unmask': {
    rights: [
      'appuser:view',
      'appuser:edit',
      'appuser:mark',
      'appuser:message',
      'appuser:disable',
      'appuser:export',
      'appuser:erase',
      'pii:view',
      'pii:export',
    ],
    held: ['all', SERVING_USERS, SERVING_USERS, ['appuser:view'], ['appuser:view'], ['appuser:view']],
  },
  'data access of third parties': {
    rights: ['datagrant:view', 'datagrant:revoke'],
    held: ['all', 'all', 'all', 'view', 'view', 'view'],
  },
  'alarm handling': {
    rights: ['alarm:view', 'alarm:ack', 'alarm:assign', 'alarm:process', 'alarm:close', 'alarm:reopen', 'alarm:export'],
    held: ['all', 'all', 'all', 'all', 'all', 'all'],
  },
  'alarm mutes': { rights: ['alarm:mute'], held: ['all', 'all', 'all', 'all', 'all', 'none'] },
  'alarm rules': {
    rights: ['alarm-rule:view', 'alarm-rule:edit', 'alarm-rule:enable'],
    held: ['all', 'all', ['alarm-rule:view'], 'all', 'all', 'none'],
  },
  // They hold for the whole fleet.
  'built-in types of alarms': { rights: ['alarm-rule:types'], held: ['all', 'all', 'none', 'none', 'none', 'none'] },
  notifications: {
    rights: ['notification:view', 'notification:edit', 'notification:enable'],
    held: ['all', 'all', ['notification:view'], 'all', 'all', 'none'],
  },
  webhooks: {
    rights: ['webhook:view', 'webhook:edit'],
    held: ['all', 'all', 'none', 'all', 'all', 'none'],
  },
  'orders, revisit': {
    rights: [
      'order:view',
      'order:create',
      'order:reply',
      'order:assign',
      'order:resolve',
      'order:reopen',
      'order:export',
      'order:canned-edit',
      'revisit:view',
      'revisit:record',
    ],
    held: ['all', 'all', 'all', 'all', 'all', 'all'],
  },
  // It holds for the whole tree.
  'settings of orders': { rights: ['order:settings'], held: ['all', 'all', 'none', 'none', 'none', 'none'] },
  'accounts, roles': {
    rights: [
      'account:view',
      'account:create',
      'account:edit',
      'account:disable',
      'account:delete',
      'account:reset-password',
      'account:view-as',
      'role:view',
      'role:edit',
      'role:delete',
      'resgroup:view',
      'resgroup:edit',
    ],
    held: ['all', LEADING_OWN, 'none', LEADING_OWN, LEADING_OWN, 'none'],
  },
  'app, versions, system, ops, api': {
    rights: [
      'app:view',
      'app:edit',
      'app:secret',
      'appversion:view',
      'appversion:edit',
      'appversion:release',
      'api:view',
      'api:edit',
    ],
    held: ['all', ['app:view', 'app:edit', 'appversion:view', 'appversion:edit'], 'none', 'none', 'none', 'none'],
  },
  'fault codes (with products)': {
    rights: ['faultcode:view', 'faultcode:note', 'faultcode:edit'],
    held: ['all', 'all', NOTING, NOTING, NOTING, NOTING],
  },
}

const expected = (held: Held, rights: readonly Permission[]): readonly Permission[] => {
  if (held === 'all') return rights
  if (held === 'none') return []
  return held === 'view' ? rights.filter((right) => right.endsWith(':view')) : held
}
const heldBy = (role: BuiltInRole): readonly Permission[] => BUILT_IN_ROLES[role].permissions

describe('the built-in roles hold what the table of the product says:', () => {
  it.each(Object.entries(TABLE))('%s', (_, { rights, held }) => {
    for (const [column, role] of ROLES.entries()) {
      const own = rights.filter((right) => heldBy(role).includes(right))
      expect([role, [...own].sort()]).toEqual([role, [...expected(held[column] ?? 'none', rights)].sort()])
    }
  })

  it('every right stands in one row', () => {
    const listed = Object.values(TABLE).flatMap(({ rights }) => rights)
    expect([...listed].sort()).toEqual([...PERMISSIONS].sort())
  })
})

it.each(Object.keys(BUILT_IN_ROLES) as BuiltInRole[])('%s holds all that its rights require', (role) => {
  expect([...new Set(heldBy(role))].sort()).toEqual([...withRequired(heldBy(role))].sort())
})
