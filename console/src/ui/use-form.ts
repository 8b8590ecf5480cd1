import { useRef, useState } from 'react'
import type { z } from 'zod'
import { type ErrorText, useErrorText } from '../messages/error-text.ts'
import { brokenRule, valueAt } from './form-rule.ts'
import { useRuleText } from './form-rule-text.ts'
import { initialFormState, isDirty, isErrorShown, keepSaved, refusedField, typeIn, valuesOf } from './form-state.ts'
import { markUnsaved, useUnsavedMark } from './unsaved-forms.ts'

type FormOptions<Schema extends z.ZodType, Draft extends object, Saved> = {
  /** The contract's schema of the body, the same as on the server. */
  schema: Schema
  /** Initial values; newer data update all untouched fields. */
  initial: Draft
  /** Converts the values to the body, e.g. an empty text to null; without it they are sent as they are. */
  toBody?: (draft: Draft) => unknown
  /**
   * Sends the body; a {@link Refusal} with a `field` is shown at that field, other errors as an alert. Typed values
   * stay.
   */
  onSave: (body: z.output<Schema>) => Promise<Saved>
  /** Called after saving, when nothing is unsaved: close, or navigate. */
  onSaved?: (saved: Saved) => void
}

/** A form being edited. */
export type Form<Draft extends object> = {
  id: string
  values: Draft
  set: <Key extends keyof Draft & string>(field: Key, value: Draft[Key]) => void
  /** Props of a field of ui/field: `<TextField label=… {...form.field('agent_name')} />`. */
  field: <Key extends keyof Draft & string>(
    field: Key,
  ) => { value: Draft[Key]; onChange: (value: Draft[Key]) => void; error: string | undefined }
  /** The shown error of a field; undefined while it is valid or not validated yet. */
  error: (field: keyof Draft & string) => string | undefined
  /** An error of no particular field. */
  problem: ErrorText | null
  dirty: boolean
  busy: boolean
  /** Save attempts: the form layouts focus the first invalid field after each. */
  attempts: number
  submit: () => void
  /** Called on blur: errors of the typed field may be shown. */
  onBlur: () => void
}

/** A form validated by a schema of the contract: values, errors in the viewer's language, saving, leave guard. */
export const useForm = <Schema extends z.ZodType, Draft extends object, Saved>(
  options: FormOptions<Schema, Draft, Saved>,
): Form<Draft> => {
  const { schema, initial, toBody = same, onSave, onSaved } = options
  const ruleText = useRuleText()
  const errorText = useErrorText()
  const [state, setState] = useState(initialFormState<Draft>)
  const [busy, setBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)
  // A key may repeat before the first press is rendered.
  const sending = useRef(false)

  const values = valuesOf(state, initial)
  const dirty = isDirty(state, initial)
  const id = useUnsavedMark(dirty)

  const body = toBody(values)
  const parsed = schema.safeParse(body)
  const issues = parsed.error?.issues ?? []
  const about = refusedField(state.refused)
  const isShown = (field: string) => Object.hasOwn(initial, field)

  const error = (field: string): string | undefined => {
    if (about === field) return errorText(state.refused).message
    const issue = isErrorShown(state, field) ? issues.find(({ path }) => path[0] === field) : undefined
    return issue && ruleText(brokenRule(issue, valueAt(body, issue.path)))
  }
  const misplaced = state.has_tried ? issues.find(({ path }) => !isShown(String(path[0]))) : undefined
  const problem = (): ErrorText | null => {
    if (state.refused !== null && (about === null || !isShown(about))) return errorText(state.refused)
    if (misplaced === undefined) return null
    return { message: ruleText(brokenRule(misplaced, valueAt(body, misplaced.path))), request_id: null }
  }

  const submit = async () => {
    if (sending.current) return
    setAttempts((count) => count + 1)
    setState((before) => ({ ...before, has_tried: true, editing: null, refused: null }))
    if (!parsed.success) return
    sending.current = true
    setBusy(true)
    try {
      const saved = await onSave(parsed.data)
      markUnsaved(id, false)
      setState((before) => keepSaved(before, initial, values))
      onSaved?.(saved)
    } catch (refused) {
      setAttempts((count) => count + 1)
      setState((before) => ({ ...before, refused }))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const set: Form<Draft>['set'] = (field, value) => setState((before) => typeIn(before, field, value))
  return {
    id,
    values,
    set,
    field: (field) => ({ value: values[field], onChange: (value) => set(field, value), error: error(field) }),
    error,
    problem: problem(),
    dirty,
    busy,
    attempts,
    submit: () => void submit(),
    onBlur: () => setState((before) => (before.editing === null ? before : { ...before, editing: null })),
  }
}

const same = <Draft>(draft: Draft): Draft => draft
