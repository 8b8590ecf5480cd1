import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'heatfleet-cleanup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * A command that starts two more: one in its own process group that ignores every polite signal, and one in a group of
 * its own, as PostgreSQL is. All make a temporary folder, and none ends by itself.
 */
const COMMAND = `
const { spawn } = require('node:child_process')
const { mkdtempSync } = require('node:fs')
const { tmpdir } = require('node:os')
const { join } = require('node:path')
const stubborn = "for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {}); console.log(process.pid); setInterval(() => {}, 1000)"
mkdtempSync(join(tmpdir(), 'left-behind-'))
const children = [true, false].map((detached) => spawn(process.execPath, ['-e', stubborn], { detached, stdio: ['ignore', 'pipe', 'ignore'] }))
const started = children.map(({ stdout }) => new Promise((resolve) => stdout.once('data', (text) => resolve(Number(text)))))
Promise.all(started).then((pids) => require('node:fs').writeFileSync(process.argv[1], JSON.stringify({ pids: [process.pid, ...pids], folder: tmpdir() })))
setInterval(() => {}, 1000)
`

/** The runner of the test: cleans up after the command above, and says when the command has started all. */
const RUNNER = `
import { existsSync, readFileSync } from 'node:fs'
import { withCleanup } from ${JSON.stringify(join(import.meta.dirname, 'run-cleanup.ts'))}
import { runCommand } from ${JSON.stringify(join(import.meta.dirname, 'run-command.ts'))}
const [, , list, ending] = process.argv
await withCleanup(async () => {
  const running = runCommand([process.execPath, '-e', ${JSON.stringify(COMMAND)}, list])
  while (!existsSync(list) || readFileSync(list, 'utf8') === '') await new Promise((resolve) => setTimeout(resolve, 20))
  process.stdout.write('started\\n')
  if (ending !== 'returns') await running
})
process.stdout.write('ended\\n')
`

const runner = join(folder, 'runner.mts')
writeFileSync(runner, RUNNER)

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

/** Starts the runner; gives how it ended, and what it had started. */
const run = async (name: string, ending: NodeJS.Signals | 'returns') => {
  const list = join(folder, `${name}.json`)
  const child = spawn(process.execPath, [runner, list, ending], { stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  child.stdout.on('data', (text: Buffer) => {
    printed += text.toString()
    if (printed === 'started\n' && ending !== 'returns') child.kill(ending)
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  // Written by the command above.
  const started = JSON.parse(readFileSync(list, 'utf8')) as { pids: number[]; folder: string }
  return { code, ...started }
}

describe.runIf(existsSync('/proc/self/environ'))('a run of commands leaves no process and no folder behind', () => {
  it.concurrent.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['returns', 0],
  ] as const)('after %s', async (ending, expected) => {
    const { code, pids, folder: temporary } = await run(`after-${ending}`, ending)
    expect(code).toBe(expected)
    expect(pids).toHaveLength(3)
    expect(pids.filter(isAlive)).toEqual([])
    expect(temporary).toContain('heatfleet-run-')
    expect(existsSync(temporary)).toBe(false)
    expect(readdirSync(folder).filter((name) => name.startsWith('left-behind'))).toEqual([])
  })
})
