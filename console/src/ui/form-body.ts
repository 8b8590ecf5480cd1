/** What the fields mean on the wire: an empty text of these fields is null ("not given"). For `toBody` of a form. */
export const emptyAsNull = <Draft extends object, Field extends keyof Draft & string>(
  draft: Draft,
  fields: readonly Field[],
): Omit<Draft, Field> & Record<Field, unknown> => ({
  ...draft,
  // Exactly the given fields, each of them once.
  ...(Object.fromEntries(fields.map((field) => [field, draft[field] === '' ? null : draft[field]])) as Record<
    Field,
    unknown
  >),
})
