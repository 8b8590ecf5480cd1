import { join } from 'node:path'
import { forkMeasuring } from './forked.ts'

/** The modules of a fleet, and the broker they report to. */
export type ModulesRequest = {
  port: number
  macs: readonly string[]
  /** Every module of a measured fleet has the same. */
  secret_hex: string
  /** A subscriber takes all reports, and a module sends its next one when the last has reached it: the work of a relay is then done. */
  has_sink: boolean
  /** The reports of each module begin at `from_s`, a second apart, and are `reports` at most. */
  from_s: number
  reports: number
}

/** What a run of all modules came to. */
export type ModulesFigures = {
  reports: number
  rate: number
  /** What each acknowledgement took. */
  took_ms: number[]
  /** Share of a core that the modules used: near 1 they would be the limit. */
  generator_share: number
}

/** `connect`, `run` and `acknowledged` are answered one at a time; `stop` ends the run under way and has no answer. */
export type FleetMessage =
  | ({ kind: 'connect' } & ModulesRequest)
  | { kind: 'run'; seconds: number; rate: number | null }
  | { kind: 'stop' }
  | { kind: 'acknowledged' }

export type ModuleFleet = {
  /** All modules send, each as soon as its last report was acknowledged; or `rate` a second together, whatever the answers take. */
  run: (seconds: number, rate: number | null) => Promise<ModulesFigures>
  /** The modules send `rate` reports a second together until `task` is done. */
  during: <Done>(rate: number, task: () => Promise<Done>) => Promise<{ done: Done; figures: ModulesFigures }>
  /** Reports acknowledged so far to each module: its reports 0 to n - 1. */
  acknowledged: () => Promise<number[]>
  close: () => void
}

/** A run that a task ends lasts no longer. */
const LONGEST_S = 600

/**
 * Connects modules in a process of their own: 10,000 sessions and what measures beside them would share one event loop and one limit of
 * open files. The process ends with this one.
 */
export const connectModules = async (modules: ModulesRequest): Promise<ModuleFleet> => {
  const { request, send, close } = forkMeasuring<FleetMessage>(join(import.meta.dirname, 'module-process.ts'))
  try {
    await request({ kind: 'connect', ...modules })
  } catch (error) {
    close()
    throw error
  }
  const run: ModuleFleet['run'] = (seconds, rate) => request({ kind: 'run', seconds, rate })
  return {
    run,
    during: async (rate, task) => {
      const running = run(LONGEST_S, rate)
      running.catch(() => {}) // Reported when it is awaited.
      const done = await task()
      send({ kind: 'stop' })
      return { done, figures: await running }
    },
    acknowledged: () => request({ kind: 'acknowledged' }),
    close,
  }
}
