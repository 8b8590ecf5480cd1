import { ListTable } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { Drawer } from '../../ui/drawer.tsx'
import styles from './bindings.module.css'
import { deviceHistory } from './history-list.tsx'

/** What happened to the bindings of one unit. Mounted = open. */
export function HistoryDrawer({ mac, name, onClose }: { mac: string; name: string; onClose: () => void }) {
  const t = useMessages('bindings')
  const list = useList(deviceHistory, undefined, { embedded: true, also: { mac } })
  return (
    <Drawer open title={t(($) => $.history.title, { device: name })} width={760} onClose={onClose}>
      <div className={styles.embedded}>
        <ListTable of={list} onOpen={() => {}} />
      </div>
    </Drawer>
  )
}
