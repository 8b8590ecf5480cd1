import { CENTER_MENU, FIRST_RUN_PATH } from './menu-center.ts'
import { DASHBOARD_MENU } from './menu-dashboard.ts'
import { DEVICE_MENU } from './menu-device.ts'
import type { MenuEntry } from './menu-entry.ts'
import { MAP_MENU } from './menu-map.ts'
import { SERVICE_MENU } from './menu-service.ts'
import { SIMULATOR_PATH, SYSTEM_MENU } from './menu-system.ts'
import type { Permission } from './permissions.ts'

/** A screen with a line in the menu. */
const LISTED = { hidden: false, children: [] }
/** A screen that others lead to. */
const UNLISTED = { hidden: true, children: [] }

/** The whole menu; entries exist only for screens that exist. An account sees what its permissions allow. */
export const MENU: readonly MenuEntry[] = [
  DASHBOARD_MENU,
  DEVICE_MENU,
  MAP_MENU,
  {
    path: '/product',
    name: 'product',
    label: 'Product management',
    icon: 'board',
    permissions: ['product:view'],
    hidden: false,
    children: [
      {
        path: '/product/product-list',
        name: 'product-list',
        label: 'Product list',
        icon: 'list',
        permissions: ['product:view'],
        ...LISTED,
      },
      {
        path: '/product/product-detail/:product_key',
        name: 'product-detail',
        label: 'Product detail',
        icon: 'register',
        permissions: ['product:view'],
        ...UNLISTED,
      },
      {
        path: '/product/product-create',
        name: 'product-create',
        label: 'New product',
        icon: 'register',
        permissions: ['product:create'],
        ...UNLISTED,
      },
      {
        path: '/product/product-record',
        name: 'product-record',
        label: 'Product record',
        icon: 'list',
        permissions: ['product:view'],
        ...LISTED,
      },
      {
        path: '/product/fault-codes',
        name: 'fault-codes',
        label: 'Fault codes',
        icon: 'list',
        permissions: ['faultcode:view'],
        ...LISTED,
      },
    ],
  },
  {
    path: '/issue',
    name: 'issue',
    label: 'Issue management',
    icon: 'alarm',
    permissions: ['device:view'],
    hidden: false,
    children: [
      {
        path: '/issue/issue-list',
        name: 'issue-list',
        label: 'Alarm list',
        icon: 'list',
        permissions: ['alarm:view'],
        ...LISTED,
      },
      {
        path: '/issue/alarm-rules',
        name: 'alarm-rules',
        label: 'Alarm rules',
        icon: 'filter',
        permissions: ['alarm-rule:view'],
        ...LISTED,
      },
      {
        path: '/issue/device-history',
        name: 'device-history',
        label: 'Device history',
        icon: 'curve',
        permissions: ['device:view', 'history:view'],
        ...LISTED,
      },
      {
        path: '/issue/control-log',
        name: 'control-log',
        label: 'Control log',
        icon: 'list',
        permissions: ['controllog:view'],
        ...LISTED,
      },
      {
        path: '/issue/notifications',
        name: 'notification-policies',
        label: 'Notifications',
        icon: 'list',
        permissions: ['notification:view'],
        ...LISTED,
      },
    ],
  },
  {
    path: '/distributor',
    name: 'distributor',
    label: 'Distributor management',
    icon: 'tree',
    permissions: ['agent:view'],
    hidden: false,
    children: [
      {
        path: '/distributor/distributor-list',
        name: 'distributor-list',
        label: 'Distributor list',
        icon: 'list',
        permissions: ['agent:view'],
        ...LISTED,
      },
      {
        path: '/distributor/distributor-detail/:agent_id',
        name: 'distributor-detail',
        label: 'Distributor detail',
        icon: 'tree',
        permissions: ['agent:view'],
        ...UNLISTED,
      },
    ],
  },
  {
    path: '/user',
    name: 'user',
    label: 'User management',
    icon: 'users',
    permissions: [],
    hidden: false,
    children: [
      {
        path: '/user/user-list',
        name: 'user-list',
        label: 'Account management',
        icon: 'user',
        permissions: ['account:view'],
        ...LISTED,
      },
      {
        path: '/user/role-list',
        name: 'role-list',
        label: 'Roles',
        icon: 'lock',
        permissions: ['role:view'],
        ...LISTED,
      },
      {
        path: '/user/user-detail/:uid',
        name: 'user-detail',
        label: 'Account detail',
        icon: 'user',
        permissions: ['account:view'],
        ...UNLISTED,
      },
      {
        path: '/user/role-detail/:role_id',
        name: 'role-detail',
        label: 'Role',
        icon: 'lock',
        permissions: ['role:view'],
        ...UNLISTED,
      },
      {
        path: '/user/resource-groups',
        name: 'resource-groups',
        label: 'Resource groups',
        icon: 'filter',
        permissions: ['resgroup:view'],
        ...LISTED,
      },
      {
        path: '/user/audit-log',
        name: 'audit-log',
        label: 'Audit log',
        icon: 'clock',
        permissions: ['audit:view'],
        ...LISTED,
      },
      {
        path: '/user/app-list',
        name: 'app-list',
        label: 'App list',
        icon: 'key',
        permissions: ['app:view'],
        ...LISTED,
      },
      {
        path: '/user/app-manage',
        name: 'app-manage',
        label: 'App versions',
        icon: 'download',
        permissions: ['appversion:view'],
        ...LISTED,
      },
    ],
  },
  {
    path: '/app-user',
    name: 'app-user',
    label: 'App users',
    icon: 'phone',
    permissions: ['appuser:view'],
    hidden: false,
    children: [
      {
        path: '/app-user/app-user-list',
        name: 'app-user-list',
        label: 'App user list',
        icon: 'list',
        permissions: ['appuser:view'],
        ...LISTED,
      },
      {
        path: '/app-user/data-grants',
        name: 'data-grants',
        label: 'Data access',
        icon: 'key',
        permissions: ['datagrant:view'],
        ...LISTED,
      },
      {
        path: '/app-user/app-user-detail/:id',
        name: 'app-user-detail',
        label: 'App user detail',
        icon: 'user',
        permissions: ['appuser:view'],
        ...UNLISTED,
      },
      {
        path: '/app-user/bind-devices/:id',
        name: 'bind-devices',
        label: 'Bound devices',
        icon: 'device',
        permissions: ['appuser:view', 'binding:view'],
        ...UNLISTED,
      },
    ],
  },
  SERVICE_MENU,
  SYSTEM_MENU,
  CENTER_MENU,
]

/** The menu with an entry listed that is hidden as a rule. */
const withListed = (entries: readonly MenuEntry[], path: string): MenuEntry[] =>
  entries.map((entry) => ({
    ...entry,
    hidden: entry.path === path ? false : entry.hidden,
    children: withListed(entry.children, path),
  }))

/** The menu of a new installation: its first steps have a line, and are where the console opens. */
export const withFirstRun = (entries: readonly MenuEntry[]): MenuEntry[] => withListed(entries, FIRST_RUN_PATH)

/** The menu of an installation with simulated units. */
export const withSimulator = (entries: readonly MenuEntry[]): MenuEntry[] => withListed(entries, SIMULATOR_PATH)

/** The entries whose every permission is held; a parent without children left disappears. */
export const menuFor = (held: ReadonlySet<Permission>, entries: readonly MenuEntry[] = MENU): MenuEntry[] =>
  entries
    .filter((entry) => entry.permissions.every((permission) => held.has(permission)))
    .map((entry) => ({ ...entry, children: menuFor(held, entry.children) }))
    .filter((entry) => entry.children.length > 0 || entry.path.split('/').length > 2)
