/** One field that a change touched. */
export type FieldChange = { field: string; before: unknown; after: unknown }

/** Entries added to and removed from a list. */
type ListChange = { added: unknown[]; removed: unknown[] }

/**
 * The changed fields of an audit entry, whose detail is `{ before, after }`; a creation has only `after`, a deletion
 * only `before`. Fields that stay empty are left out; none for other details.
 */
export const changesOf = (detail: unknown): FieldChange[] => {
  const before = partOf(detail, 'before')
  const after = partOf(detail, 'after')
  const fields = [...new Set([...before.keys(), ...after.keys()])]
  return fields
    .map((field) => ({ field, before: before.get(field) ?? null, after: after.get(field) ?? null }))
    .filter(({ before, after }) => !(isEmpty(before) && isEmpty(after)))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** A creation writes down fields that nobody filled in. */
const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The difference of two lists, which is easier to read than both. Null when one is not a list. */
export const listChange = ({ before, after }: FieldChange): ListChange | null => {
  const [old, new_list] = [before ?? [], after ?? []]
  if (!Array.isArray(old) || !Array.isArray(new_list) || (before === null && after === null)) return null
  const inList = (list: unknown[]) => new Set(list.map((item) => JSON.stringify(item)))
  const [had, has] = [inList(old), inList(new_list)]
  return {
    added: new_list.filter((item) => !had.has(JSON.stringify(item))),
    removed: old.filter((item) => !has.has(JSON.stringify(item))),
  }
}

const partOf = (detail: unknown, part: 'before' | 'after'): Map<string, unknown> => {
  if (typeof detail !== 'object' || detail === null) return new Map()
  const found: unknown = Object.entries(detail).find(([key]) => key === part)?.[1]
  return new Map(typeof found === 'object' && found !== null ? Object.entries(found) : [])
}
