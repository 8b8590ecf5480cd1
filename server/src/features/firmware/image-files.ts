import { createHash } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

/** The image of a firmware: by its id, never by a chosen name. */
export const imagePath = (folder: string, firmware_id: number): string => join(folder, `${firmware_id}.bin`)
/** The file of an upload that is not finished. */
export const uploadPath = (folder: string, upload_id: number): string => join(folder, `${upload_id}.part`)

/**
 * Writes a part at its place and on the disk: what is acknowledged outlives a power cut. A part that comes twice is written
 * twice to the same place.
 */
export const writePart = async (path: string, offset: number, data: Uint8Array): Promise<void> => {
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  // r+ keeps what is there; the first part creates the file.
  const file = await open(path, 'r+', 0o600).catch(() => open(path, 'w', 0o600))
  try {
    await file.write(data, 0, data.length, offset)
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** Sums of a file, read in pieces; null = it is not there. */
export const sumsOf = async (path: string): Promise<{ size: number; sha256: string; crc32: string } | null> => {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return null
  const hash = createHash('sha256')
  let sum = 0
  let size = 0
  try {
    for await (const chunk of file.readableWebStream() as AsyncIterable<ArrayBuffer>) {
      const bytes = new Uint8Array(chunk)
      hash.update(bytes)
      sum = crc32(bytes, sum)
      size += bytes.length
    }
  } finally {
    await file.close()
  }
  return { size, sha256: hash.digest('hex'), crc32: sum.toString(16).padStart(8, '0') }
}

/** A finished upload becomes the image of a firmware. */
export const keepImage = async (folder: string, upload_id: number, firmware_id: number): Promise<void> => {
  await rename(uploadPath(folder, upload_id), imagePath(folder, firmware_id))
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export const removeFile = (path: string): Promise<void> => rm(path, { force: true })
