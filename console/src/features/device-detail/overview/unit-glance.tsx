import { useNavigate } from 'react-router'
import { usePermission } from '../../../cloud/session.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { useCommands } from '../control/use-commands.ts'
import { type DeviceView, useDeviceView } from '../device-view.ts'
import { DayChart } from './day-chart.tsx'
import css from './overview.module.css'
import { SetPoints } from './set-points.tsx'

/** A unit at a glance, for drawers of other screens: two hours of curve, and its set-points for who may control it. */
export function UnitGlance({ mac }: { mac: string }) {
  const { view, error, retry } = useDeviceView(mac)
  if (view !== null) return <Glance view={view} />
  return error === null ? <Loading rows={6} /> : <ErrorState error={error} needs="device:view" onRetry={retry} />
}

function Glance({ view }: { view: DeviceView }) {
  const navigate = useNavigate()
  const may_control = usePermission('device:control')
  const commands = useCommands(view.device.mac, view.readings)
  return (
    <div className={css.glance}>
      <DayChart view={view} hours={2} />
      {may_control && (
        <SetPoints
          view={view}
          commands={commands}
          onAll={() => void navigate(`/device/device-detail/${view.device.mac}?tab=control`)}
        />
      )}
    </div>
  )
}
