/**
 * Path of the first text in a parsed value that the database cannot store unchanged: with a NUL or a lone surrogate.
 * Null = every text can be stored and read back byte for byte.
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

/** The text without characters that cannot be stored: for audit entries that must be written whatever a caller sent. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
