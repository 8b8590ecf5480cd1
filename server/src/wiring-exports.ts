import type { AppContext } from './app-context.ts'
import { accountListExport } from './features/accounts/export-list.ts'
import { alarmListExport } from './features/alarms/export-list.ts'
import { appUserListExport } from './features/app-users/export-list.ts'
import { appVersionListExport } from './features/app-versions/export-list.ts'
import { appListExport } from './features/apps/export-list.ts'
import { auditLogExport } from './features/audit/public.ts'
import { batchItemsExport } from './features/batches/export-items.ts'
import { bindingHistoryExport, bindingListExport } from './features/bindings/export-list.ts'
import { controlLogExport } from './features/controls/export-list.ts'
import { deviceLogExport } from './features/device-log/export-list.ts'
import { deviceListExport } from './features/devices/export-list.ts'
import { agentListExport } from './features/distributors/export-list.ts'
import type { ExportLimits, ExportSources } from './features/exports/public.ts'
import { firmwareListExport, upgradeListExport } from './features/firmware/export-list.ts'
import { historyExport } from './features/history/export-history.ts'
import { iccidListExport } from './features/iccids/export-list.ts'
import { importListExport, importRowsExport } from './features/imports/export-list.ts'
import { notificationLogExport } from './features/notification-policies/export-list.ts'
import type { Layouts } from './features/products/public.ts'
import { replacementListExport } from './features/replacements/export-list.ts'
import { groupListExport } from './features/resource-groups/export-list.ts'
import { roleMatrixExport } from './features/roles/export-matrix.ts'
import { rolloutListExport } from './features/rollouts/export-list.ts'
import { rolloutUnitsExport } from './features/rollouts/export-units.ts'
import { orderListExport } from './features/service-orders/export-list.ts'
import { shipmentListExport } from './features/shipments/export-list.ts'
import { releaseListExport } from './features/shipments/export-releases.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'> & { config: ExportLimits; layouts: Layouts }

/** Where the rows of each kind of export come from, put together for the process that writes files. */
export const createExportSources = (deps: Deps): ExportSources => ({
  'app-user-list': appUserListExport(deps),
  'app-list': appListExport(deps),
  'app-version-list': appVersionListExport(deps),
  'role-matrix': roleMatrixExport(deps),
  'group-list': groupListExport(deps),
  'batch-items': batchItemsExport(deps),
  'binding-list': bindingListExport(deps),
  'binding-history': bindingHistoryExport(deps),
  'audit-log': auditLogExport(deps),
  'control-log': controlLogExport(deps),
  'device-log': deviceLogExport(deps),
  'agent-list': agentListExport(deps),
  'account-list': accountListExport(deps),
  'shipment-list': shipmentListExport(deps),
  'release-list': releaseListExport(deps),
  'import-list': importListExport(deps),
  'import-rows': importRowsExport(deps),
  'iccid-list': iccidListExport(deps),
  'replacement-list': replacementListExport(deps),
  'alarm-list': alarmListExport(deps),
  'device-list': deviceListExport(deps),
  'notification-log': notificationLogExport(deps),
  'order-list': orderListExport(deps),
  'firmware-list': firmwareListExport(deps),
  'upgrade-list': upgradeListExport(deps),
  'rollout-list': rolloutListExport(deps),
  'rollout-units': rolloutUnitsExport(deps),
  'device-history': historyExport(deps),
})
