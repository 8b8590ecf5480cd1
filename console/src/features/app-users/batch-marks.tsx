import { api } from '@heatfleet/contract/api.ts'
import { type AppUser, MARKS, type Mark } from '@heatfleet/contract/app-users.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxGroupField, RadioGroupField } from '../../ui/field-choices.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useSending } from '../../ui/sending.ts'
import { useWords } from '../../words/words.ts'
import styles from './app-users.module.css'

const DEEDS = ['add', 'remove'] as const

/** Gives marks to several people, or takes them away; each keeps the others he has. Mounted = open. */
export function BatchMarks(props: { people: readonly AppUser[]; onDone: () => void; onClose: () => void }) {
  const t = useWords('appUsers')
  const ui = useWords('ui')
  const notify = useNotify()
  const change = useChange(api.markAppUser)
  const [deed, setDeed] = useState<(typeof DEEDS)[number]>('add')
  const [marks, setMarks] = useState<Mark[]>([])
  const { busy, problem, send } = useSending()
  const save = async () => {
    // One after the other: what was done stays done when one is refused.
    for (const { app_user_id, marks: before } of props.people) {
      const others = before.filter((mark) => !marks.includes(mark))
      const after = deed === 'add' ? [...others, ...marks] : others
      await change.mutateAsync({ params: { id: app_user_id }, body: { marks: after } })
    }
    notify.success(t(($) => $.mark.saved))
    props.onDone()
  }
  const count = props.people.length
  return (
    <Dialog
      open
      title={t(($) => $.batch.mark_title, { count })}
      onClose={props.onClose}
      footer={
        <>
          <Problem problem={problem} />
          <Button onClick={props.onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabledReason={marks.length === 0 ? t(($) => $.batch.mark_first) : undefined}
            onClick={() => send(save)}
          >
            {t(($) => $.mark.save)}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <RadioGroupField
          label={t(($) => $.batch.mark_deed)}
          inline
          value={deed}
          onChange={setDeed}
          options={DEEDS.map((value) => ({ value, label: t(($) => $.batch.mark_deeds[value]) }))}
        />
        <CheckboxGroupField
          label={t(($) => $.columns.marks)}
          value={marks}
          onChange={setMarks}
          options={MARKS.map((mark) => ({ value: mark, label: t(($) => $.marks[mark]) }))}
        />
      </div>
    </Dialog>
  )
}
