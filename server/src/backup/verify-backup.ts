import { readdirSync } from 'node:fs'
import { BackupError } from './backup-error.ts'
import { fileOfPart, type Manifest, readManifest } from './manifest.ts'
import { readPart } from './parts.ts'

/** Reads a whole backup and proves every byte of it; writes nothing. */
export const verifyBackup = async (folder: string, passphrase: string): Promise<Manifest> => {
  const { manifest, key } = await readManifest(folder, passphrase)
  const known = new Set(['manifest.json', 'manifest.seal', ...manifest.parts.map(({ part }) => fileOfPart(part))])
  const stray = readdirSync(folder).find((name) => !known.has(name))
  if (stray !== undefined) throw new BackupError(`${folder} holds ${stray}, which is not of this backup.`)
  for (const part of manifest.parts) {
    const counts = { files: 0, plain_bytes: 0 }
    await readPart(folder, key, part, {
      begin: ({ kind }) => {
        if (kind === 'file') counts.files += 1
      },
      data: (piece) => {
        counts.plain_bytes += piece.length
      },
      end: () => {},
    })
    if (counts.files !== part.files || counts.plain_bytes !== part.plain_bytes)
      throw new BackupError(`${fileOfPart(part.part)} does not hold the files that the manifest says.`)
  }
  return manifest
}
