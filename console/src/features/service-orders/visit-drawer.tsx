import { api } from '@heatfleet/contract/api.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { ORDER_CAUSES, type OrderCause, OrderVisit } from '@heatfleet/contract/service-orders/visit.ts'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { DateTimeField } from '../../ui/field-date-time.tsx'
import { NumberField } from '../../ui/field-number.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormDrawer, FormGrid } from '../../ui/form.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { useForm } from '../../ui/use-form.ts'
import css from './orders.module.css'

const NOT_SAID = ''
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
      cause: (cause ?? NOT_SAID) as OrderCause | typeof NOT_SAID,
      parts: parts.map((part) => ({ ...part, quantity: part.quantity as number | null })),
      result,
    },
    toBody: (typed) => ({
      ...typed,
      visit_from: timeOf(typed.visit_from),
      visit_to: timeOf(typed.visit_to),
      cause: typed.cause === NOT_SAID ? null : typed.cause,
      parts: typed.parts.filter(({ name, number }) => name.trim() !== '' || number.trim() !== ''),
      visit_changed_time,
    }),
    onSave: (body) => save.mutateAsync({ params: { id }, body }),
    onSaved: () => {
      notify.success(t(($) => $.visit.saved))
      onClose()
    },
  })
  const rows = form.values.parts
  const setParts = form.field('parts').onChange
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
      <fieldset className={css.parts}>
        <legend>{t(($) => $.visit.parts)}</legend>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own
          <div key={at} className={css.part}>
            <TextField
              label={t(($) => $.visit.part)}
              maxLength={ORDER_LIMITS.part_max}
              value={row.name}
              onChange={(name) => setParts(rows.with(at, { ...row, name }))}
            />
            <TextField
              label={t(($) => $.visit.number)}
              maxLength={ORDER_LIMITS.part_max}
              value={row.number}
              onChange={(number) => setParts(rows.with(at, { ...row, number }))}
            />
            <NumberField
              label={t(($) => $.visit.quantity)}
              min={1}
              max={ORDER_LIMITS.part_quantity_max}
              decimals={0}
              value={row.quantity}
              onChange={(quantity) => setParts(rows.with(at, { ...row, quantity }))}
            />
            <Button
              kind="text"
              icon={CloseIcon}
              label={t(($) => $.visit.remove, { part: row.name })}
              onClick={() => setParts(rows.toSpliced(at, 1))}
            />
          </div>
        ))}
        <Button
          icon={PlusIcon}
          disabled={rows.length >= ORDER_LIMITS.parts_max}
          onClick={() => setParts([...rows, { name: '', number: '', quantity: 1 }])}
        >
          {t(($) => $.visit.add)}
        </Button>
      </fieldset>
      <SelectField
        label={t(($) => $.visit.cause)}
        value={form.values.cause}
        onChange={(next) => form.set('cause', next ?? NOT_SAID)}
        options={[
          { value: NOT_SAID, label: t(($) => $.visit.not_said) },
          ...ORDER_CAUSES.map((value) => ({ value, label: t(($) => $.causes[value]) })),
        ]}
        error={form.error('cause')}
      />
      <TextAreaField
        label={t(($) => $.visit.result)}
        rows={4}
        maxLength={ORDER_LIMITS.text_max}
        {...form.field('result')}
      />
    </FormDrawer>
  )
}
