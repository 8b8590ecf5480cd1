/** The fields of `after` that differ, as they were and as they are: the detail of an audit line. */
export const changedFields = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { before: Record<string, unknown>; after: Record<string, unknown> } => {
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const only = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(changed.map((field) => [field, row[field] ?? null]))
  return { before: only(before), after: only(after) }
}
