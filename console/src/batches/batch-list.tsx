import { useSearchParams } from 'react-router'
import { ListTable } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { BatchDrawer } from './batch-drawer.tsx'
import styles from './batches.module.css'
import { batches } from './list.tsx'

/** The own batches; `?batch=` opens one. */
export function BatchList() {
  const [query, setQuery] = useSearchParams()
  const list = useList(batches, undefined, { embedded: true })
  const opened = Number(query.get('batch') ?? 0)
  const open = (batch_id: number | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (batch_id === null) after.delete('batch')
      else after.set('batch', String(batch_id))
      return after
    })
  return (
    <div className={styles.list}>
      <ListTable of={list} onOpen={({ batch_id }) => open(batch_id)} />
      {opened > 0 && <BatchDrawer key={opened} batch_id={opened} onOther={open} onClose={() => open(null)} />}
    </div>
  )
}
