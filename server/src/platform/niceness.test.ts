import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { superviseChild } from './child-process.ts'

const NICENESS = 12
/** Reports that it runs; on any message, starts a process and reports its pid. */
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

test('a child gets its niceness, and so does what it starts; the parent keeps its own', async () => {
  const own = getPriority()
  const messages: unknown[] = []
  const child = superviseChild({
    file: join(folder, 'child.mjs'),
    output_file: join(folder, 'output'),
    niceness: NICENESS,
    onMessage: (message) => messages.push(message),
    stop_max_ms: 0,
  })
  const pid = () => child.pid() ?? 0
  let started = 0
  try {
    await eventually(() => messages.length).toBe(1)
    await eventually(() => getPriority(pid())).toBe(NICENESS)
    child.send({})
    await eventually(() => messages.length).toBe(2)
    // What the child above says.
    started = (messages[1] as { pid: number }).pid
    expect(getPriority(started)).toBe(NICENESS)
    expect(getPriority()).toBe(own)
  } finally {
    await child.stop()
    if (started > 0) process.kill(started)
  }
})
