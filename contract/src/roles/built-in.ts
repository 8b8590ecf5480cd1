import type { DataScope } from '../data-scope.ts'
import { PERMISSIONS, type Permission } from '../permissions.ts'

/** Whose accounts may have a role: the manufacturer's own people, or those of distributors. */
export const ROLE_LEVELS = ['manufacturer', 'distributor'] as const
export type RoleLevel = (typeof ROLE_LEVELS)[number]

/** A role that ships with the product: read-only, to be copied. */
export type BuiltInRoleRow = {
  description: string
  /** Whose accounts may have it. */
  level: RoleLevel
  data_scope: DataScope
  permissions: readonly Permission[]
}

const LOOKING = [
  'dashboard:view',
  'bigscreen:view',
  'map:view',
  'analysis:view',
  'device:view',
  'device:export',
  'shipment:view',
  'binding:view',
  'appuser:view',
  'datagrant:view',
  'alarm:view',
  'order:view',
  'revisit:view',
  'history:view',
  'log:view',
  'controllog:view',
  'product:view',
  'faultcode:view',
] as const
/** Editing products; publishing is a separate permission. */
const MAKING_PRODUCTS = [
  'product:view',
  'product:create',
  'product:edit',
  'product:export',
  'product:simulate',
  'product:register-edit',
  'datapoint:edit',
  'datapoint:import',
  'faultcode:view',
  'faultcode:note',
  'faultcode:edit',
] as const
const USING = [
  ...LOOKING,
  'device:diagnose',
  'device:edit',
  'device:tag',
  'device:control',
  'device:replace',
  'device:commission',
  'binding:bind',
  'binding:unbind',
  'binding:transfer',
  'faultcode:note',
  'alarm:ack',
  'alarm:assign',
  'alarm:process',
  'alarm:close',
  'alarm:reopen',
  'alarm:export',
  'order:create',
  'order:reply',
  'order:assign',
  'order:resolve',
  'order:reopen',
  'order:export',
  'order:canned-edit',
  'revisit:record',
] as const
const SERVING_USERS = [
  'appuser:edit',
  'appuser:mark',
  'appuser:message',
  'appuser:disable',
  'appuser:export',
  'appuser:erase',
  'datagrant:revoke',
  'pii:view',
] as const
/** Roles and groups of the own organisation (product 4.3: accounts, roles). */
const GRANTING = ['role:view', 'role:edit', 'role:delete', 'resgroup:view', 'resgroup:edit'] as const
/** All of history and logs; a county only looks. */
const STUDYING = [
  'analysis:export',
  'analysis:report',
  'history:export',
  'history:preset-edit',
  'log:raw',
  'log:export',
  'controllog:export',
] as const
const SERVING = [...USING, ...STUDYING] as const
const INSTALLING = [...SERVING, 'device:control-installer'] as const
/** Units that belong to somebody else are asked for, and released to those who ask. */
const RELEASING = ['shipment:release-ask', 'shipment:release'] as const
/** Who has distributors below ships to them; a county only receives. */
const SHIPPING = ['shipment:ship', 'shipment:recall', 'shipment:confirm', 'shipment:export', ...RELEASING] as const
/** Units come in: a factory's line flashes their secrets and prints their labels. */
const IMPORTING = [
  'device-import:view',
  'device-import:create',
  'device-import:undo',
  'device-import:export',
  'device-import:secret',
] as const
/** SIM cards, all of them; distributors and service see theirs. */
const KEEPING_CARDS = ['iccid:import', 'iccid:edit', 'iccid:renew', 'iccid:suspend', 'iccid:export'] as const
/** Which board a module is wired to (product 4.3: a province looks, others below it do not). */
const MODELLING = ['model:view', 'model:set', 'model:detect', 'model:batch'] as const
/** Who is notified of what, in the own organisation and below. */
const NOTIFYING = ['notification:view', 'notification:edit', 'notification:enable'] as const
/** Events for other programs, of the own organisation and below. */
const CALLING = ['webhook:view', 'webhook:edit'] as const
/** Distributors below the own one. */
const GROWING = ['agent:view', 'agent:create', 'agent:edit', 'agent:export'] as const
/** Alarm rules, of a distributor its own, and mutes; the service reads rules (product 4.3). */
const MUTING = ['alarm:mute', 'alarm-rule:view'] as const
const RULING = [...MUTING, 'alarm-rule:edit', 'alarm-rule:enable'] as const
const LEADING_AGENTS = [...GROWING, 'agent:move', 'agent:disable', 'agent:delete'] as const

/** Settings of many units at once; whoever proposes a rollout does not approve it. */
const ROLLING_OUT = ['rollout:view', 'rollout:create', 'rollout:approve', 'rollout:run', 'rollout:rollback'] as const

/** Firmware: whoever proposes a campaign has it approved as a rollout. */
const UPGRADING = ['ota:view', 'ota:upload', 'ota:edit', 'ota:delete', 'ota:upgrade', 'ota:campaign'] as const

/** Accounts below one's own: what everyone who leads others does. */
const LEADING = ['account:view', 'account:create', 'account:edit', 'account:disable', 'account:reset-password'] as const

/** The roles of product 4.3. */
export const BUILT_IN_ROLES = {
  'Platform admin': {
    description: 'Everything, everywhere.',
    level: 'manufacturer',
    data_scope: 'all',
    permissions: PERMISSIONS,
  },
  'Manufacturer staff': {
    description: 'The daily work of the manufacturer with the whole fleet.',
    level: 'manufacturer',
    data_scope: 'all',
    permissions: [
      ...INSTALLING,
      ...RULING,
      'alarm-rule:types',
      'order:settings',
      ...IMPORTING,
      ...ROLLING_OUT,
      ...UPGRADING,
      ...SHIPPING,
      ...MODELLING,
      ...LEADING_AGENTS,
      ...LEADING,
      ...GRANTING,
      ...SERVING_USERS,
      ...MAKING_PRODUCTS,
      ...NOTIFYING,
      ...CALLING,
      'iccid:view',
      ...KEEPING_CARDS,
      'product:delete',
      'device:delete',
      'app:view',
      'app:edit',
      // Releasing is a separate permission, as with products.
      'appversion:view',
      'appversion:edit',
      'audit:view',
    ],
  },
  'After-sales operator': {
    description: 'Service: looks after units, alarms and orders.',
    level: 'manufacturer',
    data_scope: 'all',
    permissions: [
      ...INSTALLING,
      ...MUTING,
      ...MODELLING,
      'agent:view',
      'iccid:view',
      'notification:view',
      'ota:view',
      'ota:upgrade',
      ...SERVING_USERS,
    ],
  },
  'Province agent': {
    description: 'A distributor at province level with all below it.',
    level: 'distributor',
    data_scope: 'subtree',
    permissions: [
      ...INSTALLING,
      ...RULING,
      ...SHIPPING,
      'model:view',
      'ota:view',
      'ota:upgrade',
      ...GROWING,
      ...LEADING,
      ...GRANTING,
      ...NOTIFYING,
      ...CALLING,
      'iccid:view',
      'audit:view',
    ],
  },
  'City agent': {
    description: 'A distributor at city level with all below it.',
    level: 'distributor',
    data_scope: 'subtree',
    // The installer's points are the higher distributor's to give: by a role of its own organisation that has them.
    permissions: [
      ...SERVING,
      ...RULING,
      ...SHIPPING,
      ...GROWING,
      ...LEADING,
      ...GRANTING,
      ...NOTIFYING,
      ...CALLING,
      'iccid:view',
    ],
  },
  'County agent': {
    description: 'A distributor at county level.',
    level: 'distributor',
    data_scope: 'subtree',
    permissions: [...USING, 'shipment:confirm', ...RELEASING],
  },
  'Read-only auditor': {
    description: 'Sees everything and changes nothing.',
    level: 'manufacturer',
    data_scope: 'all',
    permissions: [
      ...LOOKING,
      'alarm-rule:view',
      'device-import:view',
      'iccid:view',
      'model:view',
      'rollout:view',
      'ota:view',
      'analysis:export',
      'notification:view',
      'webhook:view',
      'history:export',
      'log:raw',
      'log:export',
      'controllog:export',
      'account:view',
      'agent:view',
      'role:view',
      'resgroup:view',
      'app:view',
      'appversion:view',
      'audit:view',
      'audit:export',
    ],
  },
  'Factory line': {
    description: 'Imports units, and sees those it imported.',
    level: 'manufacturer',
    data_scope: 'own_records',
    permissions: ['device:view', 'product:view', ...IMPORTING],
  },
  'Product engineer': {
    description: 'Makes products and looks at how units answer.',
    level: 'manufacturer',
    data_scope: 'all',
    permissions: [
      'device:view',
      'model:view',
      'history:view',
      'history:export',
      'history:preset-edit',
      'log:view',
      'log:raw',
      'log:export',
      ...MAKING_PRODUCTS,
      'product:publish',
      'product:secret',
      'product:delete',
    ],
  },
} as const satisfies Record<string, BuiltInRoleRow>
export type BuiltInRole = keyof typeof BUILT_IN_ROLES
