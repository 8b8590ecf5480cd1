import type accounts from '@heatfleet/contract/accounts/messages.en.json'
import type appUsers from '@heatfleet/contract/app-users/messages.en.json'
import type appVersions from '@heatfleet/contract/app-versions/messages.en.json'
import type apps from '@heatfleet/contract/apps/messages.en.json'
import type audit from '@heatfleet/contract/audit/messages.en.json'
import type batches from '@heatfleet/contract/batches/messages.en.json'
import type bindings from '@heatfleet/contract/bindings/messages.en.json'
import type devices from '@heatfleet/contract/devices/messages.en.json'
import type distributors from '@heatfleet/contract/distributors/messages.en.json'
import type exports_ from '@heatfleet/contract/exports/messages.en.json'
import type faults from '@heatfleet/contract/faults/messages.en.json'
import type history from '@heatfleet/contract/history/messages.en.json'
import type errors from '@heatfleet/contract/messages/errors.en.json'
import type rights from '@heatfleet/contract/messages/rights.en.json'
import type roleNames from '@heatfleet/contract/messages/role-names.en.json'
import type notifications from '@heatfleet/contract/notifications/messages.en.json'
import type passwordLinks from '@heatfleet/contract/password-links/messages.en.json'
import type products from '@heatfleet/contract/products/messages.en.json'
import type resourceGroups from '@heatfleet/contract/resource-groups/messages.en.json'
import type roles from '@heatfleet/contract/roles/messages.en.json'
import type serviceOrders from '@heatfleet/contract/service-orders/messages.en.json'
import type session from '@heatfleet/contract/session/messages.en.json'
import type shipments from '@heatfleet/contract/shipments/messages.en.json'
import type assignees from '../assignees/messages.en.json'
import type center from '../features/center/messages.en.json'
import type deviceDetail from '../features/device-detail/messages.en.json'
import type points from '../points/messages.en.json'
import type sheets from '../sheets/messages.en.json'
import type shell from '../shell/messages.en.json'
import type ui from '../ui/messages.en.json'

/** The English catalogue of each namespace, which types every `t`; one line for each folder with messages. */
export type Catalogues = {
  center: typeof center
  'device-detail': typeof deviceDetail
  assignees: typeof assignees
  points: typeof points
  sheets: typeof sheets
  shell: typeof shell
  ui: typeof ui
  errors: typeof errors
  rights: typeof rights
  'role-names': typeof roleNames
  accounts: typeof accounts
  'app-users': typeof appUsers
  'app-versions': typeof appVersions
  apps: typeof apps
  audit: typeof audit
  batches: typeof batches
  bindings: typeof bindings
  devices: typeof devices
  distributors: typeof distributors
  exports: typeof exports_
  faults: typeof faults
  history: typeof history
  notifications: typeof notifications
  'password-links': typeof passwordLinks
  products: typeof products
  'resource-groups': typeof resourceGroups
  roles: typeof roles
  'service-orders': typeof serviceOrders
  session: typeof session
  shipments: typeof shipments
}
