import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pinned } from './cores.ts'

/** The broker that everybody knows, as a bare relay: no log-in, no rules, nothing kept on disk. */
export type Mosquitto = { name: string; port: number; pid: number; stop: () => Promise<void> }

const SETTING = 'HEATFLEET_BENCH_MOSQUITTO'
const READY_MAX_MS = 10_000

/** Its program: the setting, else the one on the path (Debian puts it where only root looks). */
const findProgram = (): { program: string; version: string } => {
  const named = process.env[SETTING]
  for (const program of named === undefined ? ['mosquitto', '/usr/sbin/mosquitto'] : [named]) {
    const found = spawnSync(program, ['-h'], { encoding: 'utf8' })
    const version = /mosquitto version (\S+)/.exec(found.stdout ?? '')?.[1]
    if (version !== undefined) return { program, version }
  }
  throw new Error(
    `W1 is measured beside Mosquitto, and there is none ${named === undefined ? 'on the path' : `at ${named}`}: install it (Debian: package mosquitto) or name it in ${SETTING}.`,
  )
}

/** Told before anything is started: without its neighbour the figure does not count. */
export const requireMosquitto = (): string => `Mosquitto ${findProgram().version}`

export const startMosquitto = async (port: number, is_pinned: boolean): Promise<Mosquitto> => {
  const { program, version } = findProgram()
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-mosquitto-'))
  const file = join(folder, 'mosquitto.conf')
  const settings = ['allow_anonymous true', 'max_queued_messages 0', 'max_inflight_messages 0', 'set_tcp_nodelay true']
  // Else it becomes another user, who cannot read the file.
  const user = process.getuid?.() === 0 ? ['user root'] : []
  writeFileSync(file, [`listener ${port} 127.0.0.1`, ...settings, ...user, 'log_type error', ''].join('\n'))
  const command: [string, ...string[]] = [program, '-c', file]
  const [first, ...words] = is_pinned ? pinned('measured', command) : command
  const child = spawn(first, words, { stdio: 'ignore' })
  await untilListening(port, child)
  return {
    name: `Mosquitto ${version}`,
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const untilListening = async (port: number, child: ChildProcess): Promise<void> => {
  for (let waited_ms = 0; waited_ms < READY_MAX_MS; waited_ms += 50) {
    if (child.exitCode !== null) throw new Error(`Mosquitto ended with ${child.exitCode}`)
    const is_open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (is_open) return
    await pause(50)
  }
  throw new Error('Mosquitto does not listen')
}
