import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type Credentials, connectDevice } from '../device-client.ts'
import { untilGone } from './processes.ts'

/** Log-ins under way at a time. */
const AT_A_TIME = 50

type Request = { port: number; units: readonly Credentials[] }

/** Modules in a process of their own: when it is killed, all their connections break at once. */
export type ConnectedModules = {
  /** Ends the process; resolves when it is gone. */
  kill: () => Promise<void>
}

/** Connects modules that send nothing; resolves when all are connected. */
export const connectModules = async (port: number, units: readonly Credentials[]): Promise<ConnectedModules> => {
  const child: ChildProcess = fork(import.meta.filename, [], { execArgv: [] })
  const exited = once(child, 'exit')
  child.send({ port, units } satisfies Request)
  const [outcome] = (await Promise.race([once(child, 'message'), exited])) as [unknown]
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await untilGone([child.pid ?? 0], 5_000)
  }
  if (outcome === 'connected') return { kill }
  await kill()
  throw new Error(`the modules did not connect: ${String(outcome)}`)
}

const connectAll = async ({ port, units }: Request): Promise<void> => {
  const queue = [...units]
  const worker = async (): Promise<void> => {
    for (let unit = queue.pop(); unit !== undefined; unit = queue.pop()) {
      const client = await connectDevice(port, unit)
      client.on('error', () => undefined)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, worker))
}

if (process.argv[1] === import.meta.filename) {
  process.once('message', (request: Request) => {
    connectAll(request).then(
      () => process.send?.('connected'),
      (error: unknown) => process.send?.(String(error)),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
