import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Credentials } from '../device-client.ts'
import { untilGone } from './processes.ts'
import { answerWithConnections, type SilentModules } from './silent-modules.ts'

/** Modules in a process of their own: when it is killed, all their connections break at once. */
type ConnectedModules = {
  /** Ends the process; resolves when it is gone. */
  kill: () => Promise<void>
}

/** Connects modules that send nothing; resolves when all are connected. */
export const connectModules = async (port: number, units: readonly Credentials[]): Promise<ConnectedModules> => {
  const child: ChildProcess = fork(import.meta.filename, [], { execArgv: [] })
  const exited = once(child, 'exit')
  child.send({ port, units } satisfies SilentModules)
  const [outcome] = (await Promise.race([once(child, 'message'), exited])) as [unknown]
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await untilGone([child.pid ?? 0], 5_000)
  }
  if (outcome === 'connected') return { kill }
  await kill()
  throw new Error(`the modules did not connect: ${String(outcome)}`)
}

if (process.argv[1] === import.meta.filename) {
  answerWithConnections()
}
