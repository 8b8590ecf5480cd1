/** Converts form values to a body: empty texts of these fields become null. For `toBody` of a form. */
export const emptyAsNull = <Draft extends object, Field extends keyof Draft & string>(
  draft: Draft,
  fields: readonly Field[],
): Omit<Draft, Field> & Record<Field, unknown> => ({
  ...draft,
  // Exactly the given fields, each once.
  ...(Object.fromEntries(fields.map((field) => [field, draft[field] === '' ? null : draft[field]])) as Record<
    Field,
    unknown
  >),
})
