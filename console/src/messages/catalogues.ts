import type accounts from '@heatfleet/contract/accounts/messages.en.json'
import type alarmRules from '@heatfleet/contract/alarm-rules/messages.en.json'
import type alarms from '@heatfleet/contract/alarms/messages.en.json'
import type analysis from '@heatfleet/contract/analysis/messages.en.json'
import type analysisReports from '@heatfleet/contract/analysis-reports/messages.en.json'
import type { Api, EndpointName } from '@heatfleet/contract/api.ts'
import type apiTokens from '@heatfleet/contract/api-tokens/messages.en.json'
import type appApi from '@heatfleet/contract/app-api/messages.en.json'
import type appUsers from '@heatfleet/contract/app-users/messages.en.json'
import type appVersions from '@heatfleet/contract/app-versions/messages.en.json'
import type apps from '@heatfleet/contract/apps/messages.en.json'
import type audit from '@heatfleet/contract/audit/messages.en.json'
import type batches from '@heatfleet/contract/batches/messages.en.json'
import type bindings from '@heatfleet/contract/bindings/messages.en.json'
import type { SharedSection } from '@heatfleet/contract/catalogues.ts'
import type commissioning from '@heatfleet/contract/commissioning/messages.en.json'
import type controls from '@heatfleet/contract/controls/messages.en.json'
import type dashboard from '@heatfleet/contract/dashboard/messages.en.json'
import type dataQuery from '@heatfleet/contract/data-query/messages.en.json'
import type deviceGroups from '@heatfleet/contract/device-groups/messages.en.json'
import type deviceLabels from '@heatfleet/contract/device-labels/messages.en.json'
import type deviceLog from '@heatfleet/contract/device-log/messages.en.json'
import type devices from '@heatfleet/contract/devices/messages.en.json'
import type distributors from '@heatfleet/contract/distributors/messages.en.json'
import type energyReports from '@heatfleet/contract/energy-reports/messages.en.json'
import type { ErrorCode } from '@heatfleet/contract/errors.ts'
import type exports_ from '@heatfleet/contract/exports/messages.en.json'
import type faults from '@heatfleet/contract/faults/messages.en.json'
import type firmware from '@heatfleet/contract/firmware/messages.en.json'
import type firstContact from '@heatfleet/contract/first-contact/messages.en.json'
import type firstRun from '@heatfleet/contract/first-run/messages.en.json'
import type history from '@heatfleet/contract/history/messages.en.json'
import type home from '@heatfleet/contract/home/messages.en.json'
import type iccids from '@heatfleet/contract/iccids/messages.en.json'
import type imports from '@heatfleet/contract/imports/messages.en.json'
import type listPreferences from '@heatfleet/contract/list-preferences/messages.en.json'
import type map from '@heatfleet/contract/map/messages.en.json'
import type contract from '@heatfleet/contract/messages.en.json'
import type models from '@heatfleet/contract/models/messages.en.json'
import type notificationPolicies from '@heatfleet/contract/notification-policies/messages.en.json'
import type notifications from '@heatfleet/contract/notifications/messages.en.json'
import type operations from '@heatfleet/contract/operations/messages.en.json'
import type ownerData from '@heatfleet/contract/owner-data/messages.en.json'
import type passwordLinks from '@heatfleet/contract/password-links/messages.en.json'
import type { Permission, Resource, RightGroup } from '@heatfleet/contract/permissions.ts'
import type products from '@heatfleet/contract/products/messages.en.json'
import type replacements from '@heatfleet/contract/replacements/messages.en.json'
import type resourceGroups from '@heatfleet/contract/resource-groups/messages.en.json'
import type { BuiltInRole } from '@heatfleet/contract/roles/built-in.ts'
import type roles from '@heatfleet/contract/roles/messages.en.json'
import type rollouts from '@heatfleet/contract/rollouts/messages.en.json'
import type search from '@heatfleet/contract/search/messages.en.json'
import type serviceOrders from '@heatfleet/contract/service-orders/messages.en.json'
import type session from '@heatfleet/contract/session/messages.en.json'
import type shipments from '@heatfleet/contract/shipments/messages.en.json'
import type simulator from '@heatfleet/contract/simulator/messages.en.json'
import type singleSignOn from '@heatfleet/contract/single-sign-on/messages.en.json'
import type webhooks from '@heatfleet/contract/webhooks/messages.en.json'
import type assignees from '../assignees/messages.en.json'
import type center from '../features/center/messages.en.json'
import type deviceDetail from '../features/device-detail/messages.en.json'
import type points from '../points/messages.en.json'
import type sheets from '../sheets/messages.en.json'
import type shell from '../shell/messages.en.json'
import type ui from '../ui/messages.en.json'

/** The English catalogue of each folder with messages, one line each. */
type Folders = {
  center: typeof center
  'device-detail': typeof deviceDetail
  assignees: typeof assignees
  points: typeof points
  sheets: typeof sheets
  shell: typeof shell
  ui: typeof ui
  contract: typeof contract
  accounts: typeof accounts
  'list-preferences': typeof listPreferences
  home: typeof home
  dashboard: typeof dashboard
  map: typeof map
  analysis: typeof analysis
  'analysis-reports': typeof analysisReports
  commissioning: typeof commissioning
  'energy-reports': typeof energyReports
  controls: typeof controls
  'app-api': typeof appApi
  'api-tokens': typeof apiTokens
  'app-users': typeof appUsers
  'app-versions': typeof appVersions
  apps: typeof apps
  audit: typeof audit
  batches: typeof batches
  bindings: typeof bindings
  'data-query': typeof dataQuery
  'device-log': typeof deviceLog
  'device-labels': typeof deviceLabels
  'device-groups': typeof deviceGroups
  devices: typeof devices
  distributors: typeof distributors
  exports: typeof exports_
  faults: typeof faults
  'first-contact': typeof firstContact
  'first-run': typeof firstRun
  history: typeof history
  iccids: typeof iccids
  models: typeof models
  'notification-policies': typeof notificationPolicies
  notifications: typeof notifications
  'owner-data': typeof ownerData
  'password-links': typeof passwordLinks
  products: typeof products
  'resource-groups': typeof resourceGroups
  roles: typeof roles
  firmware: typeof firmware
  rollouts: typeof rollouts
  operations: typeof operations
  webhooks: typeof webhooks
  simulator: typeof simulator
  'single-sign-on': typeof singleSignOn
  alarms: typeof alarms
  'alarm-rules': typeof alarmRules
  'service-orders': typeof serviceOrders
  search: typeof search
  session: typeof session
  imports: typeof imports
  shipments: typeof shipments
  replacements: typeof replacements
}

/** All members of a union at once. */
type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never
/** A section of all catalogues that have it. */
type SectionOf<Section extends string> = Together<
  { [Name in keyof Folders]: Folders[Name] extends Record<Section, infer Texts> ? Texts : never }[keyof Folders]
>
type Plain<T> = { [Key in keyof T]: T[Key] }

/** The texts that some feature must have: an error, right, role or change without one does not compile. */
type Named = {
  errors: Record<ErrorCode, string>
  audit_actions: Record<ChangeName, string>
  role_names: Record<BuiltInRole, { name: string; description: string }>
  rights: Record<Permission, { name: string; meaning: string }>
  resources: Record<Resource, string>
  right_groups: Record<RightGroup, string>
}
type ChangeName = { [Name in EndpointName]: Api[Name]['kind'] extends 'change' ? Name : never }[EndpointName]
type Complete<Texts extends Named> = Texts

/** The English texts of each namespace, which type every `t`; `shared` has the sections of all features. */
export type Catalogues = Folders & { shared: Complete<{ [Section in SharedSection]: Plain<SectionOf<Section>> }> }
