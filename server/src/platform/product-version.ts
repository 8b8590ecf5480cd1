import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '..', '..', 'package.json')

/** Version of this program. */
export const productVersion = (): string => {
  // Our own file.
  const { version } = JSON.parse(readFileSync(FILE, 'utf8')) as { version: string }
  return version
}
