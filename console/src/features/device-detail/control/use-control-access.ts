import { usePermission } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import type { DeviceView } from '../device-view.ts'
import { type ControlAccess, deviceLockOf } from './staging.ts'

export const useControlAccess = (view: DeviceView): ControlAccess => ({
  simulated: view.device.simulated,
  test_bench: view.device.test_bench,
  online_status: view.device.online_status,
  bus_status: view.device.bus_status,
  remote_consent: view.device.remote_consent,
  may_control: usePermission('device:control'),
  may_control_installer: usePermission('device:control-installer'),
})

/** Text of why no setting can be changed; undefined when some can. */
export const useLockedReason = (view: DeviceView): string | undefined => {
  const t = useMessages('device-detail')
  const access = useControlAccess(view)
  const lock = deviceLockOf(access)
  return lock === null ? undefined : t(($) => $.control.locked[lock])
}
