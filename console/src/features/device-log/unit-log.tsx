import { usePermission } from '../../cloud/session.ts'
import { ListFilters } from '../../lists/list-screen.tsx'
import { NoPermission } from '../../ui/states.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import css from './device-log.module.css'
import { deviceLogOfUnit } from './list.tsx'
import { LogPanel } from './log-panel.tsx'
import { useDeviceLog } from './use-device-log.ts'

/** The log of one unit, for the tab of its page. */
export function UnitLog({ mac }: { mac: string }) {
  return usePermission('log:view') ? <Log mac={mac} /> : <NoPermission permission="log:view" />
}

function Log({ mac }: { mac: string }) {
  const log = useDeviceLog(mac)
  return (
    <div className={css.screen}>
      <ConnectionBar mac={mac} period={deviceLogOfUnit.bodyOf(log.list.address)} />
      <ListFilters of={log.list} />
      <LogPanel of={log} with_unit={false} />
    </div>
  )
}
