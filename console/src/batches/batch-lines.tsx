import type { BatchRecord } from '@heatfleet/contract/batches/batches.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useSession } from '../cloud/session.ts'
import { mayInterrupt } from '../features/notifications/public.ts'
import { useMessages } from '../messages/messages.ts'
import { Age } from '../ui/age.tsx'
import { useNotify } from '../ui/notify.tsx'
import { BatchProgress, BatchStateChip } from './batch-state.tsx'
import { fetchChanged, isOpen } from './use-batches.ts'

type Styles = Readonly<Record<string, string>>

/** The newest batches in the job centre, and a word when one ends. */
export function BatchLines(props: { batches: readonly BatchRecord[]; styles: Styles; onOpen: () => void }) {
  const t = useMessages('batches')
  const { styles, batches } = props
  useTellEnds(batches)
  return (
    <ul className={styles.list} aria-label={t(($) => $.title)}>
      {batches.map((batch) => (
        <li key={batch.batch_id}>
          <Link
            className={styles.file}
            to={`/center/exports?jobs=batches&batch=${batch.batch_id}`}
            onClick={props.onOpen}
          >
            {t(($) => $.actions[batch.action])}
          </Link>
          <span className={styles.told}>
            <BatchStateChip batch={batch} />
            {isOpen(batch) && <BatchProgress batch={batch} />}
            <Age at={batch.created_at} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Tells when a batch has ended since it was first seen under way, and fetches anew what it changed. */
const useTellEnds = (batches: readonly BatchRecord[]) => {
  const t = useMessages('batches')
  const notify = useNotify()
  const under_way = useRef<Set<number>>(new Set())
  useEffect(() => {
    const ended = batches.filter((batch) => !isOpen(batch) && under_way.current.has(batch.batch_id))
    under_way.current = new Set(batches.filter(isOpen).map(({ batch_id }) => batch_id))
    if (ended.length === 0) return
    fetchChanged()
    const { user } = useSession.getState()
    if (user === null || !mayInterrupt(user, 'info', Date.now())) return
    for (const { action: name, done, failed } of ended) {
      const action = t(($) => $.actions[name])
      if (failed > 0) notify.error(t(($) => $.ended_refused, { action, count: failed }))
      else notify.success(t(($) => $.ended_ok, { action, count: done }))
    }
  }, [batches, notify, t])
}
