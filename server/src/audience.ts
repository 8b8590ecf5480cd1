import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Caller } from './caller.ts'

type Viewer = Pick<Caller, 'agent_id' | 'permissions'>

/** Whether an account counts as an installer: staff of the manufacturer, and distributors that may set installers' points. */
export const isInstaller = ({ agent_id, permissions }: Viewer): boolean =>
  agent_id === null || permissions.has('device:control-installer')

/** Whether an account sees a point and its values (product 3.25, visible to). The scope decides on the device. */
export const seesPoint = (caller: Viewer, point: Pick<DataPoint, 'visible'> | undefined): boolean =>
  point?.visible !== 'installer' || isInstaller(caller)
