import { api } from '@heatfleet/contract/api.ts'
import { ORDER_PRIORITIES, OrderAssignment, type OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { SelectField } from '../../ui/field-select.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'

const NOBODY = 0

/** Names the processing person of an order, and how urgent it is. Mounted = open. */
export function AssignDrawer({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const { order_id: id, handler_uid, handler, priority } = order
  const assign = useChange(api.orderAssign)
  const handlers = useRead(api.orderHandlers, { params: { id } })
  const form = useForm({
    schema: OrderAssignment,
    initial: { handler_uid: handler_uid ?? NOBODY, priority },
    toBody: (draft) => ({ ...draft, handler_uid: draft.handler_uid === NOBODY ? null : draft.handler_uid }),
    onSave: (body) => assign.mutateAsync({ params: { id }, body }),
    onSaved: () => {
      notify.success(t(($) => $.assign.done))
      onClose()
    },
  })
  const offered = handlers.data ?? []
  const options = [
    { value: NOBODY, label: t(($) => $.nobody) },
    // Who has it already is named even where he is not offered any more.
    ...(handler_uid === null || offered.some(({ uid }) => uid === handler_uid)
      ? []
      : [{ value: handler_uid, label: handler }]),
    ...offered.map(({ uid, user_name, nick_name, agent_name }) => ({
      value: uid,
      label: [user_name, nick_name, agent_name].filter((part) => part !== '').join(' · '),
    })),
  ]
  return (
    <FormDrawer form={form} title={t(($) => $.assign.title, { id })} onClose={onClose}>
      <SelectField
        label={t(($) => $.assign.handler)}
        hint={t(($) => $.assign.hint)}
        value={form.values.handler_uid}
        onChange={(next) => form.set('handler_uid', next ?? NOBODY)}
        options={options}
        error={form.error('handler_uid')}
        loading={handlers.isPending}
        search
      />
      <SelectField
        label={t(($) => $.columns.priority)}
        value={form.values.priority}
        onChange={(next) => form.set('priority', next ?? 'normal')}
        options={ORDER_PRIORITIES.map((value) => ({ value, label: t(($) => $.priorities[value]) }))}
      />
    </FormDrawer>
  )
}
