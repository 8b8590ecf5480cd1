import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { OrderTransfer } from '@heatfleet/contract/service-orders/transfer.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { SelectField } from '../../ui/field-select.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useLevelName } from './order-level.ts'

/** Hands an order up or down the tree of distributors. Mounted = open. */
export function TransferDrawer({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const nameOf = useLevelName()
  const transfer = useChange(api.orderTransfer)
  const { order_id: id, levels_up, levels_max } = order
  const others = Array.from({ length: levels_max + 1 }, (_, level) => level).filter((level) => level !== levels_up)
  const form = useForm({
    schema: OrderTransfer,
    // Up is what it is for: who cannot solve it asks the level above.
    initial: { levels_up: others.find((level) => level > levels_up) ?? others.at(-1) ?? 0, reason: '' },
    onSave: (body) => transfer.mutateAsync({ params: { id }, body }),
    onSaved: () => {
      notify.success(t(($) => $.transfer.done))
      onClose()
    },
  })
  return (
    <FormDrawer
      form={form}
      title={t(($) => $.transfer.title, { id })}
      save={t(($) => $.actions.transfer)}
      onClose={onClose}
    >
      <SelectField
        label={t(($) => $.transfer.to)}
        hint={t(($) => $.transfer.hint)}
        required
        value={form.values.levels_up}
        onChange={(next) => next !== undefined && form.set('levels_up', next)}
        options={others.map((level) => ({ value: level, label: nameOf(order, level) }))}
        error={form.error('levels_up')}
      />
      <TextAreaField
        label={t(($) => $.transfer.reason)}
        hint={t(($) => $.transfer.reason_hint)}
        required
        rows={4}
        maxLength={Math.min(LIMITS.reason_max, ORDER_LIMITS.text_max)}
        {...form.field('reason')}
      />
    </FormDrawer>
  )
}
