import { LIMITS } from '@heatfleet/contract/limits.ts'
import { parseFormula } from '@heatfleet/modbus/formula-parse.ts'
import { useMessages } from '../../../messages/messages.ts'
import { TextField } from '../../../ui/field.tsx'
import type { Form } from '../../../ui/use-form.ts'
import { describeFault } from './evaluate-formula.ts'
import type { PointDraft } from './point-draft.ts'

/** A formula of a point; where it cannot be read, the field says at which character and why. */
export function FormulaField(props: {
  form: Form<PointDraft>
  name: 'read' | 'write' | 'display'
  hint?: string
  required?: boolean
}) {
  const t = useMessages('products')
  const { form, name, hint, required = false } = props
  const text = form.values[name]
  const parsed = parseFormula(text)
  const fault = parsed.ok || text.trim() === '' ? undefined : describeFault(text, parsed)
  const wrong =
    parsed.ok || fault === undefined
      ? undefined
      : fault.kind === 'ends'
        ? t(($) => $.points.preview.ends, { after: fault.after })
        : t(($) => $.points.preview.broken, {
            reason: t(($) => $.points.preview.reasons[parsed.reason], { found: fault.found }),
            at: fault.at,
          })
  return (
    <TextField
      label={t(($) => $.points.fields[name])}
      required={required}
      maxLength={LIMITS.formula_max}
      {...(hint === undefined ? {} : { hint })}
      {...form.field(name)}
      error={form.error(name) ?? wrong}
    />
  )
}
