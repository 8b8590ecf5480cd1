import { ListFilters, ListViews } from '../../lists/list-screen.tsx'
import { useMessages } from '../../messages/messages.ts'
import { Page } from '../../ui/page.tsx'
import { ConnectionBar, ConnectionStrips } from './connection-bar.tsx'
import css from './device-log.module.css'
import { deviceLog } from './list.tsx'
import { LogPanel } from './log-panel.tsx'
import { unitsOfSearch } from './units-of-search.ts'
import { useDeviceLog } from './use-device-log.ts'

/** The device log (product 3.16): what happened to units, over all in scope or a few. */
export function Component() {
  const t = useMessages('device-log')
  const log = useDeviceLog(null)
  const { list } = log
  const macs = unitsOfSearch(list.address.search)
  const [mac, ...others] = macs
  const period = deviceLog.bodyOf(list.address)
  const units = macs.map((one) => ({
    mac: one,
    name: list.rows.find((entry) => entry.mac === one)?.device_name || one,
  }))
  return (
    <Page title={t(($) => $.title)} note={t(($) => $.note)} actions={<ListViews of={list} />}>
      <div className={css.screen}>
        <ListFilters of={list} />
        {mac !== undefined && others.length === 0 && <ConnectionBar mac={mac} period={period} />}
        {others.length > 0 && <ConnectionStrips units={units} period={period} />}
        <LogPanel of={log} with_unit={macs.length !== 1} />
      </div>
    </Page>
  )
}
