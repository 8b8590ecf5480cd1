import { api } from '@heatfleet/contract/api.ts'
import type { BoundDevice } from '@heatfleet/contract/bindings.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useWords } from '../../words/words.ts'
import styles from './app-users.module.css'
import { BatchMarks, type MarkWish } from './batch-marks.tsx'
import { useLacks } from './lacks.ts'

/** Marks all units of a person that are ticked; a person has few, so one call after the other. */
export function MarkChosen(props: { app_user_id: number; chosen: readonly BoundDevice[]; onDone: () => void }) {
  const t = useWords('appUsers')
  const notify = useNotify()
  const lacks = useLacks('appuser:mark')
  const mark = useChange(api.markDevice)
  const [open, setOpen] = useState(false)
  const { app_user_id, chosen } = props
  const count = chosen.length
  const start = async (wish: MarkWish) => {
    for (const { mac } of chosen) await mark.mutateAsync({ params: { id: app_user_id, x: mac }, body: wish })
    notify.success(t(($) => $.mark.saved))
    props.onDone()
  }
  return (
    <div className={styles.chosen}>
      <Button disabledReason={lacks} onClick={() => setOpen(true)}>
        {t(($) => $.bound.mark_chosen, { count })}
      </Button>
      {open && (
        <BatchMarks title={t(($) => $.bound.mark_title, { count })} onStart={start} onClose={() => setOpen(false)} />
      )}
    </div>
  )
}
