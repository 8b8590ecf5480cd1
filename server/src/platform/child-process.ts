import { type ChildProcess, fork } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setNiceness } from './niceness.ts'

/** A child process that is restarted when it ends by itself. */
export type SupervisedChild = {
  /** Sends a message; lost while the child is down, which every message survives. */
  send: (message: unknown) => void
  pid: () => number | undefined
  /** Stops it gracefully, kills it after `stop_max_ms`. */
  stop: () => Promise<void>
  kill: () => void
}

type ChildOptions = {
  /** TypeScript file, and its arguments of each start. */
  file: string
  args?: () => string[]
  /** Flags of Node itself. */
  node_flags?: readonly string[]
  /** File for its standard output and error output. */
  output_file: string
  /** Unix niceness: 0 = the console's own (docs/operating.md lists all). */
  niceness: number
  /** Called with each new process, before any message. */
  onStart?: (send: (message: unknown) => void) => void
  onMessage?: (message: unknown) => void
  /** One line of its standard output. */
  onLine?: (line: string) => void
  /** It ended by itself; it is restarted after `delay_ms` unless this returns false. */
  onExit?: (how: string, delay_ms: number) => boolean
  /** Requests a graceful stop; default: SIGTERM. */
  requestStop?: (send: (message: unknown) => void) => void
  /** Time after the stop request until it is killed. */
  stop_max_ms: number
}

const DELAY_FIRST_MS = 250
/** A gateway is back within five seconds in every case. */
const DELAY_MAX_MS = 1_000
/** Running for this time counts as healthy: the next restart begins with the shortest delay. */
const HEALTHY_MS = 30_000

/**
 * Supervises one child process with an IPC channel. In its own process group, so that Ctrl-C in a terminal reaches the
 * parent alone, which stops all in order. When the parent is killed the channel closes, and the child ends by itself.
 */
export const superviseChild = (options: ChildOptions): SupervisedChild => {
  let child: ChildProcess | null = null
  let stopping = false
  let delay_ms = DELAY_FIRST_MS

  const launch = (): void => {
    const fresh = forkChild(options)
    child = fresh
    const send = (message: unknown): void => sendTo(fresh, message)
    const healthy = setTimeout(() => {
      delay_ms = DELAY_FIRST_MS
    }, HEALTHY_MS).unref()
    fresh.on('message', (message) => options.onMessage?.(message))
    fresh.once('exit', (code, signal) => {
      clearTimeout(healthy)
      if (stopping) return
      if (options.onExit?.(signal ?? `code ${String(code)}`, delay_ms) === false) return
      setTimeout(() => {
        if (!stopping) launch()
      }, delay_ms)
      delay_ms = Math.min(delay_ms * 2, DELAY_MAX_MS)
    })
    options.onStart?.(send)
  }
  launch()

  const running = (): ChildProcess | null =>
    child !== null && child.exitCode === null && child.signalCode === null ? child : null
  return {
    send: (message) => {
      if (child !== null) sendTo(child, message)
    },
    pid: () => running()?.pid,
    kill: () => {
      stopping = true
      running()?.kill('SIGKILL')
    },
    stop: async () => {
      stopping = true
      const last = running()
      if (last === null) return
      const gone = new Promise<void>((resolve) => last.once('exit', () => resolve()))
      if (options.requestStop) options.requestStop((message) => sendTo(last, message))
      else last.kill('SIGTERM')
      await Promise.race([gone, pause(options.stop_max_ms, undefined, { ref: false })])
      last.kill('SIGKILL')
      await gone
    },
  }
}

const forkChild = (options: ChildOptions): ChildProcess => {
  mkdirSync(dirname(options.output_file), { recursive: true, mode: 0o750 })
  const output = openSync(options.output_file, 'a', 0o640)
  const child = fork(options.file, options.args?.() ?? [], {
    execArgv: [...(options.node_flags ?? [])],
    detached: true,
    stdio: ['ignore', options.onLine ? 'pipe' : output, output, 'ipc'],
  })
  closeSync(output)
  // A failed start is reported here and by 'exit'; the exit handler deals with it.
  child.on('error', () => {})
  // Only after its first output: a gateway that restarts after a crash must not be starved by a busy machine.
  const applyNiceness = (): void => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      setNiceness(child.pid, options.niceness)
  }
  child.once('message', applyNiceness)
  child.stdout?.once('data', applyNiceness)
  if (options.onLine) readLines(child, options.onLine)
  return child
}

const LINE_MAX_CHARS = 100_000

const readLines = (child: ChildProcess, onLine: (line: string) => void): void => {
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = (lines.pop() ?? '').slice(0, LINE_MAX_CHARS)
    for (const line of lines) onLine(line)
  })
}

const sendTo = (child: ChildProcess, message: unknown): void => {
  // The callback swallows the error of a channel that just closed; the exit handler deals with the cause.
  if (child.connected) child.send(message as object, () => {})
}
