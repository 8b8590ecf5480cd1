import { normalizeDeviceId } from '@heatfleet/contract/identifiers.ts'
import { ListFilters, ListViews } from '../../lists/list-screen.tsx'
import { useMessages } from '../../messages/messages.ts'
import { Page } from '../../ui/page.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import css from './device-log.module.css'
import { deviceLog } from './list.tsx'
import { LogPanel } from './log-panel.tsx'
import { useDeviceLog } from './use-device-log.ts'

/** The device log (product 3.16): what happened to units, over all in scope or a few. */
export function Component() {
  const t = useMessages('device-log')
  const log = useDeviceLog(null)
  const { list } = log
  const mac = normalizeDeviceId(list.address.search)
  return (
    <Page title={t(($) => $.title)} note={t(($) => $.note)} actions={<ListViews of={list} />}>
      <div className={css.screen}>
        <ListFilters of={list} />
        {mac !== null && <ConnectionBar mac={mac} period={deviceLog.bodyOf(list.address)} />}
        <LogPanel of={log} with_unit={mac === null} />
      </div>
    </Page>
  )
}
