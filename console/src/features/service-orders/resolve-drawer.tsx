import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type OrderDetail, OrderResolution } from '@heatfleet/contract/service-orders/row.ts'

import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './orders.module.css'

/** Resolves an order about a fault, with what solved it for the knowledge base. Mounted = open. */
export function ResolveDrawer({ order, code, onClose }: { order: OrderDetail; code: string; onClose: () => void }) {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const resolve = useChange(api.orderResolve)
  const { order_id: id, result } = order
  const form = useForm({
    schema: OrderResolution,
    initial: { solved_by: result.slice(0, LIMITS.fault_text_max) },
    toBody: ({ solved_by }) => (solved_by.trim() === '' ? {} : { solved_by }),
    onSave: (body) => resolve.mutateAsync({ params: { id }, body }),
    onSaved: () => {
      notify.success(t(($) => $.resolve.done))
      onClose()
    },
  })
  return (
    <FormDrawer
      form={form}
      title={t(($) => $.resolve.title, { id })}
      save={t(($) => $.actions.resolve)}
      onClose={onClose}
    >
      <p className={css.weak}>{t(($) => $.resolve.text)}</p>
      <TextAreaField
        label={t(($) => $.resolve.note, { code })}
        hint={t(($) => $.resolve.note_hint)}
        rows={5}
        maxLength={LIMITS.fault_text_max}
        {...form.field('solved_by')}
      />
    </FormDrawer>
  )
}
