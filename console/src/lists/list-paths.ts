import type { ListName } from '@heatfleet/contract/list-preferences/list-preferences.ts'

/** The screen of each list; null = the table is a part of many screens. */
export const LIST_PATHS = {
  devices: '/device/device-list',
  'device-groups': '/device/device-groups',
  accounts: '/user/user-list',
  'app-users': '/app-user/app-user-list',
  'app-versions': '/user/app-manage',
  distributors: '/distributor/distributor-list',
  roles: '/user/role-list',
  groups: '/user/resource-groups',
  products: '/product/product-list',
  points: null,
  'fault-codes': '/product/fault-codes',
  shipments: '/device/device-saled',
  'unknown-modules': '/device/unknown-modules',
  iccids: '/device/iccid-manage',
  imports: '/device/device-import',
  'import-rows': null,
  audit: '/user/audit-log',
  alarms: '/issue/issue-list',
  orders: '/service/userFeedback',
  evaluations: '/service/revisit',
  bindings: '/device/device-binder',
  replacements: '/device/replacement-list',
  models: '/device/model-setting',
} as const satisfies Record<ListName, string | null>
