import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** The package of a version: by its number, never by a chosen name. It lies beside the firmware, and is backed up with it. */
export const packagePath = (folder: string, version_id: number): string => join(folder, `app-${version_id}.package`)
/** The file of an upload that is not finished. */
export const packageUploadPath = (folder: string, version_id: number): string => join(folder, `app-${version_id}.part`)

/** Android and HarmonyOS packages are ZIP archives: other files are a slip of the hand. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1')

/** Whether a file begins as a package does. */
export const isPackage = async (path: string): Promise<boolean> => {
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0)
    return buffer.equals(ZIP)
  } finally {
    await file.close()
  }
}

/** A finished upload becomes the package of its version. */
export const keepPackage = async (folder: string, version_id: number): Promise<void> => {
  await rename(packageUploadPath(folder, version_id), packagePath(folder, version_id))
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
