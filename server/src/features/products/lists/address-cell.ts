import type { QueryCommand } from '@heatfleet/modbus/point.ts'

/** How the addresses of a list are written. `table` = with the table in front, as 3X0042 or 40001. */
export type AddressStyle = 'plain' | 'hex' | 'area' | 'table'

/** An address cell: where it begins, how many registers it spans, and what else its spelling says. */
export type AddressCell = {
  style: AddressStyle
  number: number
  fn: QueryCommand | null
  /** Registers of a range, else 1. */
  count: number
  part: 'low' | 'high' | null
  bit: number | null
}

const AREAS: Record<string, QueryCommand> = { '0': 1, '1': 2, '3': 4, '4': 3 }

/** Reads the text of one address; null = none. `is_hex` = bare digits are hex. */
export const addressCellOf = (text: string, is_hex: boolean): AddressCell | null => {
  const bare = text
    .replaceAll(/[`$~\u200B]|^#|^@/g, (mark) => (mark === '~' ? '~' : ''))
    .replace(/^(?:addr(?:ess)?|reg(?:ister)?|adresse?|dir)\.?\s*:?\s*(?=\d|0x)/i, '')
    .replace(/\s*\((?:dec|hex|0x[0-9a-f]+|\d+)\)\s*$/i, '')
    .trim()
  const whole = oneAddress(bare, is_hex)
  if (whole !== null) return { ...whole, count: 1, part: null, bit: null }
  const part = /^(.*?\d[0-9a-f]*h?)\s*[-_/.\s]\s*\(?(H|L|HI|LO|high|low|HB|LB|MSB|LSB)\)?$/i.exec(bare)
  if (part !== null) {
    const found = oneAddress(part[1] ?? '', is_hex)
    if (found === null) return null
    return { ...found, count: 1, part: /^(?:h|ms)/i.test(part[2] ?? '') ? 'high' : 'low', bit: null }
  }
  const bit = /^(.*?\d[0-9a-f]*h?)\s*(?:[.:]\s*(?:b(?:it)?\s*)?|[,/]?\s*\(?b(?:it)?\s*)(\d{1,2})\)?$/i.exec(bare)
  if (bit !== null && Number(bit[2]) <= 15 && (bit[2] ?? '').length <= 2) {
    const found = oneAddress(bit[1] ?? '', is_hex)
    return found === null ? null : { ...found, count: 1, part: null, bit: Number(bit[2]) }
  }
  const range = /^(\S+?)(?:\s*(?:-|–|—|~|\.{2,3}|至|\/|\+|,)\s*|\s+(?:to|bis|a|do|hasta|à)\s+)(\S+)$/i.exec(bare)
  if (range !== null) {
    const from = oneAddress(range[1] ?? '', is_hex)
    const end = oneAddress(range[2] ?? '', is_hex)
    if (from !== null && end !== null && end.number >= from.number && end.number - from.number < 256)
      return { ...from, count: end.number - from.number + 1, part: null, bit: null }
  }
  return null
}

/** Bare digits of a column of addresses are hex: its title says so, or a cell has a letter. */
export const isHexColumn = (title: string, texts: readonly string[]): boolean => {
  if (/\bhex/i.test(title)) return true
  const told = texts.filter((text) => /^[0-9a-f]{2,4}$/i.test(text))
  return told.length > texts.length * 0.8 && told.some((text) => /[a-f]/i.test(text))
}

type One = Pick<AddressCell, 'style' | 'number' | 'fn'>

const oneAddress = (text: string, is_hex: boolean): One | null => {
  const area = /^([134])\s?x\s?[-_]?(\d{1,5})$/i.exec(text)
  if (area !== null) return within({ style: 'area', number: Number(area[2]), fn: AREAS[area[1] ?? ''] ?? null })
  const hex = /^(?:0x([0-9a-f]{1,4})|([0-9a-f]{1,4})h)$/i.exec(text)
  if (hex !== null) return { style: 'hex', number: Number.parseInt(hex[1] ?? hex[2] ?? '', 16), fn: null }
  if (is_hex && /^[0-9a-f]{1,4}$/i.test(text)) return { style: 'hex', number: Number.parseInt(text, 16), fn: null }
  const digits = /^(\d{1,6})(?:\.0+)?$/.exec(text)?.[1]
  if (digits === undefined) return null
  const table = /^([0134])(\d{4,5})$/.exec(digits)
  const number = Number(digits)
  return table === null
    ? within({ style: 'plain', number, fn: null })
    : { style: 'table', number, fn: AREAS[table[1] ?? ''] ?? null }
}

const within = (one: One): One | null => (one.number > 65_535 ? null : one)

/** Number behind the digit of the table: 40001 and 400001 are 1. */
export const behindTable = (number: number): number => (number >= 100_000 ? number % 100_000 : number % 10_000)
