import type { AppContext } from './app-context.ts'
import type { Changes } from './changes.ts'
import { commissioningHandlers } from './features/commissioning/handlers.ts'
import { deviceCaptureHandlers } from './features/device-capture/handlers.ts'
import { deviceDayHandlers } from './features/device-days/handlers.ts'
import { deviceHealthHandlers } from './features/device-days/handlers-health.ts'
import { deviceGroupHandlers } from './features/device-groups/handlers.ts'
import { deviceLabelHandlers } from './features/device-labels/handlers.ts'
import { deviceLogHandlers } from './features/device-log/handlers.ts'
import { deviceHandlers } from './features/devices/handlers.ts'
import { deviceChangeHandlers } from './features/devices/handlers-change.ts'
import { deviceDiagnosisHandlers } from './features/devices/handlers-diagnosis.ts'
import { deviceFaultHandlers } from './features/devices/handlers-faults.ts'
import { deviceInstallationHandlers } from './features/devices/handlers-installation.ts'
import { deviceRecordHandlers } from './features/devices/handlers-records.ts'
import { energyReportHandlers } from './features/energy-reports/handlers.ts'
import type { Layouts } from './features/products/public.ts'

type Deps = AppContext & { layouts: Layouts; changes: Changes }

/** What people see and do at one unit: its page, its records and its files. */
export const createDeviceHandlers = (deps: Deps) => ({
  ...deviceHandlers(deps),
  ...deviceChangeHandlers(deps),
  ...deviceInstallationHandlers(deps),
  ...commissioningHandlers(deps),
  ...energyReportHandlers(deps),
  ...deviceGroupHandlers(deps),
  ...deviceDiagnosisHandlers(deps),
  ...deviceCaptureHandlers(deps),
  ...deviceFaultHandlers(deps),
  ...deviceRecordHandlers(deps),
  ...deviceLabelHandlers(deps),
  ...deviceDayHandlers(deps),
  ...deviceHealthHandlers(deps),
  ...deviceLogHandlers(deps),
})
