import { accountAccess } from './account-access.ts'
import { accountGrants } from './account-grants.ts'
import { accountNotifications } from './account-notifications.ts'
import { accountPictures } from './account-picture.ts'
import { accountSessions } from './account-sessions.ts'
import { accounts } from './accounts.ts'
import { agentManagement } from './agent-management.ts'
import { agentNotices } from './agent-notices.ts'
import { agentUse } from './agent-use.ts'
import { apiTokens } from './api-tokens.ts'
import { appApi } from './app-api.ts'
import { appOrders } from './app-orders.ts'
import { appMessages, appUserMessages } from './app-user-messages.ts'
import { appUsers } from './app-users.ts'
import { appLatestVersion, appVersions } from './app-versions.ts'
import { apps } from './apps.ts'
import { audit } from './audit.ts'
import { batches } from './batches.ts'
import { bindings } from './bindings.ts'
import { branding } from './branding.ts'
import { center } from './center.ts'
import { controls } from './controls.ts'
import { deviceExport } from './device-export.ts'
import { deviceFaults } from './device-faults.ts'
import { deviceInventory } from './device-inventory.ts'
import { exportCalls } from './exports.ts'
import { faultCodes } from './fault-codes.ts'
import { faultImports } from './fault-import.ts'
import { faultNotes } from './fault-notes.ts'
import { faultUse } from './fault-use.ts'
import { history } from './history.ts'
import { historyExport } from './history-export.ts'
import { historyStatistics } from './history-statistics.ts'
import { home } from './home.ts'
import { legacyUsers } from './legacy-users.ts'
import { listChoices } from './list-choices.ts'
import { notices } from './notices.ts'
import { orderEvaluations } from './order-evaluations.ts'
import { orders } from './orders.ts'
import { passwordLinks } from './password-links.ts'
import { productBench } from './product-bench.ts'
import { productDrafts } from './product-draft.ts'
import { productFiles } from './product-file.ts'
import { productImports } from './product-import.ts'
import { productPictures } from './product-picture.ts'
import { productRegisters } from './product-registers.ts'
import { products } from './products.ts'
import { profile } from './profile.ts'
import { appPushTokens, appUserPushTokens } from './push-tokens.ts'
import { resourceGroups } from './resource-groups.ts'
import { roles } from './roles.ts'
import { secondFactor } from './second-factor.ts'
import { session } from './session.ts'
import { virtualUnits } from './virtual-units.ts'

/** The whole HTTP surface on one screen. */
export const api = {
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
  ...deviceInventory,
  ...deviceFaults,
  ...deviceExport,
  ...history,
  ...historyExport,
  ...historyStatistics,
  ...controls,
  ...products,
  ...productRegisters,
  ...productDrafts,
  ...productFiles,
  ...productImports,
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
  ...apps,
  ...appVersions,
  ...appUsers,
  ...appUserMessages,
  ...appUserPushTokens,
  ...bindings,
  ...appApi,
  ...appMessages,
  ...appPushTokens,
  ...appLatestVersion,
  ...appOrders,
  ...orders,
  ...orderEvaluations,
  ...roles,
  ...resourceGroups,
  ...exportCalls,
  ...batches,
  ...audit,
  ...home,
  ...notices,
}
export type Api = typeof api
export type EndpointName = keyof Api
