import { api } from '@heatfleet/contract/api.ts'
import { useEffect } from 'react'
import { useChange } from '../cloud/call.ts'
import { ListTable } from '../lists/list-screen.tsx'
import { useList } from '../lists/use-list.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { Problem } from '../ui/problem.tsx'
import { QuickTabs } from '../ui/tabs.tsx'
import { usePendingRequest } from '../ui/use-pending-request.ts'
import { BatchProgress, BatchStateChip } from './batch-state.tsx'
import styles from './batches.module.css'
import { batchItems, ONLY } from './list.tsx'
import { fetchChanged, isOpen } from './use-batches.ts'

/** How far a batch is and what became of each object; stopped while it runs, tried again when it is over. */
export function BatchDrawer(props: { batch_id: number; onOther: (batch_id: number) => void; onClose: () => void }) {
  const t = useMessages('batches')
  const params = { id: props.batch_id }
  const list = useList(batchItems, { batch_id: props.batch_id }, { embedded: true })
  const batch = list.read.data?.batch
  const is_open = batch === undefined || isOpen(batch)
  // A short one is over before the job centre has seen it under way.
  useEffect(() => {
    if (!is_open) fetchChanged()
  }, [is_open])
  const cancel = useChange(api.batchCancel)
  const retry = useChange(api.batchRetry)
  const { busy, problem, send } = usePendingRequest()
  const can_retry = batch !== undefined && !is_open && batch.done < batch.total
  return (
    <Drawer
      open
      width={760}
      title={batch === undefined ? t(($) => $.title) : t(($) => $.actions[batch.action])}
      onClose={props.onClose}
      footer={
        <>
          <Problem problem={problem} />
          {is_open ? (
            <Button busy={busy} onClick={() => send(() => cancel.mutateAsync({ params }))}>
              {t(($) => $.cancel)}
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={busy}
              disabled={!can_retry}
              onClick={() => send(async () => props.onOther((await retry.mutateAsync({ params })).batch_id))}
            >
              {t(($) => $.retry)}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.drawer}>
        {batch !== undefined && (
          <div className={styles.head}>
            <BatchStateChip batch={batch} />
            <BatchProgress batch={batch} />
          </div>
        )}
        <QuickTabs
          label={t(($) => $.show)}
          value={list.address.only}
          onChange={(only) => list.change({ only })}
          items={ONLY.map((key) => ({ key, label: t(($) => $.only[key]) }))}
        />
        <div className={styles.items}>
          <ListTable of={list} />
        </div>
      </div>
    </Drawer>
  )
}
