import { api } from '@heatfleet/contract/api.ts'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { ControlDrawer } from './control-drawer.tsx'
import { controlLog } from './list.tsx'

/** The control log (product 3.19); the open entry is in the address. */
export function Component() {
  const t = useMessages('controls')
  const list = useList(controlLog, undefined)
  const [query, setQuery] = useSearchParams()
  const entry = Number(query.get('entry')) || null
  const listed = list.rows.find(({ control_id }) => control_id === entry)
  const body = { control_id: entry ?? 1 }
  const { data } = useRead(
    api.controlLog,
    { query: { pageNo: 1, size: 1 }, body },
    { enabled: entry !== null && listed === undefined },
  )
  const open = (control_id: number | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (control_id === null) after.delete('entry')
      else after.set('entry', String(control_id))
      return after
    })
  const row = entry === null ? undefined : (listed ?? data?.list[0])
  return (
    <ListScreen
      of={list}
      title={t(($) => $.title)}
      note={t(($) => $.note)}
      onOpen={({ control_id }) => open(control_id)}
    >
      {row !== undefined && <ControlDrawer key={row.control_id} row={row} onClose={() => open(null)} />}
    </ListScreen>
  )
}
