import { Refusal } from '@heatfleet/contract/errors.ts'

/** State of a form besides its initial values. */
export type FormState<Draft> = {
  /** Values changed by the viewer. */
  typed: Partial<Draft>
  /** Saved values and the initial values they replaced; used until newer data arrive. */
  saved: { over: Draft; values: Draft } | null
  /** A save was attempted: all fields show their errors from then on. */
  has_tried: boolean
  /** The focused field: its errors are hidden while typing. */
  editing: keyof Draft | null
  /** Error of the last save. */
  refused: unknown
  /** Fields set along with another one: without an error of their own before a save attempt. */
  along: readonly (keyof Draft)[]
  /** The values on which an edit was made that somebody else was faster with, until that is settled; null = none. */
  stale: Draft | null
}

export const initialFormState = <Draft>(): FormState<Draft> => ({
  typed: {},
  saved: null,
  has_tried: false,
  editing: null,
  refused: null,
  along: [],
  stale: null,
})

/** The values without the viewer's changes: newer server data update all untouched fields. */
export const baseOf = <Draft>(state: FormState<Draft>, initial: Draft): Draft =>
  state.saved !== null && sameData(state.saved.over, initial) ? state.saved.values : initial

/** The current values of the fields. */
export const valuesOf = <Draft extends object>(state: FormState<Draft>, initial: Draft): Draft => ({
  ...baseOf(state, initial),
  ...state.typed,
})

/** Whether leaving would lose changes. */
export const isDirty = <Draft extends object>(state: FormState<Draft>, initial: Draft): boolean =>
  !sameData(valuesOf(state, initial), baseOf(state, initial))

/** Changes a field; a refusal about that field is cleared. */
export const typeIn = <Draft, Key extends keyof Draft & string>(
  state: FormState<Draft>,
  field: Key,
  value: Draft[Key],
): FormState<Draft> => ({
  ...state,
  typed: { ...state.typed, [field]: value },
  editing: field,
  along: state.along.filter((other) => other !== field),
  refused: refusedField(state.refused) === field ? null : state.refused,
})

/** Changes a field because another one changed: nobody has been at it yet. */
export const setAlong = <Draft, Key extends keyof Draft & string>(
  state: FormState<Draft>,
  field: Key,
  value: Draft[Key],
): FormState<Draft> => ({
  ...typeIn(state, field, value),
  editing: state.editing,
  along: [...state.along.filter((other) => other !== field), field],
})

/** Somebody else was faster; `before` = the values this edit was made on. What was typed and is as it was gives way to theirs. */
export const meetConflict = <Draft extends object>(
  state: FormState<Draft>,
  before: Draft,
  refused: unknown,
): FormState<Draft> => {
  const was = new Map<string, unknown>(Object.entries(before))
  const own = Object.entries(state.typed).filter(([field, value]) => !sameData(value, was.get(field)))
  // The entries are fields of the draft.
  return { ...state, refused, stale: before, saved: null, typed: Object.fromEntries(own) as Partial<Draft> }
}

/** What differs between the values an edit was made on, what is stored now, and what was typed. */
export const conflictFields = <Draft extends object>(
  state: FormState<Draft>,
  initial: Draft,
): { field: string; before: unknown; theirs: unknown; mine: unknown }[] => {
  if (state.stale === null) return []
  const theirs = new Map<string, unknown>(Object.entries(baseOf(state, initial)))
  const typed = new Map<string, unknown>(Object.entries(state.typed))
  return Object.entries(state.stale).flatMap(([field, before]) => {
    const stored = theirs.get(field)
    const mine = typed.has(field) ? typed.get(field) : before
    return sameData(before, stored) && sameData(before, mine) ? [] : [{ field, before, theirs: stored, mine }]
  })
}

/** Applies a successful save; what was typed meanwhile stays unsaved. */
export const keepSaved = <Draft extends object>(
  state: FormState<Draft>,
  initial: Draft,
  sent: Draft,
): FormState<Draft> => {
  const later = Object.entries(valuesOf(state, initial)).filter(
    ([field, value]) => !sameData(value, Object.entries(sent).find(([name]) => name === field)?.[1]),
  )
  // The entries are fields of the draft: they were read from it above.
  return {
    ...initialFormState(),
    typed: Object.fromEntries(later) as Partial<Draft>,
    saved: { over: initial, values: sent },
  }
}

/** Whether a field's client-side error is shown: after a save attempt, or when the field was changed and blurred. */
export const isErrorShown = <Draft extends object>(state: FormState<Draft>, field: string): boolean =>
  state.has_tried || (field in state.typed && field !== state.editing && !state.along.some((other) => other === field))

/** The field that a refusal is about; null if none. */
export const refusedField = (error: unknown): string | null =>
  error instanceof Refusal && error.field !== undefined ? (error.field.split('.')[0] ?? null) : null

/** Deep equality of plain values; an absent key equals undefined. */
export const sameData = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = new Map<string, unknown>(Object.entries(a))
  const right = new Map<string, unknown>(Object.entries(b))
  return [...new Set([...left.keys(), ...right.keys()])].every((key) => sameData(left.get(key), right.get(key)))
}
