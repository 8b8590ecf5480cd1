import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { putInPlace } from './console-build.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heatfleet-console-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** A build of these sources, by one who starts the product. */
const build = (name: string, sources: string): string => {
  const folder = join(root, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'index.html'), `made by ${name}`)
  writeFileSync(join(folder, '.built-from'), sources)
  return folder
}
const inPlace = (): string => readFileSync(join(root, 'dist', 'index.html'), 'utf8')

const CASES = [
  { name: 'the first build', there: null, expected: 'made by dist.2' },
  { name: 'a build of newer sources', there: 'old', expected: 'made by dist.2' },
  { name: 'a build that another start was quicker with', there: 'new', expected: 'made by dist' },
]

it.each(CASES)('$name is put in place whole', ({ there, expected }) => {
  if (there !== null) build('dist', there)
  putInPlace(build('dist.2', 'new'), join(root, 'dist'), 'new')
  expect(inPlace()).toBe(expected)
  expect(readdirSync(join(root, 'dist')).sort()).toEqual(['.built-from', 'index.html'])
})
