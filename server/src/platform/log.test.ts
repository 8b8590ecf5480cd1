import { mkdtempSync, readFileSync, rmSync, symlinkSync, unlinkSync } from 'node:fs'
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
