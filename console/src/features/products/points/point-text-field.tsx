import { useMessages } from '../../../messages/messages.ts'
import { TextField } from '../../../ui/field.tsx'
import type { Form } from '../../../ui/use-form.ts'
import type { PointDraft } from './point-draft.ts'

type TextKey =
  | 'key'
  | 'name_en'
  | 'name_zh'
  | 'name_pl'
  | 'unit'
  | 'group_tag'
  | 'tab'
  | 'min'
  | 'max'
  | 'invalid'
  | 'fault'
  | 'write_group'

/** A field of text of a point's form. */
export function PointText(props: {
  form: Form<PointDraft>
  name: TextKey
  max: number
  hint?: string
  required?: boolean
}) {
  const t = useMessages('products')
  const { form, name, max, hint, required = false } = props
  return (
    <TextField
      label={t(($) => $.points.fields[name])}
      required={required}
      maxLength={max}
      {...(hint === undefined ? {} : { hint })}
      {...form.field(name)}
    />
  )
}
