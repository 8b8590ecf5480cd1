import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm start` or `npm run serve` runs, by this very Node: tests start the product as people do. */
export const productCommand = (mode: 'start' | 'serve'): [string, ...string[]] => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as Scripts
  return ['sh', '-c', scripts[mode].replace(' node ', ` '${process.execPath}' `)]
}

/** Our own package.json, of which this much is known. */
type Scripts = { scripts: Record<'start' | 'serve', string> }
