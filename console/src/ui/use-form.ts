import { useRef, useState } from 'react'
import type { z } from 'zod'
import { type ErrorText, useErrorText } from '../messages/error-text.ts'
import { brokenRule, valueAt } from './form-rule.ts'
import { useRuleText } from './form-rule-text.ts'
import { freshForm, isDirty, isJudged, keepSaved, refusedField, typeIn, valuesOf } from './form-state.ts'
import { markUnsaved, useUnsavedMark } from './unsaved.ts'

export type FormOptions<Schema extends z.ZodType, Draft extends object, Saved> = {
  /** The contract's schema of what is sent: the same judge as on the server. */
  schema: Schema
  /** Exactly what the form shows; newer data reach every field nobody touched. */
  initial: Draft
  /** What the fields mean on the wire, e.g. an empty text as null; without it they are sent as they are. */
  toBody?: (draft: Draft) => unknown
  /** Sends; a {@link Refusal} with a `field` is shown on that field, anything else as an alert. Typed values stay. */
  onSave: (body: z.output<Schema>) => Promise<Saved>
  /** After saving, when nothing is unsaved any more: close, or go elsewhere. */
  onSaved?: (saved: Saved) => void
}

/** A form in the hands of a person. */
export type Form<Draft extends object> = {
  id: string
  values: Draft
  set: <Key extends keyof Draft & string>(field: Key, value: Draft[Key]) => void
  /** What a field of ui/field wants: `<TextField label=… {...form.field('agent_name')} />`. */
  field: <Key extends keyof Draft & string>(
    field: Key,
  ) => { value: Draft[Key]; onChange: (value: Draft[Key]) => void; error: string | undefined }
  /** What is told at a field now; undefined while it is right or not judged yet. */
  error: (field: keyof Draft & string) => string | undefined
  /** What is wrong with no field in particular. */
  problem: ErrorText | null
  dirty: boolean
  busy: boolean
  /** Tries to save so far: the shells take the person to the first wrong field after each. */
  tries: number
  submit: () => void
  /** Nothing is in hand: what was typed may be judged. */
  rest: () => void
}

/** A form judged by a schema of the contract: values, errors in the person's language, saving, leave guard. */
export const useForm = <Schema extends z.ZodType, Draft extends object, Saved>(
  options: FormOptions<Schema, Draft, Saved>,
): Form<Draft> => {
  const { schema, initial, toBody = same, onSave, onSaved } = options
  const ruleText = useRuleText()
  const errorText = useErrorText()
  const [state, setState] = useState(freshForm<Draft>)
  const [busy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  // Two presses of the same key may come before the first is drawn.
  const sending = useRef(false)

  const values = valuesOf(state, initial)
  const dirty = isDirty(state, initial)
  const id = useUnsavedMark(dirty)

  const body = toBody(values)
  const judged = schema.safeParse(body)
  const issues = judged.error?.issues ?? []
  const about = refusedField(state.refused)
  const isShown = (field: string) => Object.hasOwn(initial, field)

  const error = (field: string): string | undefined => {
    if (about === field) return errorText(state.refused).message
    const issue = isJudged(state, field) ? issues.find(({ path }) => path[0] === field) : undefined
    return issue && ruleText(brokenRule(issue, valueAt(body, issue.path)))
  }
  const stray = state.tried ? issues.find(({ path }) => !isShown(String(path[0]))) : undefined
  const problem = (): ErrorText | null => {
    if (state.refused !== null && (about === null || !isShown(about))) return errorText(state.refused)
    if (stray === undefined) return null
    return { message: ruleText(brokenRule(stray, valueAt(body, stray.path))), request_id: null }
  }

  const submit = async () => {
    if (sending.current) return
    setTries((count) => count + 1)
    setState((before) => ({ ...before, tried: true, editing: null, refused: null }))
    if (!judged.success) return
    sending.current = true
    setBusy(true)
    try {
      const saved = await onSave(judged.data)
      markUnsaved(id, false)
      setState((before) => keepSaved(before, initial, values))
      onSaved?.(saved)
    } catch (refused) {
      setTries((count) => count + 1)
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
    tries,
    submit: () => void submit(),
    rest: () => setState((before) => (before.editing === null ? before : { ...before, editing: null })),
  }
}

const same = <Draft>(draft: Draft): Draft => draft
