/**
 * Path of the first text in a parsed value that the database could not keep as it is: with a NUL, or with half a
 * surrogate pair. Null = every text can be stored and read back byte for byte.
 */
export const findUnstorable = (value: unknown): string[] | null => {
  if (typeof value === 'string') return isStorable(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  for (const [key, item] of Object.entries(value)) {
    const below = isStorable(key) ? findUnstorable(item) : []
    if (below !== null) return [key, ...below]
  }
  return null
}

/** The same text without what cannot be stored: for log lines that must be written whatever somebody sent. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
