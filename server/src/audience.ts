import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Caller } from './caller.ts'

type Viewer = Pick<Caller, 'agent_id' | 'permissions'>

/** Whether somebody belongs to the circle of installers: the manufacturer's people, and distributors' who set their points. */
export const isInstaller = ({ agent_id, permissions }: Viewer): boolean =>
  agent_id === null || permissions.has('device:control-installer')

/** Whether somebody sees a point and its values (product 3.25, visible to). Who sees a unit at all is the scope's matter. */
export const seesPoint = (caller: Viewer, point: Pick<DataPoint, 'visible'> | undefined): boolean =>
  point?.visible !== 'installer' || isInstaller(caller)
