import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Scope } from '../../platform/scope.ts'
import type { ReportsDeps } from './read-reports.ts'
import { listDevices } from './store.ts'

/** The devices in the requested order; refuses with `device_not_found` when one is outside the scope. */
export const readDevices = async (
  { database }: Pick<ReportsDeps, 'database'>,
  scope: Scope,
  { macs }: { macs: readonly string[] },
) => {
  const found = new Map((await listDevices(database, scope, macs)).map((device) => [device.mac, device]))
  return [...new Set(macs)].map((mac) => {
    const device = found.get(mac)
    if (device === undefined) throw new Refusal('device_not_found', { field: 'macs' })
    return device
  })
}
