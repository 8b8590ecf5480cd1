import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { swapIn } from './console-build.ts'

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
  swapIn(build('dist.2', 'new'), join(root, 'dist'), 'new')
  expect(inPlace()).toBe(expected)
  expect(readdirSync(join(root, 'dist')).sort()).toEqual(['.built-from', 'index.html'])
})

const ROUNDS = 200
const THREAD = new URL('../../test/putting-thread.ts', import.meta.url)

it('two starts at once both find a whole build in place of an older one', async () => {
  const round = new Int32Array(new SharedArrayBuffer(4))
  const folder = join(root, 'dist')
  const threads = ['dist.1', 'dist.2'].map(
    (name) => new Worker(THREAD, { workerData: { round, made: join(root, name), folder, stamp: 'new' } }),
  )
  try {
    const refused: unknown[] = []
    for (let next = 1; next <= ROUNDS; next += 1) {
      for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true })
      for (const [name, stamp] of [
        ['dist', 'old'],
        ['dist.1', 'new'],
        ['dist.2', 'new'],
      ] as const)
        build(name, stamp)
      const answers = threads.map((thread) => new Promise((resolve) => thread.once('message', resolve)))
      Atomics.store(round, 0, next)
      Atomics.notify(round, 0)
      refused.push(...(await Promise.all(answers)).filter((reason) => reason !== null))
      expect(inPlace()).toMatch(/^made by dist\.[12]$/)
    }
    expect(refused).toEqual([])
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
})
