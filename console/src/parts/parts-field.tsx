import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderPart } from '@heatfleet/contract/service-orders/visit.ts'
import { useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { NumberField } from '../ui/field-number.tsx'
import { TextField } from '../ui/field-text.tsx'
import { CloseIcon, PlusIcon } from '../ui/icons.tsx'
import css from './parts.module.css'

/** A part while it is typed. */
export type PartDraft = Omit<OrderPart, 'quantity'> & { quantity: number | null }

/** Parts without the rows in which nothing was typed. */
export const typedParts = (parts: readonly PartDraft[]): PartDraft[] =>
  parts.filter(({ name, number }) => name.trim() !== '' || number.trim() !== '')

/** Parts that were used for a service order or at an alarm. */
export function PartsField({ value, onChange }: { value: PartDraft[]; onChange: (value: PartDraft[]) => void }) {
  const t = useMessages('service-orders')
  return (
    <fieldset className={css.parts}>
      <legend>{t(($) => $.visit.parts)}</legend>
      {value.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own
        <div key={at} className={css.part}>
          <TextField
            label={t(($) => $.visit.part)}
            maxLength={ORDER_LIMITS.part_max}
            value={row.name}
            onChange={(name) => onChange(value.with(at, { ...row, name }))}
          />
          <TextField
            label={t(($) => $.visit.number)}
            maxLength={ORDER_LIMITS.part_max}
            value={row.number}
            onChange={(number) => onChange(value.with(at, { ...row, number }))}
          />
          <NumberField
            label={t(($) => $.visit.quantity)}
            min={1}
            max={ORDER_LIMITS.part_quantity_max}
            decimals={0}
            value={row.quantity}
            onChange={(quantity) => onChange(value.with(at, { ...row, quantity }))}
          />
          <Button
            kind="text"
            icon={CloseIcon}
            label={t(($) => $.visit.remove, { part: row.name })}
            onClick={() => onChange(value.toSpliced(at, 1))}
          />
        </div>
      ))}
      <Button
        icon={PlusIcon}
        disabled={value.length >= ORDER_LIMITS.parts_max}
        onClick={() => onChange([...value, { name: '', number: '', quantity: 1 }])}
      >
        {t(($) => $.visit.add)}
      </Button>
    </fieldset>
  )
}
