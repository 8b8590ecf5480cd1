import type { ComponentType } from 'react'

/** A page file exports its screen as `Component`. */
export type Page = () => Promise<{ Component: ComponentType }>

/** Menu `name` -> the screen it opens. A menu entry without a page here has no route (a test holds both together). */
export const PAGES: Readonly<Record<string, Page>> = {
  'distributor-list': () => import('./features/distributors/distributor-list.tsx'),
  'distributor-detail': () => import('./features/distributors/distributor-detail.tsx'),
  'device-list': () => import('./features/devices/device-list.tsx'),
  'device-history': () => import('./features/history/device-history.tsx'),
  'product-list': () => import('./features/products/product-list.tsx'),
  'product-detail': () => import('./features/products/product-detail.tsx'),
  'product-create': () => import('./features/products/product-create.tsx'),
  'product-record': () => import('./features/products/registers/product-record.tsx'),
  'fault-codes': () => import('./features/faults/fault-codes.tsx'),
  'user-list': () => import('./features/accounts/account-list.tsx'),
  'user-detail': () => import('./features/accounts/account-detail.tsx'),
  'app-list': () => import('./features/apps/app-list.tsx'),
  'app-user-list': () => import('./features/app-users/app-user-list.tsx'),
  'app-user-detail': () => import('./features/app-users/app-user-detail.tsx'),
  'bind-devices': () => import('./features/app-users/bind-devices.tsx'),
  'center-info': () => import('./features/center/center.tsx'),
  'audit-log': () => import('./features/audit/audit-log.tsx'),
  'my-exports': () => import('./features/exports/my-exports.tsx'),
  'device-detail': () => import('./features/device-detail/device-detail.tsx'),
  'role-list': () => import('./features/roles/role-list.tsx'),
  'role-detail': () => import('./features/roles/role-detail.tsx'),
  'resource-groups': () => import('./features/resource-groups/resource-groups.tsx'),
}
