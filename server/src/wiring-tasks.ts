import type { AppContext } from './app-context.ts'
import type { Changes } from './changes.ts'
import { alarmRuleTasks } from './features/alarm-rules/tasks.ts'
import { alarmTasks } from './features/alarms/tasks.ts'
import type { analysisCalls } from './features/analysis/public.ts'
import { analysisReportTasks } from './features/analysis-reports/tasks.ts'
import { appVersionTasks } from './features/app-versions/tasks.ts'
import { batchTasks, recoverBatches } from './features/batches/tasks.ts'
import { controlTasks } from './features/controls/tasks.ts'
import { deviceDayTasks } from './features/device-days/tasks.ts'
import type { ExportSources } from './features/exports/public.ts'
import { exportTasks, recoverExports } from './features/exports/tasks.ts'
import { firmwareTasks } from './features/firmware/tasks.ts'
import { createUpgradeStep } from './features/firmware/upgrade-step.ts'
import { iccidTasks } from './features/iccids/tasks.ts'
import { importTasks, recoverImports } from './features/imports/tasks.ts'
import type { createNetwork } from './features/notification-policies/tasks.ts'
import { notificationTasks } from './features/notification-policies/tasks.ts'
import { ownerExportTasks } from './features/owner-data/tasks.ts'
import type { Layouts } from './features/products/public.ts'
import { playVirtualUnits, virtualUnitTasks } from './features/products/virtual-units.ts'
import { createSettingsStep } from './features/rollouts/settings-step.ts'
import { recoverRollouts, rolloutTasks } from './features/rollouts/tasks.ts'
import { orderTasks } from './features/service-orders/tasks.ts'
import { playPlantedEvents, simulatorTasks } from './features/simulator/play.ts'
import { webhookTasks } from './features/webhooks/tasks.ts'
import type { Handlers, WriteAudit } from './handler.ts'
import { freeJobs } from './platform/jobs.ts'
import type { Services } from './transports/services.ts'

type Deps = AppContext & {
  changes: Changes
  layouts: Layouts
  waits: AbortController
  handlers: Handlers
  calls: ReturnType<typeof analysisCalls>
  writeAudit: WriteAudit
  sources: ExportSources
  network: ReturnType<typeof createNetwork>
}

/** Background tasks of all features, and what continues them after a restart. */
export const createTasks = (deps: Deps): Pick<Services, 'tasks' | 'recover'> => {
  const tasks = {
    ...(deps.writes_exports ? { ...exportTasks(deps), ...ownerExportTasks(deps) } : {}),
    ...batchTasks(deps),
    ...importTasks(deps),
    ...rolloutTasks({ ...deps, steps: { settings: createSettingsStep(deps), firmware: createUpgradeStep(deps) } }),
    ...firmwareTasks(deps),
    ...appVersionTasks(deps),
    ...virtualUnitTasks(deps),
    ...alarmRuleTasks(deps),
    ...simulatorTasks(deps),
    ...iccidTasks(deps),
    ...alarmTasks(deps),
    ...orderTasks(deps),
    ...deviceDayTasks(deps),
    ...controlTasks(deps),
    ...notificationTasks(deps),
    ...analysisReportTasks(deps),
    ...webhookTasks(deps),
  }
  return {
    tasks,
    recover: async (is_alone) => {
      await freeJobs(deps.database.db, tasks)
      // What another console is at is not queued again; the jobs of a dead one are taken over as they are.
      if (is_alone) {
        if (deps.writes_exports) await recoverExports(deps)
        await recoverBatches(deps)
        await recoverImports(deps)
      }
      await recoverRollouts(deps)
      await playVirtualUnits(deps)
      await playPlantedEvents(deps)
    },
  }
}
