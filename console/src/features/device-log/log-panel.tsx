import type { DeviceLogEntry } from '@heatfleet/contract/device-log/device-log.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { ListExportButton, ListTable } from '../../lists/list-screen.tsx'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TablePager } from '../../ui/data-table-pager.tsx'
import { ListIcon, RowsIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import css from './device-log.module.css'
import { EntryDrawer } from './entry-drawer.tsx'
import { deviceLog } from './list.tsx'
import { RetentionNote } from './retention-note.tsx'
import { Timeline } from './timeline.tsx'
import type { DeviceLogInUse } from './use-device-log.ts'

/** The entries of a log as a timeline or a table, and the drawer of the one that is open. */
export function LogPanel({ of, with_unit }: { of: DeviceLogInUse; with_unit: boolean }) {
  const t = useMessages('device-log')
  const [open, setOpen] = useState<DeviceLogEntry | null>(null)
  const { list, live, setLive } = of
  const { data } = list.read
  const hidden = data?.hidden ?? []
  const next = list.address.view === 'table' ? 'timeline' : 'table'
  const tools = (
    <>
      <Button kind="text" aria-pressed={live} onClick={() => setLive(!live)}>
        <span className={css.tail} data-on={live || undefined} />
        {t(($) => $.live)}
      </Button>
      <Button kind="text" icon={next === 'table' ? RowsIcon : ListIcon} onClick={() => list.change({ view: next })}>
        {t(($) => $.views[next])}
      </Button>
    </>
  )
  return (
    <>
      {hidden.length > 0 && (
        <p className={css.hidden}>
          {t(($) => $.hidden, { types: hidden.map((type) => t(($) => $.types[type])).join(', ') })}
        </p>
      )}
      {data?.needs_units === true && (
        <p className={css.hidden}>
          {t(($) => (list.address.text === '' ? $.needs_units : $.text_needs_units), {
            count: LIMITS.device_log_report_units_max,
          })}
        </p>
      )}
      <RetentionNote of={of} />
      {list.address.view === 'table' || data === undefined || list.total === 0 ? (
        <ListTable of={list} tools={tools} onOpen={setOpen} />
      ) : (
        <Panel
          flush
          className={css.panel}
          title={deviceLog.summary(list.say, list.total, data)}
          note={
            <span className={css.tools}>
              {tools}
              <ListExportButton of={list} />
            </span>
          }
        >
          <Timeline entries={list.rows} with_unit={with_unit} onOpen={setOpen} />
          <TablePager
            total={list.total}
            pageNo={list.address.pageNo}
            size={list.address.size}
            page_sizes={deviceLog.page_sizes ?? []}
            onPaging={list.turn}
          />
        </Panel>
      )}
      {open !== null && <EntryDrawer entry={open} onClose={() => setOpen(null)} />}
    </>
  )
}
