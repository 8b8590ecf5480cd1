import { fork } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import type { FleetAsk, FleetFigures } from './module-fleet.ts'
import type { FleetRequest } from './module-fleet-process.ts'

/** A fleet of modules in a process of its own. */
export type RemoteFleet = {
  run: (seconds: number, rate: number | null) => Promise<FleetFigures>
  /** All modules send `rate` reports a second together until `task` is done; its result, and what the reports came to meanwhile. */
  during: <Done>(rate: number, task: () => Promise<Done>) => Promise<{ done: Done; figures: FleetFigures }>
  acknowledged: () => Promise<number[]>
  close: () => void
}

const Figures = z.object({
  reports: z.number(),
  rate: z.number(),
  p50_ms: z.number(),
  p99_ms: z.number(),
  generator_share: z.number(),
  own_stall_ms: z.number(),
  took_ms: z.array(z.number()).transform((list) => Float64Array.from(list)),
})
const Answer = z.object({ result: z.unknown(), error: z.string().optional() })

/** Starts the process and connects all modules; their reports begin at `from_s`, and each has `reports` of them at most. */
export const startRemoteFleet = async (ask: FleetAsk, from_s: number, reports: number): Promise<RemoteFleet> => {
  const child = fork(join(import.meta.dirname, 'module-fleet-process.ts'), [], { execArgv: [] })
  const request = (message: FleetRequest): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const onExit = (): void => reject(new Error('the modules ended'))
      child.once('exit', onExit)
      child.once('message', (answer) => {
        child.off('exit', onExit)
        const { result, error } = Answer.parse(answer)
        if (error === undefined) resolve(result)
        else reject(new Error(error))
      })
      child.send(message)
    })
  const close = (): void => void child.kill('SIGKILL')
  try {
    await request({ kind: 'connect', ask, from_s, reports })
  } catch (error) {
    close()
    throw error
  }
  return {
    run: async (seconds, rate) => Figures.parse(await request({ kind: 'run', seconds, rate })),
    during: async (rate, task) => {
      await request({ kind: 'begin', rate })
      const done = await task()
      return { done, figures: Figures.parse(await request({ kind: 'end' })) }
    },
    acknowledged: async () => z.array(z.number()).parse(await request({ kind: 'acknowledged' })),
    close,
  }
}
