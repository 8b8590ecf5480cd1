import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, expect, it } from 'vitest'
import { logDestination } from './log.ts'

const folder = mkdtempSync(join(tmpdir(), 'heatfleet-log-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('a full disk ends no process, and the lines that waited are written when there is room again', () => {
  const file = join(folder, 'full.log')
  symlinkSync('/dev/full', file)
  const destination = logDestination(file)
  const log = pino(destination)
  log.error('written while the disk was full')
  unlinkSync(file)
  destination.reopen()
  log.error('written afterwards')
  destination.flushSync()
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['written while the disk was full', 'written afterwards'])
})

it('a long log is cut into files, of which the oldest goes', async () => {
  const file = join(folder, 'long.log')
  const log = pino(logDestination(file, 1_000))
  for (let n = 0; n < 200; n += 1) {
    log.error({ n }, 'one module that connects again and again')
    // Files change between turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const files = readdirSync(folder).filter((name) => name.startsWith('long.log'))
  expect(files.sort()).toEqual(['long.log', 'long.log.1', 'long.log.2', 'long.log.3', 'long.log.4'])
  for (const name of files) expect(statSync(join(folder, name)).size).toBeLessThan(1_200)
  const lines = ['long.log.2', 'long.log.1', 'long.log'].flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean),
  )
  const numbers = lines.map((line): number => JSON.parse(line).n)
  expect(numbers).toEqual(numbers.map((_, at) => 200 - numbers.length + at))
})
