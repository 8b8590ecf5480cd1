import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { keepChild } from './child-process.ts'

const NICENESS = 12
/** Says that it runs; asked, starts a process of its own and tells its number. */
const CHILD = `
import { spawn } from 'node:child_process'
process.send({ kind: 'ready' })
process.on('message', () => process.send({ pid: spawn('sleep', ['60']).pid }))
process.on('disconnect', () => process.exit(0))
`
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heatfleet-nice-'))
  writeFileSync(join(folder, 'child.mjs'), CHILD)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What the kernel shares its time by: sessions first, processes of one after. */
const sessionOf = (pid: number) => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim()

test.runIf(existsSync('/proc/self/autogroup'))(
  'a child that yields does so beside other sessions, too, with all that it starts',
  async () => {
    const told: unknown[] = []
    const child = keepChild({
      file: join(folder, 'child.mjs'),
      output_file: join(folder, 'output'),
      niceness: NICENESS,
      onMessage: (message) => told.push(message),
      stop_max_ms: 0,
    })
    const pid = () => child.pid() ?? 0
    let started = 0
    try {
      await eventually(() => told.length).toBe(1)
      await eventually(() => sessionOf(pid())).toMatch(`nice ${NICENESS}`)
      expect(getPriority(pid())).toBe(NICENESS)
      child.send({})
      await eventually(() => told.length).toBe(2)
      // What the child above says.
      started = (told[1] as { pid: number }).pid
      expect(sessionOf(started)).toBe(sessionOf(pid()))
      expect(getPriority(started)).toBe(NICENESS)
      expect(sessionOf(process.pid)).not.toBe(sessionOf(pid()))
    } finally {
      await child.stop()
      if (started > 0) process.kill(started)
    }
  },
)
