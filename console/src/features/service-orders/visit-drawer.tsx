import { api } from '@heatfleet/contract/api.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { OrderVisit } from '@heatfleet/contract/service-orders/visit.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { type CauseDraft, CauseField, NOT_SAID } from '../../parts/cause-field.tsx'
import { type PartDraft, PartsField, typedParts } from '../../parts/parts-field.tsx'
import { DateTimeField } from '../../ui/field-date-time.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'

const msOf = (time: string | null): number | null => (time === null ? null : Date.parse(time))
const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Plans the visit of an order, and writes down what came of it. Mounted = open. */
export function VisitDrawer({ order, onClose }: { order: OrderDetail; onClose: () => void }) {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const save = useChange(api.orderVisit)
  const { order_id: id, visit_from, visit_to, parts, cause, result, visit_changed_time } = order
  const form = useForm({
    schema: OrderVisit,
    initial: {
      visit_from: msOf(visit_from),
      visit_to: msOf(visit_to),
      cause: (cause ?? NOT_SAID) as CauseDraft,
      parts: parts as PartDraft[],
      result,
    },
    toBody: (typed) => ({
      ...typed,
      visit_from: timeOf(typed.visit_from),
      visit_to: timeOf(typed.visit_to),
      cause: typed.cause === NOT_SAID ? null : typed.cause,
      parts: typedParts(typed.parts),
      visit_changed_time,
    }),
    onSave: (body) => save.mutateAsync({ params: { id }, body }),
    onSaved: () => {
      notify.success(t(($) => $.visit.saved))
      onClose()
    },
  })
  return (
    <FormDrawer form={form} title={t(($) => $.visit.form, { id })} onClose={onClose}>
      <FormGrid>
        <DateTimeField
          label={t(($) => $.visit.from)}
          hint={t(($) => $.visit.when_hint)}
          {...form.field('visit_from')}
        />
        <DateTimeField label={t(($) => $.visit.to)} {...form.field('visit_to')} />
      </FormGrid>
      <PartsField value={form.values.parts} onChange={form.field('parts').onChange} />
      <CauseField value={form.values.cause} onChange={(next) => form.set('cause', next)} error={form.error('cause')} />
      <TextAreaField
        label={t(($) => $.visit.result)}
        rows={4}
        maxLength={ORDER_LIMITS.text_max}
        {...form.field('result')}
      />
    </FormDrawer>
  )
}
