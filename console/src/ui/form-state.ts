import { Refusal } from '@heatfleet/contract/errors.ts'

/** What a form remembers beside the values it started with. */
export type FormState<Draft> = {
  /** What the person changed. */
  typed: Partial<Draft>
  /** What was saved, and the start it was saved over: it stands in for that start until newer data come. */
  saved: { over: Draft; values: Draft } | null
  /** Somebody tried to save: every field is judged from then on. */
  tried: boolean
  /** The field in hand: it is not judged while it is typed in. */
  editing: keyof Draft | null
  /** What the last save was refused with. */
  refused: unknown
}

export const freshForm = <Draft>(): FormState<Draft> => ({
  typed: {},
  saved: null,
  tried: false,
  editing: null,
  refused: null,
})

/** The values without what the person changed: newer data of the server reach every field nobody touched. */
export const baseOf = <Draft>(state: FormState<Draft>, initial: Draft): Draft =>
  state.saved !== null && sameData(state.saved.over, initial) ? state.saved.values : initial

/** The values as they stand in the fields. */
export const valuesOf = <Draft extends object>(state: FormState<Draft>, initial: Draft): Draft => ({
  ...baseOf(state, initial),
  ...state.typed,
})

/** Whether leaving now would lose something. */
export const isDirty = <Draft extends object>(state: FormState<Draft>, initial: Draft): boolean =>
  !sameData(valuesOf(state, initial), baseOf(state, initial))

/** A field has another value; a refusal about it is settled by that. */
export const typeIn = <Draft, Key extends keyof Draft & string>(
  state: FormState<Draft>,
  field: Key,
  value: Draft[Key],
): FormState<Draft> => ({
  ...state,
  typed: { ...state.typed, [field]: value },
  editing: field,
  refused: refusedField(state.refused) === field ? null : state.refused,
})

/** The server took what was sent; what was typed meanwhile stays typed. */
export const keepSaved = <Draft extends object>(
  state: FormState<Draft>,
  initial: Draft,
  sent: Draft,
): FormState<Draft> => {
  const later = Object.entries(valuesOf(state, initial)).filter(
    ([field, value]) => !sameData(value, Object.entries(sent).find(([name]) => name === field)?.[1]),
  )
  // The entries are fields of the draft: they were read from it a line above.
  return { ...freshForm(), typed: Object.fromEntries(later) as Partial<Draft>, saved: { over: initial, values: sent } }
}

/** Whether the client's judgement of a field is shown: after a try to save, or when the field was changed and left. */
export const isJudged = <Draft extends object>(state: FormState<Draft>, field: string): boolean =>
  state.tried || (field in state.typed && field !== state.editing)

/** The field of the form a refusal is about; null when it is about none or was no refusal. */
export const refusedField = (error: unknown): string | null =>
  error instanceof Refusal && error.field !== undefined ? (error.field.split('.')[0] ?? null) : null

/** Whether two plain values hold the same; an absent key is the same as one that is undefined. */
export const sameData = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = new Map<string, unknown>(Object.entries(a))
  const right = new Map<string, unknown>(Object.entries(b))
  return [...new Set([...left.keys(), ...right.keys()])].every((key) => sameData(left.get(key), right.get(key)))
}
