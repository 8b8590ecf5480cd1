import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What Node is given by `npm start` or `npm run serve`: flags, file, mode. Tests start the product as people do. */
export const productCommand = (mode: 'start' | 'serve'): string[] => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as Scripts
  return scripts[mode].replace(/^exec node /, '').split(' ')
}

/** Our own package.json, of which this much is known. */
type Scripts = { scripts: Record<'start' | 'serve', string> }
