import type { AppContext } from './app-context.ts'
import { createChanges } from './changes.ts'
import { accountObjects } from './features/accounts/batch-objects.ts'
import { accountHandlers } from './features/accounts/handlers.ts'
import { accountAccessHandlers } from './features/accounts/handlers-access.ts'
import { legacyUserHandlers } from './features/accounts/handlers-legacy.ts'
import { accountNotificationHandlers } from './features/accounts/handlers-notifications.ts'
import { accountPictureHandlers } from './features/accounts/handlers-picture.ts'
import { accountPasswordOwners } from './features/accounts/password-owners.ts'
import { alarmRuleHandlers } from './features/alarm-rules/handlers.ts'
import { alarmMuteHandlers } from './features/alarm-rules/handlers-mutes.ts'
import { alarmObjects } from './features/alarms/batch-objects.ts'
import { alarmHandlers } from './features/alarms/handlers.ts'
import { alarmTypeHandlers } from './features/alarms/handlers-types.ts'
import { analysisCalls } from './features/analysis/public.ts'
import { analysisReportHandlers } from './features/analysis-reports/handlers.ts'
import { apiTokenHandlers } from './features/api-tokens/handlers.ts'
import { appApiHandlers } from './features/app-api/handlers.ts'
import { findAppUser } from './features/app-api/public.ts'
import { appUserObjects } from './features/app-users/batch-objects.ts'
import { appUserHandlers } from './features/app-users/handlers.ts'
import { appUserMessageHandlers } from './features/app-users/handlers-messages.ts'
import { appUserPushTokenHandlers } from './features/app-users/handlers-push-tokens.ts'
import { appUserPasswordOwners } from './features/app-users/password-owners.ts'
import { changeUserMarks, insertMessageIn } from './features/app-users/public.ts'
import { appVersionHandlers } from './features/app-versions/handlers.ts'
import { packageServices } from './features/app-versions/package-links.ts'
import { applicationHandlers } from './features/apps/handlers.ts'
import { findAppCaller } from './features/apps/public.ts'
import { auditHandlers } from './features/audit/handlers.ts'
import { createAuditWriter } from './features/audit/public.ts'
import { batchHandlers } from './features/batches/handlers.ts'
import type { BatchSources } from './features/batches/public.ts'
import { bindingObjects } from './features/bindings/batch-objects.ts'
import { bindingHandlers } from './features/bindings/handlers.ts'
import { controlHandlers } from './features/controls/handlers.ts'
import { dashboardHandlers } from './features/dashboard/handlers.ts'
import { statisticsHandlers } from './features/dashboard/handlers-statistics.ts'
import { deviceObjects } from './features/devices/batch-objects.ts'
import { findSealedLogin } from './features/devices/store-secret.ts'
import { agentObjects } from './features/distributors/batch-objects.ts'
import { distributorHandlers } from './features/distributors/handlers.ts'
import { brandingHandlers } from './features/distributors/handlers-branding.ts'
import { distributorChangeHandlers } from './features/distributors/handlers-change.ts'
import { agentNoticeHandlers } from './features/distributors/handlers-notices.ts'
import { agentUseHandlers } from './features/distributors/handlers-use.ts'
import { exportHandlers } from './features/exports/handlers.ts'
import { faultHandlers } from './features/faults/handlers.ts'
import { faultImportHandlers } from './features/faults/handlers-import.ts'
import { faultNoteHandlers } from './features/faults/handlers-notes.ts'
import { faultUseHandlers } from './features/faults/handlers-use.ts'
import { firmwareHandlers } from './features/firmware/handlers.ts'
import { upgradeHandlers } from './features/firmware/handlers-upgrades.ts'
import { firmwareUploadHandlers } from './features/firmware/handlers-uploads.ts'
import { imageServices } from './features/firmware/links.ts'
import { createMisfitList } from './features/firmware/misfits.ts'
import { unknownModuleHandlers } from './features/first-contact/handlers.ts'
import { provisioningHandlers } from './features/first-contact/handlers-provisioning.ts'
import { firstRunHandlers } from './features/first-run/handlers.ts'
import { fleetMetricsHandlers } from './features/fleet-metrics/handlers.ts'
import { historyHandlers } from './features/history/handlers.ts'
import { historyExportHandlers } from './features/history/handlers-export.ts'
import { homeHandlers } from './features/home/handlers.ts'
import { iccidObjects } from './features/iccids/batch-objects.ts'
import { iccidHandlers } from './features/iccids/handlers.ts'
import { iccidImportHandlers } from './features/iccids/handlers-import.ts'
import { importHandlers } from './features/imports/handlers.ts'
import { importBatchHandlers } from './features/imports/handlers-batch.ts'
import { importListHandlers } from './features/imports/handlers-list.ts'
import { listChoiceHandlers } from './features/list-preferences/handlers.ts'
import { mapHandlers } from './features/map/handlers.ts'
import { modelHandlers } from './features/models/handlers.ts'
import { channelHandlers } from './features/notification-policies/handlers-channels.ts'
import { deliveryHandlers } from './features/notification-policies/handlers-deliveries.ts'
import { policyHandlers } from './features/notification-policies/handlers-policies.ts'
import { createNetwork } from './features/notification-policies/tasks.ts'
import { noticeHandlers } from './features/notifications/handlers.ts'
import { operationsHandlers } from './features/operations/handlers.ts'
import { deadLetterHandlers } from './features/operations/handlers-dead-letters.ts'
import { systemJobHandlers } from './features/operations/handlers-jobs.ts'
import { systemSocketHandlers } from './features/operations/handlers-sockets.ts'
import { findDataRecipient, ownerDataHandlers } from './features/owner-data/handlers.ts'
import { passwordLinkHandlers } from './features/password-links/handlers.ts'
import { productHandlers } from './features/products/handlers.ts'
import { productBenchHandlers } from './features/products/handlers-bench.ts'
import { productDraftHandlers } from './features/products/handlers-drafts.ts'
import { productFileHandlers } from './features/products/handlers-file.ts'
import { productImportHandlers } from './features/products/handlers-import.ts'
import { importMappingHandlers } from './features/products/handlers-import-mappings.ts'
import { productPictureHandlers } from './features/products/handlers-picture.ts'
import { productRegisterHandlers } from './features/products/handlers-registers.ts'
import { productSecretHandlers } from './features/products/handlers-secret.ts'
import { virtualUnitHandlers } from './features/products/handlers-virtual.ts'
import { createLayouts } from './features/products/public.ts'
import { replacementHandlers } from './features/replacements/handlers.ts'
import { resourceGroupHandlers } from './features/resource-groups/handlers.ts'
import { roleHandlers } from './features/roles/handlers.ts'
import { rolloutHandlers } from './features/rollouts/handlers.ts'
import { rolloutPreviewHandlers } from './features/rollouts/handlers-preview.ts'
import { searchHandlers } from './features/search/handlers.ts'
import { orderHandlers } from './features/service-orders/handlers.ts'
import { cannedAnswerHandlers } from './features/service-orders/handlers-canned.ts'
import { orderEvaluationHandlers } from './features/service-orders/handlers-evaluations.ts'
import { orderLevelHandlers } from './features/service-orders/handlers-level.ts'
import { orderStatisticsHandlers } from './features/service-orders/handlers-statistics.ts'
import { sessionHandlers } from './features/session/handlers.ts'
import { ownSessionHandlers } from './features/session/handlers-own.ts'
import { profileHandlers } from './features/session/handlers-profile.ts'
import { secondFactorHandlers } from './features/session/handlers-second-factor.ts'
import { createFindCaller } from './features/session/public.ts'
import { shipmentHandlers } from './features/shipments/handlers.ts'
import { shipmentListHandlers } from './features/shipments/handlers-list.ts'
import { releaseHandlers } from './features/shipments/handlers-release.ts'
import { simulatorHandlers } from './features/simulator/handlers.ts'
import { replayHandlers } from './features/simulator/handlers-replay.ts'
import { singleSignOnHandlers } from './features/single-sign-on/handlers.ts'
import { webhookCallHandlers } from './features/webhooks/handlers-calls.ts'
import { webhookHandlers } from './features/webhooks/handlers-webhooks.ts'
import type { Handlers } from './handler.ts'
import { createOpenSockets } from './open-sockets.ts'
import { EVERYTHING } from './platform/scope.ts'
import { unseal } from './platform/seal.ts'
import type { Services } from './transports/services.ts'
import { createDeviceHandlers } from './wiring-devices.ts'
import { createExportSources } from './wiring-exports.ts'
import { createPushServices } from './wiring-push.ts'
import { createTasks } from './wiring-tasks.ts'

/** Puts the features together, by hand. */
export const createServices = (context: AppContext): Services => {
  const deps = {
    ...context,
    layouts: createLayouts(context),
    changes: createChanges(),
    open_sockets: createOpenSockets(),
    waits: new AbortController(),
  }
  const audit = createAuditWriter(deps)
  const export_deps = { ...deps, sources: createExportSources(deps) }
  const password_owners = { account: accountPasswordOwners(deps), 'app-user': appUserPasswordOwners(deps) }
  const notification_deps = { ...deps, network: createNetwork(deps) }
  const calls = analysisCalls(deps)
  const objects: BatchSources = {
    account: accountObjects(deps),
    agent: agentObjects(deps),
    alarm: alarmObjects(deps),
    'app-user': appUserObjects(deps),
    iccid: iccidObjects(deps),
    device: deviceObjects(deps),
    binding: bindingObjects(deps),
  }
  const handlers: Handlers = {
    ...sessionHandlers(deps),
    ...ownSessionHandlers(deps),
    ...accountHandlers(deps),
    ...accountAccessHandlers(deps),
    ...accountNotificationHandlers(deps),
    ...accountPictureHandlers(deps),
    ...legacyUserHandlers(deps),
    ...secondFactorHandlers(deps),
    ...singleSignOnHandlers(deps),
    ...profileHandlers(deps),
    ...passwordLinkHandlers({ ...notification_deps, owners: password_owners }),
    ...listChoiceHandlers(deps),
    ...apiTokenHandlers(deps),
    ...createDeviceHandlers(deps),
    ...importHandlers(deps),
    ...importListHandlers(deps),
    ...importBatchHandlers(deps),
    ...modelHandlers(deps),
    ...shipmentHandlers(deps),
    ...shipmentListHandlers(deps),
    ...releaseHandlers({ ...deps, write: insertMessageIn }),
    ...unknownModuleHandlers(deps),
    ...provisioningHandlers(deps),
    ...firstRunHandlers(deps),
    ...iccidHandlers(deps),
    ...iccidImportHandlers(deps),
    ...historyHandlers(deps),
    ...historyExportHandlers(export_deps),
    ...controlHandlers(deps),
    ...calls,
    ...analysisReportHandlers({ ...deps, calls }),
    ...rolloutHandlers({ ...deps, listMisfits: createMisfitList(deps) }),
    ...rolloutPreviewHandlers(deps),
    ...firmwareHandlers(deps),
    ...firmwareUploadHandlers(deps),
    ...upgradeHandlers(deps),
    ...productHandlers(deps),
    ...productPictureHandlers(deps),
    ...productSecretHandlers(deps),
    ...productRegisterHandlers(deps),
    ...productDraftHandlers(deps),
    ...productFileHandlers(deps),
    ...productImportHandlers(deps),
    ...importMappingHandlers(deps),
    ...productBenchHandlers(deps),
    ...virtualUnitHandlers(deps),
    ...faultHandlers(deps),
    ...faultImportHandlers(deps),
    ...faultNoteHandlers(deps),
    ...faultUseHandlers(deps),
    ...alarmHandlers(deps),
    ...alarmTypeHandlers(deps),
    ...alarmRuleHandlers(deps),
    ...alarmMuteHandlers(deps),
    ...channelHandlers(notification_deps),
    ...policyHandlers(deps),
    ...deliveryHandlers(deps),
    ...webhookHandlers(notification_deps),
    ...webhookCallHandlers(deps),
    ...fleetMetricsHandlers(deps),
    ...orderHandlers(deps),
    ...orderEvaluationHandlers({ ...deps, write: insertMessageIn }),
    ...orderLevelHandlers(deps),
    ...cannedAnswerHandlers(deps),
    ...orderStatisticsHandlers(deps),
    ...distributorHandlers(deps),
    ...distributorChangeHandlers(deps),
    ...brandingHandlers(deps),
    ...agentNoticeHandlers(deps),
    ...agentUseHandlers(deps),
    ...exportHandlers(export_deps),
    ...batchHandlers({ ...deps, sources: objects }),
    ...auditHandlers(deps),
    ...homeHandlers(deps),
    ...searchHandlers(deps),
    ...statisticsHandlers(deps),
    ...dashboardHandlers(deps),
    ...mapHandlers(notification_deps),
    ...noticeHandlers(deps),
    ...applicationHandlers(deps),
    ...appUserHandlers(deps),
    ...appUserMessageHandlers(deps),
    ...appUserPushTokenHandlers(deps),
    ...appVersionHandlers(deps),
    ...replacementHandlers(deps),
    ...bindingHandlers({ ...deps, write: insertMessageIn, changeUserMarks }),
    ...appApiHandlers(deps),
    ...ownerDataHandlers(deps),
    ...roleHandlers(deps),
    ...resourceGroupHandlers(deps),
    ...operationsHandlers(deps),
    ...deadLetterHandlers(deps),
    ...systemJobHandlers(deps),
    ...systemSocketHandlers(deps),
    ...simulatorHandlers(deps),
    ...replayHandlers(deps),
  }
  return {
    ...createPushServices({ ...deps, writeAudit: audit.write }),
    handlers,
    ...packageServices(deps),
    ...imageServices({ pool: context.database.pool, clock: context.clock, folder: context.firmware_folder }),
    findCredentials: async (did) => {
      const found = await findSealedLogin(context.database.db, EVERYTHING, did)
      if (found === undefined) return null
      const { static_login, secret_sealed, replaced } = found
      return { secret: unseal(context.secret_key, secret_sealed), static_login, replaced }
    },
    findCaller: createFindCaller(deps),
    findApp: (app_key, secret) => findAppCaller(deps, app_key, secret),
    findAppUser: (app, token) => findAppUser(deps, app, token),
    findDataRecipient: (token) => findDataRecipient(deps, token),
    endWaits: () => deps.waits.abort(),
    close: audit.close,
    ...createTasks({
      ...deps,
      handlers,
      calls,
      writeAudit: audit.write,
      sources: export_deps.sources,
      network: notification_deps.network,
    }),
  }
}
