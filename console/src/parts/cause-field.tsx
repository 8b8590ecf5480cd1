import { ORDER_CAUSES, type OrderCause } from '@heatfleet/contract/service-orders/visit.ts'
import { useMessages } from '../messages/messages.ts'
import { SelectField } from '../ui/field-select.tsx'

/** In a form: no cause was said. */
export const NOT_SAID = ''
export type CauseDraft = OrderCause | typeof NOT_SAID

/** What a service order or an alarm came down to. */
export function CauseField(props: {
  value: CauseDraft
  error: string | undefined
  onChange: (value: CauseDraft) => void
}) {
  const t = useMessages('service-orders')
  return (
    <SelectField
      label={t(($) => $.visit.cause)}
      value={props.value}
      onChange={(next) => props.onChange(next ?? NOT_SAID)}
      options={[
        { value: NOT_SAID, label: t(($) => $.visit.not_said) },
        ...ORDER_CAUSES.map((value) => ({ value, label: t(($) => $.causes[value]) })),
      ]}
      error={props.error}
    />
  )
}
