import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { OrderText } from '@heatfleet/contract/service-orders/row.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './orders.module.css'

type WriteAreaProps = {
  label: string
  hint: string
  send: string
  /** Why nothing can be written now. */
  missing_permission: string | undefined
  onSend: (text: string) => Promise<unknown>
  onSent: () => void
}

/** A field under what was written before, and its button; empty again once it was sent. */
export function WriteArea({ label, hint, send, missing_permission, onSend, onSent }: WriteAreaProps) {
  const form = useForm({
    schema: OrderText,
    initial: { text: '' },
    onSave: ({ text }) => onSend(text),
    onSaved: () => {
      form.set('text', '')
      onSent()
    },
  })
  return (
    <form
      id={form.id}
      className={css.write}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <TextAreaField
        label={label}
        hint={hint}
        rows={3}
        maxLength={ORDER_LIMITS.text_max}
        disabled={missing_permission !== undefined}
        {...form.field('text')}
      />
      <Problem problem={form.problem} />
      <span className={css.buttons}>
        <Button type="submit" busy={form.busy} disabledReason={missing_permission}>
          {send}
        </Button>
      </span>
    </form>
  )
}
