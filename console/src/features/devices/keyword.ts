import { looksLikeIds, normalizeDeviceId, parseIdList } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

/** What the keyword field asks for: a part of the name, or complete ids; or why it cannot be asked. */
export type Keyword =
  | { kind: 'none' }
  | { kind: 'name'; device_name: string }
  | { kind: 'ids'; macs: string[] }
  | { kind: 'incomplete'; ids: string[] }
  | { kind: 'too_many'; max: number }

const SEPARATORS = /[,，;；\n\r\t]+/
/** The contract's limit on the name filter. */
const NAME_MAX = 100

/**
 * Reads the keyword field: several ids separated by commas or lines, or a name. Ids must be complete (spec 5); text that
 * can only be meant as ids, or that stands in a list with a complete one, is judged as an id.
 */
export const parseKeyword = (text: string): Keyword => {
  const parts = text.split(SEPARATORS).filter((part) => part.trim() !== '')
  if (parts.length === 0) return { kind: 'none' }
  const meantAsIds = looksLikeIds(text) || parts.some((part) => normalizeDeviceId(part) !== null)
  if (!meantAsIds) return { kind: 'name', device_name: text.trim().slice(0, NAME_MAX) }
  if (parts.length > LIMITS.filter_ids_max) return { kind: 'too_many', max: LIMITS.filter_ids_max }
  const { ids, incomplete } = parseIdList(text)
  return incomplete.length > 0 ? { kind: 'incomplete', ids: incomplete } : { kind: 'ids', macs: ids }
}

/** A one-line field drops line breaks: a pasted column of a spreadsheet becomes a list separated by commas. */
export const joinPastedLines = (text: string): string =>
  text
    .split(/[\n\r\t]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(', ')
