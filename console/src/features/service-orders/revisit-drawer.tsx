import { api } from '@heatfleet/contract/api.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import { OrderText } from '@heatfleet/contract/service-orders/row.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'

/** Records what a call back to the respondent gave. Mounted = open. */
export function RevisitDrawer({ order_id: id, onClose }: { order_id: number; onClose: () => void }) {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const record = useChange(api.orderRevisit)
  const form = useForm({
    schema: OrderText,
    initial: { text: '' },
    onSave: (body) => record.mutateAsync({ params: { id }, body }),
    onSaved: () => {
      notify.success(t(($) => $.revisit.done))
      onClose()
    },
  })
  return (
    <FormDrawer form={form} title={t(($) => $.revisit.title, { id })} onClose={onClose}>
      <TextAreaField
        label={t(($) => $.revisit.text)}
        hint={t(($) => $.revisit.hint)}
        required
        autoFocus
        rows={6}
        maxLength={ORDER_LIMITS.text_max}
        {...form.field('text')}
      />
    </FormDrawer>
  )
}
