/** A row as the database writes it in JSON: times as text with their offset, bytes as `\x` and hex. */
export type JsonOf<Row> = { [Name in keyof Row]: JsonValueOf<Row[Name]> }
type JsonValueOf<Value> = Value extends Date | Buffer ? string : Value

const UTC = '+00:00'
/** Where the fraction of a second begins: `2026-02-01T08:00:00.123456+00:00`. */
const FRACTION_AT = 19

/** A time of such a row as the wire has it: UTC, milliseconds, `Z`. Read as text where it can be: lists have hundreds. */
export function wireTime(text: string): string
export function wireTime(text: string | null): string | null
export function wireTime(text: string | null): string | null {
  if (text === null) return null
  if (!text.endsWith(UTC)) return new Date(text).toISOString()
  const fraction = text.slice(FRACTION_AT + 1, -UTC.length)
  return `${text.slice(0, FRACTION_AT)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

/** Bytes of such a row. */
export const bytesOf = (hex: string): Buffer => Buffer.from(hex.slice(2), 'hex')
