import { MARKS, type Mark } from '@heatfleet/contract/app-users/app-users.ts'
import { useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxGroupField } from '../../ui/field-choices.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'

/** Sets the marks of an app user or of one of the devices. Mounted = open. */
export function MarkDialog(props: {
  name: string
  marks: readonly Mark[]
  onSave: (marks: Mark[]) => Promise<unknown>
  onClose: () => void
}) {
  const t = useMessages('app-users')
  const ui = useMessages('ui')
  const notify = useNotify()
  const [marks, setMarks] = useState<Mark[]>([...props.marks])
  const { busy, problem, send } = usePendingRequest()
  const save = async () => {
    await props.onSave(marks)
    notify.success(t(($) => $.mark.saved))
    props.onClose()
  }
  return (
    <Dialog
      open
      title={t(($) => $.mark.title, { name: props.name })}
      onClose={props.onClose}
      footer={
        <>
          <Problem problem={problem} />
          <Button onClick={props.onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" busy={busy} onClick={() => send(save)}>
            {t(($) => $.mark.save)}
          </Button>
        </>
      }
    >
      <CheckboxGroupField
        label={t(($) => $.columns.marks)}
        value={marks}
        onChange={setMarks}
        options={MARKS.map((mark) => ({ value: mark, label: t(($) => $.marks[mark]) }))}
      />
    </Dialog>
  )
}
