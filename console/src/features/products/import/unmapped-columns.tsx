import type { ImportMapping, ListReading, RegisterListLook } from '@heatfleet/contract/products/import.ts'
import { useMessages } from '../../../messages/messages.ts'
import { CheckboxGroupField } from '../../../ui/field.tsx'

/** Columns that no field takes: nothing of a list is lost without a word, each can be kept in the note. */
export function UnmappedColumns(props: {
  look: Pick<RegisterListLook, 'columns'>
  mapping: ImportMapping
  reading: ListReading
  onReading: (reading: ListReading) => void
}) {
  const t = useMessages('products')
  const { look, mapping, reading, onReading } = props
  const taken = new Set(Object.values(mapping.columns))
  const rest = look.columns.flatMap(({ title, samples }, at) =>
    taken.has(at) || samples.every((text) => text.trim() === '') ? [] : [{ at, title, samples }],
  )
  if (rest.length === 0) return null
  return (
    <CheckboxGroupField
      label={t(($) => $.points_import.saved.rest)}
      hint={t(($) => $.points_import.saved.rest_hint)}
      inline
      value={(reading.noted ?? []).filter((at) => !taken.has(at))}
      options={rest.map(({ at, title, samples }) => ({
        value: at,
        label: title || String(at + 1),
        hint: samples.slice(0, 2).join(' · ').slice(0, 60),
      }))}
      onChange={(columns) => onReading({ ...reading, noted: columns })}
    />
  )
}
