import { accountAccess } from './accounts/access.ts'
import { accounts } from './accounts/accounts.ts'
import { center } from './accounts/center.ts'
import { accountGrants } from './accounts/grants.ts'
import { legacyUsers } from './accounts/legacy-users.ts'
import { accountNotifications } from './accounts/notification-settings.ts'
import { accountPictures } from './accounts/picture.ts'
import { profile } from './accounts/profile.ts'
import { accountSessions } from './accounts/sessions.ts'
import { alarmRules } from './alarm-rules/alarm-rules.ts'
import { alarmMutes } from './alarm-rules/mutes.ts'
import { alarms } from './alarms/alarms.ts'
import { alarmTypes } from './alarms/type-settings.ts'
import { analysis } from './analysis/analysis.ts'
import { analysisDays } from './analysis/days.ts'
import { analysisDetectors } from './analysis/detectors.ts'
import { analysisFaults } from './analysis/faults.ts'
import { analysisReports } from './analysis-reports/analysis-reports.ts'
import { apiTokens } from './api-tokens/api-tokens.ts'
import { appApi } from './app-api/app-api.ts'
import { appOrders } from './app-api/service-orders.ts'
import { appUpgrades } from './app-api/upgrades.ts'
import { appUsers } from './app-users/app-users.ts'
import { appMessages, appUserMessages } from './app-users/messages.ts'
import { appPushTokens, appUserPushTokens } from './app-users/push-tokens.ts'
import { appLatestVersion, appVersions } from './app-versions/app-versions.ts'
import { appPackages } from './app-versions/packages.ts'
import { apps } from './apps/apps.ts'
import { audit } from './audit/audit.ts'
import { batches } from './batches/batches.ts'
import { bindings } from './bindings/bindings.ts'
import { deviceBinder } from './bindings/device-binder.ts'
import { commissioning } from './commissioning/commissioning.ts'
import { controls } from './controls/controls.ts'
import { pinnedPoints } from './controls/pinned.ts'
import { scheduledCommands } from './controls/scheduled.ts'
import { dashboard } from './dashboard/dashboard.ts'
import { statistics } from './dashboard/statistics.ts'
import { deviceDays } from './device-days/device-days.ts'
import { deviceHealth } from './device-days/health.ts'
import { deviceGroups } from './device-groups/device-groups.ts'
import { deviceLabels } from './device-labels/device-labels.ts'
import { deviceLog } from './device-log/device-log.ts'
import { deviceFrames } from './device-log/frames.ts'
import { deviceCapture } from './devices/capture.ts'
import { deviceChanges } from './devices/changes.ts'
import { deviceDiagnosis } from './devices/diagnosis.ts'
import { deviceInstallations, deviceOwnership } from './devices/installation.ts'
import { deviceInventory } from './devices/inventory.ts'
import { deviceRecords } from './devices/records.ts'
import { deviceRowFacts } from './devices/row-facts.ts'
import { agentManagement } from './distributors/agent-management.ts'
import { agentNotices } from './distributors/agent-notices.ts'
import { agentUse } from './distributors/agent-use.ts'
import { branding } from './distributors/branding.ts'
import { energyReports } from './energy-reports/energy-reports.ts'
import { exportCalls } from './exports/exports.ts'
import { faultCodes } from './faults/codes.ts'
import { deviceFaults } from './faults/device-faults.ts'
import { faultImports } from './faults/import.ts'
import { faultNotes } from './faults/notes.ts'
import { faultUse } from './faults/use.ts'
import { firmware } from './firmware/ota.ts'
import { upgrades } from './firmware/upgrades.ts'
import { provisioning } from './first-contact/provisioning.ts'
import { unknownModules } from './first-contact/unknown-modules.ts'
import { firstRun } from './first-run/first-run.ts'
import { fleetMetrics } from './fleet-metrics/fleet-metrics.ts'
import { historyExport } from './history/export.ts'
import { history } from './history/history.ts'
import { historyMoments } from './history/moment.ts'
import { historyStatistics } from './history/statistics.ts'
import { home } from './home/home.ts'
import { iccids } from './iccids/iccids.ts'
import { iccidImports } from './iccids/import.ts'
import { deviceImport } from './imports/device-import.ts'
import { listChoices } from './list-preferences/list-preferences.ts'
import { map } from './map/map.ts'
import { deviceModels } from './models/device-model.ts'
import {
  notificationChannels,
  notificationDeliveries,
  notificationPolicies,
  notificationWays,
} from './notification-policies/notification-policies.ts'
import { notices } from './notifications/notifications.ts'
import { deadLetters } from './operations/dead-letters.ts'
import { systemJobs } from './operations/jobs.ts'
import { operations } from './operations/operations.ts'
import { systemSockets } from './operations/sockets.ts'
import { appDataExports } from './owner-data/app-data-exports.ts'
import { appOwnerData } from './owner-data/app-owner-data.ts'
import { dataGrants } from './owner-data/data-grants.ts'
import { dataRecipient } from './owner-data/data-recipient.ts'
import { passwordLinks } from './password-links/password-links.ts'
import { productBench } from './products/bench.ts'
import { productDrafts } from './products/draft.ts'
import { productFiles } from './products/file.ts'
import { productImports } from './products/import.ts'
import { importMappings } from './products/import-mappings.ts'
import { productPictures } from './products/picture.ts'
import { products } from './products/products.ts'
import { productRegisters } from './products/registers.ts'
import { virtualUnits } from './products/virtual-units.ts'
import { replacements } from './replacements/replacements.ts'
import { resourceGroups } from './resource-groups/resource-groups.ts'
import { roles } from './roles/roles.ts'
import { rollouts } from './rollouts/rollouts.ts'
import { search } from './search/search.ts'
import { cannedAnswers } from './service-orders/canned-answers.ts'
import { orderEvaluations } from './service-orders/evaluations.ts'
import { orderSettings } from './service-orders/order-settings.ts'
import { orders } from './service-orders/service-orders.ts'
import { orderStatistics } from './service-orders/statistics.ts'
import { orderTransfers } from './service-orders/transfer.ts'
import { orderVideos } from './service-orders/videos.ts'
import { secondFactor } from './session/second-factor.ts'
import { session } from './session/session.ts'
import { deviceExport } from './shipments/device-export.ts'
import { releases } from './shipments/releases.ts'
import { replays } from './simulator/replay.ts'
import { simulator } from './simulator/simulator.ts'
import { singleSignOn } from './single-sign-on/single-sign-on.ts'
import { webhookCalls, webhooks } from './webhooks/webhooks.ts'

// In parts: the compiler writes the type of one table only up to a size.
const accessCalls = {
  ...session,
  ...passwordLinks,
  ...center,
  ...accounts,
  ...accountGrants,
  ...accountAccess,
  ...accountSessions,
  ...accountNotifications,
  ...accountPictures,
  ...legacyUsers,
  ...profile,
  ...listChoices,
  ...secondFactor,
  ...apiTokens,
}
const unitCalls = {
  ...deviceInventory,
  ...deviceChanges,
  ...deviceInstallations,
  ...commissioning,
  ...energyReports,
  ...deviceDiagnosis,
  ...deviceCapture,
  ...deviceOwnership,
  ...deviceGroups,
  ...deviceModels,
  ...deviceFaults,
  ...deviceRecords,
  ...deviceImport,
  ...deviceLabels,
  ...deviceExport,
  ...releases,
  ...unknownModules,
  ...provisioning,
  ...firstRun,
  ...iccids,
  ...iccidImports,
  ...history,
  ...historyExport,
  ...historyMoments,
  ...historyStatistics,
  ...deviceDays,
  ...deviceHealth,
  ...deviceRowFacts,
  ...controls,
  ...scheduledCommands,
  ...pinnedPoints,
  ...deviceLog,
  ...deviceFrames,
  ...analysis,
  ...analysisFaults,
  ...analysisDays,
  ...analysisDetectors,
  ...analysisReports,
  ...rollouts,
  ...firmware,
  ...upgrades,
}
const productCalls = {
  ...products,
  ...productRegisters,
  ...productDrafts,
  ...productFiles,
  ...productImports,
  ...importMappings,
  ...productBench,
  ...virtualUnits,
  ...faultCodes,
  ...faultNotes,
  ...faultUse,
  ...faultImports,
  ...agentManagement,
  ...agentNotices,
  ...agentUse,
  ...branding,
  ...productPictures,
}
const peopleCalls = {
  ...apps,
  ...appVersions,
  ...appPackages,
  ...appUsers,
  ...appUserMessages,
  ...appUserPushTokens,
  ...bindings,
  ...deviceBinder,
  ...replacements,
  ...appApi,
  ...appMessages,
  ...appPushTokens,
  ...appLatestVersion,
  ...appOrders,
  ...appUpgrades,
  ...appOwnerData,
  ...appDataExports,
  ...dataRecipient,
  ...dataGrants,
  ...alarms,
  ...alarmTypes,
  ...alarmRules,
  ...alarmMutes,
  ...notificationChannels,
  ...notificationPolicies,
  ...notificationDeliveries,
  ...webhooks,
  ...webhookCalls,
  ...fleetMetrics,
  ...notificationWays,
  ...orders,
  ...orderEvaluations,
  ...orderTransfers,
  ...orderSettings,
  ...cannedAnswers,
  ...orderStatistics,
  ...orderVideos,
  ...roles,
  ...resourceGroups,
  ...exportCalls,
  ...batches,
  ...audit,
  ...home,
  ...search,
  ...statistics,
  ...dashboard,
  ...map,
  ...notices,
}
const systemCalls = {
  ...operations,
  ...deadLetters,
  ...systemJobs,
  ...systemSockets,
  ...simulator,
  ...replays,
  ...singleSignOn,
}

/** The whole HTTP surface on one screen. */
export const api: typeof accessCalls &
  typeof unitCalls &
  typeof productCalls &
  typeof peopleCalls &
  typeof systemCalls = {
  ...accessCalls,
  ...unitCalls,
  ...productCalls,
  ...peopleCalls,
  ...systemCalls,
}
export type Api = typeof api
export type EndpointName = keyof Api
