import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { type OrderLine, OrderNote } from '@heatfleet/contract/service-orders/row.ts'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../cloud/session.ts'
import { useMessages } from '../../messages/messages.ts'
import { PHOTO_BOX } from '../../parts/photo-box.ts'
import { Age } from '../../ui/age.tsx'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { PhotosField } from '../../ui/photos-field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './orders.module.css'

type WriteAreaProps = {
  label: string
  hint: string
  send: string
  /** Why nothing can be written now. */
  missing_permission: string | undefined
  onSend: (written: { text: string; pictures: string[] }) => Promise<unknown>
  onSent: () => void
  /** Lines among which an answer of somebody else may appear while one is written. */
  answers?: readonly OrderLine[]
  /** Above the field: what puts text into it. */
  above?: (insert: (text: string) => void) => ReactNode
}

/** A field under what was written before, and its button; empty again once it was sent. */
export function WriteArea({
  label,
  hint,
  send,
  missing_permission,
  onSend,
  onSent,
  answers = [],
  above,
}: WriteAreaProps) {
  const form = useForm({
    schema: OrderNote,
    initial: { text: '', pictures: [] as string[] },
    onSave: onSend,
    onSaved: () => {
      form.setAlong('text', '')
      form.setAlong('pictures', [])
      onSent()
    },
  })
  const meanwhile = useAnswersMeanwhile(answers, form.dirty)
  const insert = (text: string) => {
    form.set('text', form.values.text.trim() === '' ? text : `${form.values.text}\n${text}`)
    // It is read, and mostly changed, before it is sent.
    document.getElementById(form.id)?.querySelector('textarea')?.focus()
  }
  return (
    <form
      id={form.id}
      className={css.write}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      {missing_permission === undefined && above?.(insert)}
      <TextAreaField
        label={label}
        hint={hint}
        rows={3}
        maxLength={ORDER_LIMITS.text_max}
        disabled={missing_permission !== undefined}
        {...form.field('text')}
      />
      <PhotosField
        max={ORDER_LIMITS.pictures_max}
        box={PHOTO_BOX}
        disabled={missing_permission !== undefined}
        {...form.field('pictures')}
      />
      {meanwhile !== undefined && <AnsweredMeanwhile line={meanwhile} />}
      <Problem problem={form.problem} />
      <span className={css.buttons}>
        <Button type="submit" busy={form.busy} disabledReason={missing_permission}>
          {send}
        </Button>
      </span>
    </form>
  )
}

/** The newest answer of somebody else since the text was begun; undefined = none. */
const useAnswersMeanwhile = (answers: readonly OrderLine[], is_writing: boolean): OrderLine | undefined => {
  const own_name = useSession((session) => session.user?.user_name)
  const newest = answers.at(-1)?.line_id ?? 0
  const [begun_at, setBegun] = useState(newest)
  // What is there before the first letter was read before it.
  if (!is_writing && begun_at !== newest) setBegun(newest)
  return answers.findLast(({ kind, line_id, author }) => kind === 'answer' && line_id > begun_at && author !== own_name)
}

function AnsweredMeanwhile({ line: { author, time } }: { line: OrderLine }) {
  const t = useMessages('service-orders')
  return (
    <p role="alert" className={css.meanwhile}>
      {t(($) => $.conversation.meanwhile, { author: author || t(($) => $.conversation.gone) })} · <Age at={time} />
    </p>
  )
}
