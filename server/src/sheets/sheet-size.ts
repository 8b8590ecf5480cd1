import { type FileHandle, open } from 'node:fs/promises'
import type { SheetBytes, StoredSheet } from '../platform/uploaded-sheets.ts'
import { DIRECTORY_MAX_BYTES, isZip, unpackedBytes } from './zip-directory.ts'

/** Size (bytes) of a sheet when unpacked, and what waits in memory meanwhile. */
type SheetSize = { size: number; length: number }

/** Measures a sheet by its directory alone; refuses as `unpackedBytes` does. */
export const measureSheet = async (sheet: SheetBytes): Promise<SheetSize> => {
  if (sheet instanceof Uint8Array)
    return { size: isZip(sheet) ? unpackedBytes(sheet) : sheet.length, length: sheet.length }
  const file = await open(sheet.path)
  try {
    return { size: await sizeOfFile(file, sheet), length: 0 }
  } finally {
    await file.close()
  }
}

const sizeOfFile = async (file: FileHandle, { size }: StoredSheet): Promise<number> => {
  const { buffer: start } = await file.read(Buffer.alloc(2), 0, 2, 0)
  if (!isZip(start)) return size
  const from = Math.max(0, size - DIRECTORY_MAX_BYTES)
  const { buffer: tail } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
  return unpackedBytes(tail, from)
}
