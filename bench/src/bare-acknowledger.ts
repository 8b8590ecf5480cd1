import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { pinned } from './cores.ts'

/** A process that reads reports off their connections and acknowledges each, and does nothing else: what any gateway on Node pays before it begins. */
export type BareAcknowledger = { port: number; pid: number; stop: () => Promise<void> }

const FILE = join(import.meta.dirname, 'bare-acknowledger-process.ts')
const READY_MAX_MS = 10_000

export const startBareAcknowledger = async (is_pinned: boolean): Promise<BareAcknowledger> => {
  const [program, ...words] = is_pinned ? pinned('measured', [process.execPath, FILE]) : [process.execPath, FILE]
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const port = await portOf(child)
  return {
    port,
    pid: child.pid ?? 0,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

const portOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('the bare acknowledger did not start'))
    const late = setTimeout(fail, READY_MAX_MS)
    child.once('exit', fail)
    child.once('message', (port) => {
      clearTimeout(late)
      child.off('exit', fail)
      resolve(Number(port))
    })
  })
