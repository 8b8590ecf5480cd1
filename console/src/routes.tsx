import type { ComponentType } from 'react'
import { loadDeviceMessages, loadLazyMessages } from './messages/messages.ts'

/** A page file exports its screen as `Component`. */
export type Page = () => Promise<{ Component: ComponentType }>

/** A page whose words come with it; those of the first page are there already. */
const withLazyMessages =
  (page: Page): Page =>
  async () => {
    const [screen] = await Promise.all([page(), loadLazyMessages()])
    return screen
  }

/** The big screen behind a kiosk link: it stands in no menu. */
export const KIOSK_PAGE = withLazyMessages(() => import('./features/dashboard/wall/kiosk.tsx'))

/** Menu `name` -> the screen it opens. A menu entry without a page here has no route (a test holds both together). */
export const PAGES: Readonly<Record<string, Page>> = {
  'front-page': withLazyMessages(() => import('./features/dashboard/front-page.tsx')),
  'bs-show': withLazyMessages(() => import('./features/dashboard/wall/big-screen.tsx')),
  'live-monitor': withLazyMessages(() => import('./features/dashboard/monitor.tsx')),
  'distributor-list': withLazyMessages(() => import('./features/distributors/distributor-list.tsx')),
  'distributor-detail': withLazyMessages(() => import('./features/distributors/distributor-detail.tsx')),
  'device-list': () => import('./features/devices/device-list.tsx'),
  'unknown-modules': withLazyMessages(() => import('./features/first-contact/unknown-modules.tsx')),
  'first-run': withLazyMessages(() => import('./features/first-run/first-run.tsx')),
  'device-import': withLazyMessages(() => import('./features/imports/device-import.tsx')),
  'device-import-detail': withLazyMessages(() => import('./features/imports/device-import-detail.tsx')),
  'device-groups': withLazyMessages(() => import('./features/device-groups/device-groups.tsx')),
  'ota-firmware': withLazyMessages(() => import('./features/firmware/ota.tsx')),
  'ota-list': withLazyMessages(() => import('./features/firmware/ota-list.tsx')),
  'rollout-list': withLazyMessages(() => import('./features/rollouts/rollout-list.tsx')),
  'rollout-detail': withLazyMessages(() => import('./features/rollouts/rollout-detail.tsx')),
  'rollout-create': withLazyMessages(() => import('./features/rollouts/rollout-create.tsx')),
  'device-saled': withLazyMessages(() => import('./features/shipments/device-saled.tsx')),
  'device-binder': withLazyMessages(() => import('./features/bindings/device-binder.tsx')),
  'device-analysis': withLazyMessages(() => import('./features/analysis/device-analysis.tsx')),
  'iccid-manage': withLazyMessages(() => import('./features/iccids/iccid-manage.tsx')),
  'model-setting': withLazyMessages(() => import('./features/models/model-setting.tsx')),
  'replacement-list': withLazyMessages(() => import('./features/replacements/replacement-list.tsx')),
  'device-map': withLazyMessages(() => import('./features/map/device-map.tsx')),
  'second-map': withLazyMessages(() => import('./features/map/second-map.tsx')),
  'device-history': withLazyMessages(() => import('./features/history/device-history.tsx')),
  'dev-history': withLazyMessages(() => import('./features/device-log/dev-history.tsx')),
  'control-log': withLazyMessages(() => import('./features/controls/control-log.tsx')),
  'product-list': withLazyMessages(() => import('./features/products/product-list.tsx')),
  'product-detail': withLazyMessages(() => import('./features/products/product-detail.tsx')),
  'product-create': withLazyMessages(() => import('./features/products/create/product-create.tsx')),
  'product-record': withLazyMessages(() => import('./features/products/registers/product-record.tsx')),
  'fault-codes': withLazyMessages(() => import('./features/faults/fault-codes.tsx')),
  'user-list': withLazyMessages(() => import('./features/accounts/account-list.tsx')),
  'user-detail': withLazyMessages(() => import('./features/accounts/account-detail.tsx')),
  'app-list': withLazyMessages(() => import('./features/apps/app-list.tsx')),
  'app-manage': withLazyMessages(() => import('./features/app-versions/app-manage.tsx')),
  'app-user-list': withLazyMessages(() => import('./features/app-users/app-user-list.tsx')),
  'app-user-detail': withLazyMessages(() => import('./features/app-users/app-user-detail.tsx')),
  'data-grants': withLazyMessages(() => import('./features/owner-data/data-grants.tsx')),
  'bind-devices': withLazyMessages(() => import('./features/app-users/bind-devices.tsx')),
  'alarm-rules': withLazyMessages(() => import('./features/alarm-rules/alarm-rules.tsx')),
  'notification-policies': withLazyMessages(() => import('./features/notification-policies/notifications.tsx')),
  'issue-list': withLazyMessages(() => import('./features/alarms/alarm-list.tsx')),
  'user-feedback': withLazyMessages(() => import('./features/service-orders/order-list.tsx')),
  'order-detail': withLazyMessages(() => import('./features/service-orders/order-detail.tsx')),
  'order-statistics': withLazyMessages(() => import('./features/service-orders/order-statistics.tsx')),
  'canned-answers': withLazyMessages(() => import('./features/service-orders/order-settings.tsx')),
  'revisit-list': withLazyMessages(() => import('./features/service-orders/evaluations.tsx')),
  'center-info': withLazyMessages(() => import('./features/center/center.tsx')),
  'audit-log': withLazyMessages(() => import('./features/audit/audit-log.tsx')),
  'system-operations': withLazyMessages(() => import('./features/operations/operations-screen.tsx')),
  'system-integrations': withLazyMessages(() => import('./features/webhooks/integrations.tsx')),
  'data-query': withLazyMessages(() => import('./features/data-query/query-screen.tsx')),
  'device-simulator': withLazyMessages(() => import('./features/simulator/simulator-screen.tsx')),
  'my-exports': withLazyMessages(() => import('./features/exports/my-exports.tsx')),
  'device-detail': async () => {
    const [screen] = await Promise.all([import('./features/device-detail/device-detail.tsx'), loadDeviceMessages()])
    return screen
  },
  'role-list': withLazyMessages(() => import('./features/roles/role-list.tsx')),
  'role-detail': withLazyMessages(() => import('./features/roles/role-detail.tsx')),
  'resource-groups': withLazyMessages(() => import('./features/resource-groups/resource-groups.tsx')),
}
