import { Refusal } from '@heatfleet/contract/errors.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { type ErrorText, useErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { brokenRule, valueAt } from './form-rule.ts'
import { useRuleText } from './form-rule-text.ts'
import {
  baseOf,
  conflictFields,
  initialFormState,
  isDirty,
  isErrorShown,
  keepSaved,
  meetConflict,
  refusedField,
  setAlong,
  typeIn,
  valuesOf,
} from './form-state.ts'
import { UNKNOWN } from './format.ts'
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
  /** What happens when somebody else saved first (`stale_edit`): theirs are fetched and compared. */
  conflict?: {
    /** Fetches what is stored now; `initial` holds it afterwards. */
    reload: () => Promise<unknown>
    /** Fields by their names, with the text of a value that is not its own. */
    fields: Partial<{ [Field in keyof Draft]: string | { label: string; text: (value: Draft[Field]) => string } }>
  }
}

/** Edits of two people that met: what was before, what is stored now, what was typed here; as texts. */
export type FormConflict = {
  rows: { field: string; label: string; before: string; theirs: string; mine: string }[]
  /** Saves what was typed here over theirs; all else stays theirs. */
  applyMine: () => void
  takeTheirs: () => void
  /** Back to the form, which shows theirs and, where it was typed, mine. */
  edit: () => void
}

/** A form being edited. */
export type Form<Draft extends object> = {
  id: string
  values: Draft
  set: <Key extends keyof Draft & string>(field: Key, value: Draft[Key]) => void
  /** Sets a field because another one was changed: its errors wait for a save attempt. */
  setAlong: <Key extends keyof Draft & string>(field: Key, value: Draft[Key]) => void
  /** Props of a field of ui/field: `<TextField label=… {...form.field('agent_name')} />`. */
  field: <Key extends keyof Draft & string>(
    field: Key,
  ) => { value: Draft[Key]; onChange: (value: Draft[Key]) => void; error: string | undefined }
  /** The shown error of a field; undefined while it is valid or not validated yet. */
  error: (field: keyof Draft & string) => string | undefined
  /** Somebody else saved first, and theirs are fetched; null = no. */
  conflict: FormConflict | null
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
  const { schema, initial, toBody = same, onSave, onSaved, conflict } = options
  const conflictText = useConflictText()
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
    if (state.stale !== null) return null
    if (state.refused !== null && (about === null || !isShown(about))) return errorText(state.refused)
    if (misplaced === undefined) return null
    return {
      message: ruleText(brokenRule(misplaced, valueAt(body, misplaced.path))),
      request_id: null,
      is_unexplained: false,
    }
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
      const is_stale = conflict !== undefined && refused instanceof Refusal && refused.code === 'stale_edit'
      const edited = baseOf(state, initial)
      const is_loaded =
        is_stale &&
        (await conflict.reload().then(
          () => true,
          () => false,
        ))
      setAttempts((count) => count + 1)
      setState((before) => (is_loaded ? meetConflict(before, edited, refused) : { ...before, refused }))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const settle = () => setState((before) => ({ ...before, stale: null, refused: null }))
  const set: Form<Draft>['set'] = (field, value) => setState((before) => typeIn(before, field, value))
  return {
    id,
    values,
    set,
    setAlong: (field, value) => setState((before) => setAlong(before, field, value)),
    conflict:
      state.stale === null || conflict === undefined
        ? null
        : {
            rows: conflictFields(state, initial).flatMap(({ field, ...each }) => {
              const named = new Map<string, unknown>(Object.entries(conflict.fields)).get(field)
              return named === undefined ? [] : [{ field, ...conflictText(named, each) }]
            }),
            applyMine: () => {
              settle()
              void submit()
            },
            takeTheirs: () => setState(initialFormState()),
            edit: settle,
          },
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

/** A conflicting field in texts; a field is its name, or has a text for its values too. */
const useConflictText = () => {
  const t = useMessages('ui')
  const plain = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return UNKNOWN
    if (typeof value === 'boolean') return t(($) => (value ? $.form.conflict.yes : $.form.conflict.no))
    if (Array.isArray(value)) return value.length === 0 ? UNKNOWN : value.map(plain).join(', ')
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return (named: unknown, { before, theirs, mine }: Record<'before' | 'theirs' | 'mine', unknown>) => {
    // What the options of the form allow: a name, or a name with a text of the values of exactly this field.
    const { label, text } =
      typeof named === 'string'
        ? { label: named, text: plain }
        : (named as { label: string; text: (value: unknown) => string })
    return { label, before: text(before), theirs: text(theirs), mine: text(mine) }
  }
}
