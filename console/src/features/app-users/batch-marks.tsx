import { MARKS, type Mark } from '@heatfleet/contract/app-users/app-users.ts'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxGroupField, RadioGroupField } from '../../ui/field-choices.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import styles from './app-users.module.css'

const WAYS = ['add', 'remove'] as const
export type MarkRequest = { how: (typeof WAYS)[number]; marks: Mark[] }

/** Adds or removes marks of several app users or devices; other marks stay. Mounted = open. */
export function BatchMarks(props: {
  title: string
  onStart: (request: MarkRequest) => Promise<void>
  onClose: () => void
}) {
  const t = useMessages('app-users')
  const ui = useMessages('ui')
  const [how, setHow] = useState<MarkRequest['how']>('add')
  const [marks, setMarks] = useState<Mark[]>([])
  const { busy, problem, send } = usePendingRequest()
  const start = async () => {
    await props.onStart({ how, marks })
    props.onClose()
  }
  return (
    <Dialog
      open
      title={props.title}
      onClose={props.onClose}
      footer={
        <>
          <Problem problem={problem} />
          <Button onClick={props.onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabledReason={marks.length === 0 ? t(($) => $.batch.mark_first) : undefined}
            onClick={() => send(start)}
          >
            {t(($) => $.mark.save)}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <RadioGroupField
          label={t(($) => $.batch.mark_action)}
          inline
          value={how}
          onChange={setHow}
          options={WAYS.map((value) => ({ value, label: t(($) => $.batch.mark_actions[value]) }))}
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
