import type { ComponentType } from 'react'
import { fetchLaterWords } from './words/words.ts'

/** A page file exports its screen as `Component`. */
export type Page = () => Promise<{ Component: ComponentType }>

/** A page whose words come with it; those of the first page are there already. */
const withWords =
  (page: Page): Page =>
  async () => {
    const [screen] = await Promise.all([page(), fetchLaterWords()])
    return screen
  }

/** Menu `name` -> the screen it opens. A menu entry without a page here has no route (a test holds both together). */
export const PAGES: Readonly<Record<string, Page>> = {
  'distributor-list': withWords(() => import('./features/distributors/distributor-list.tsx')),
  'distributor-detail': withWords(() => import('./features/distributors/distributor-detail.tsx')),
  'device-list': () => import('./features/devices/device-list.tsx'),
  'device-saled': withWords(() => import('./features/shipments/device-saled.tsx')),
  'device-history': withWords(() => import('./features/history/device-history.tsx')),
  'product-list': withWords(() => import('./features/products/product-list.tsx')),
  'product-detail': withWords(() => import('./features/products/product-detail.tsx')),
  'product-create': withWords(() => import('./features/products/create/product-create.tsx')),
  'product-record': withWords(() => import('./features/products/registers/product-record.tsx')),
  'fault-codes': withWords(() => import('./features/faults/fault-codes.tsx')),
  'user-list': withWords(() => import('./features/accounts/account-list.tsx')),
  'user-detail': withWords(() => import('./features/accounts/account-detail.tsx')),
  'app-list': withWords(() => import('./features/apps/app-list.tsx')),
  'app-manage': withWords(() => import('./features/app-versions/app-manage.tsx')),
  'app-user-list': withWords(() => import('./features/app-users/app-user-list.tsx')),
  'app-user-detail': withWords(() => import('./features/app-users/app-user-detail.tsx')),
  'bind-devices': withWords(() => import('./features/app-users/bind-devices.tsx')),
  'user-feedback': withWords(() => import('./features/service-orders/order-list.tsx')),
  'order-detail': withWords(() => import('./features/service-orders/order-detail.tsx')),
  'revisit-list': withWords(() => import('./features/service-orders/evaluations.tsx')),
  'center-info': withWords(() => import('./features/center/center.tsx')),
  'audit-log': withWords(() => import('./features/audit/audit-log.tsx')),
  'my-exports': withWords(() => import('./features/exports/my-exports.tsx')),
  'device-detail': withWords(() => import('./features/device-detail/device-detail.tsx')),
  'role-list': withWords(() => import('./features/roles/role-list.tsx')),
  'role-detail': withWords(() => import('./features/roles/role-detail.tsx')),
  'resource-groups': withWords(() => import('./features/resource-groups/resource-groups.tsx')),
}
