import { api } from '@heatfleet/contract/api.ts'
import { type FaultNote, FaultNoteDraft } from '@heatfleet/contract/faults/notes.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useMayLeave } from '../../ui/leave-guard.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './knowledge.module.css'

/** Notes of technicians on what solved the fault; built-in codes have them too. */
export function FaultNotes({ fault_id }: { fault_id: number }) {
  const t = useMessages('faults')
  const missing_permission = useMissingPermission('faultcode:note')
  // The field is rendered on demand: a drawer focuses the first field it has.
  const [writing, setWriting] = useState<'not yet' | 'now' | 'done'>('not yet')
  const read = useRead(api.faultNoteList, { params: { id: fault_id } })
  return (
    <section className={css.stack}>
      <h3 className={css.section}>{t(($) => $.notes.title)}</h3>
      {read.data === undefined ? (
        read.error === null ? (
          <Loading rows={2} />
        ) : (
          <ErrorState error={read.error} onRetry={() => void read.refetch()} />
        )
      ) : read.data.length === 0 ? (
        <p className={css.weak}>{t(($) => $.notes.none)}</p>
      ) : (
        <ul className={css.notes}>
          {read.data.map((note) => (
            <Note key={note.note_id} fault_id={fault_id} note={note} />
          ))}
        </ul>
      )}
      {writing === 'now' ? (
        <NewNote fault_id={fault_id} onClose={() => setWriting('done')} />
      ) : (
        <span>
          <Button
            icon={PlusIcon}
            disabledReason={missing_permission}
            // Closing the field returns the focus to the button.
            autoFocus={writing === 'done'}
            onClick={() => setWriting('now')}
          >
            {t(($) => $.notes.add)}
          </Button>
        </span>
      )}
    </section>
  )
}

function Note({ fault_id, note }: { fault_id: number; note: FaultNote }) {
  const t = useMessages('faults')
  const notify = useNotify()
  const errorText = useErrorText()
  const confirm = useConfirm()
  const remove = useChange(api.faultNoteDelete)
  const edits = usePermission('faultcode:edit')
  const notes = usePermission('faultcode:note')
  const author = note.author || t(($) => $.notes.gone)
  const onDelete = async () => {
    if (!(await confirm({ title: t(($) => $.notes.delete, { author }), danger: true }))) return
    await remove
      .mutateAsync({ params: { id: fault_id, note_id: note.note_id } })
      .catch((error: unknown) => notify.failed(errorText(error)))
  }
  return (
    <li className={css.note}>
      <p className={css.noteText}>{note.text}</p>
      <span className={css.weak}>
        {author} · <Age at={note.at} />
      </span>
      {notes && (note.own || edits) && (
        <Button size="small" kind="text" onClick={() => void onDelete()}>
          {t(($) => $.delete.action)}
        </Button>
      )}
    </li>
  )
}

function NewNote({ fault_id, onClose }: { fault_id: number; onClose: () => void }) {
  const t = useMessages('faults')
  const ui = useMessages('ui')
  const add = useChange(api.faultNoteAdd)
  const form = useForm({
    schema: FaultNoteDraft,
    initial: { text: '' },
    onSave: (body) => add.mutateAsync({ params: { id: fault_id }, body }),
    onSaved: onClose,
  })
  const mayLeave = useMayLeave(form.id)
  return (
    <form
      id={form.id}
      className={css.stack}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <TextAreaField
        label={t(($) => $.notes.new)}
        hint={t(($) => $.notes.hint)}
        autoFocus
        rows={2}
        maxLength={LIMITS.fault_text_max}
        {...form.field('text')}
      />
      <Problem problem={form.problem} />
      <span className={css.buttons}>
        <Button onClick={() => void mayLeave().then((leave) => leave && onClose())}>{ui(($) => $.cancel)}</Button>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t(($) => $.notes.add)}
        </Button>
      </span>
    </form>
  )
}
