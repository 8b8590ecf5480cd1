import { inflateRawSync } from 'node:zlib'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

/** One file inside a ZIP, as its directory declares it; sizes in bytes. */
type Entry = { method: number; packed_bytes: number; bytes: number; header_at: number }

/** End of a file in which its directory must lie, bytes: names of a few hundred parts, and a comment. */
export const DIRECTORY_MAX_BYTES = 262_144
const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const COMMENT_MAX_BYTES = 65_535
const STORED = 0
const DEFLATED = 8
/** Bit 0: encrypted. */
const ENCRYPTED = 1

/** Whether a file is a ZIP (an XLSX workbook is one) by its first bytes. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * Declared size (bytes) of all files of a ZIP when unpacked; of one whose end alone is at hand, `from` is where that begins. Reads the directory alone, so it is cheap enough for the
 * event loop. Refuses `sheet_too_large` (size, number of files or ratio above the limits) and `sheet_unreadable` (no
 * directory, encrypted, or a feature that workbooks do not use).
 */
export const unpackedBytes = (bytes: Uint8Array, from = 0): number => {
  const entries = readDirectory(bytes, from)
  const sum = entries.reduce((total, entry) => total + entry.bytes, 0)
  const is_suspicious = sum > LIMITS.sheet_ratio_from_bytes && sum > (from + bytes.length) * LIMITS.sheet_ratio_max
  if (sum > LIMITS.sheet_unpacked_bytes || is_suspicious) throw tooLarge()
  return sum
}

/**
 * Unpacks each file of a ZIP once, never beyond its declared size: what the directory promises is no proof. Refuses as
 * `unpackedBytes` does. Blocks for up to a second, so only the reading process calls it.
 */
export const assertUnpacksAsDeclared = (bytes: Uint8Array): void => {
  unpackedBytes(bytes)
  for (const entry of readDirectory(bytes)) assertEntry(bytes, entry)
}

const assertEntry = (bytes: Uint8Array, { method, packed_bytes, bytes: declared, header_at }: Entry): void => {
  const view = viewOf(bytes)
  if (header_at + LOCAL_BYTES > bytes.length || view.getUint32(header_at, true) !== LOCAL_HEADER) throw unreadable()
  const start = header_at + LOCAL_BYTES + view.getUint16(header_at + 26, true) + view.getUint16(header_at + 28, true)
  const packed = bytes.subarray(start, start + packed_bytes)
  if (packed.length !== packed_bytes) throw unreadable()
  if (method === STORED) {
    if (packed_bytes !== declared) throw unreadable()
    return
  }
  try {
    inflateRawSync(packed, { maxOutputLength: Math.max(1, declared) })
  } catch (error) {
    throw error instanceof RangeError ? tooLarge() : unreadable()
  }
}

const readDirectory = (bytes: Uint8Array, from = 0): Entry[] => {
  const view = viewOf(bytes)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > LIMITS.sheet_files_max) throw tooLarge()
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true) - from
  // No workbook has a directory that is longer.
  if (at < 0) throw unreadable()
  for (let read = 0; read < count; read++) {
    if (at + ENTRY_BYTES > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw unreadable()
    const method = view.getUint16(at + 10, true)
    const is_encrypted = (view.getUint16(at + 8, true) & ENCRYPTED) !== 0
    if (is_encrypted || (method !== STORED && method !== DEFLATED)) throw unreadable()
    entries.push({
      method,
      packed_bytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      header_at: view.getUint32(at + 42, true),
    })
    at += ENTRY_BYTES + view.getUint16(at + 28, true) + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** Offset of the end record, which stands last but for a comment. */
const findEnd = (view: DataView): number => {
  const least = Math.max(0, view.byteLength - END_BYTES - COMMENT_MAX_BYTES)
  for (let at = view.byteLength - END_BYTES; at >= least; at--)
    if (view.getUint32(at, true) === END_OF_DIRECTORY) return at
  throw unreadable()
}

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): DataView => new DataView(buffer, byteOffset, length)

const unreadable = (): Refusal => new Refusal('sheet_unreadable')

/** The refusal of a sheet that exceeds a limit of size, memory or time. */
export const tooLarge = (): Refusal =>
  new Refusal('sheet_too_large', { details: { rows: LIMITS.import_rows_max, columns: LIMITS.import_columns_max } })
