import { join } from 'node:path'
import { forkMeasuring } from './forked.ts'

/** The modules that report; all have the same secret, and their reports begin at `from_s`, a second apart. */
export type ReportingModules = { port: number; macs: readonly string[]; secret_hex: string; from_s: number }

/** One console: who it is, and which of the reporting devices it watches, by their place in `macs`. */
export type WatchingConsole = { uid: number; token: string; watched: readonly number[] }

/** What arrived at the consoles of a run. */
export type PushFigures = {
  /** Reports sent, and device statuses that arrived at all consoles together. */
  reports: number
  deliveries: number
  /** Status of a report that a watching console never had, had twice, or had without watching. */
  missing: number
  surplus: number
  foreign: number
  /** From the module's PUBLISH to the bytes in the console, ms. */
  p50_ms: number
  p99_ms: number
  max_ms: number
  /** Bytes of an average status with its frame. */
  bytes: number
  /** Share of a core that modules and consoles used: near 1 they would be the limit. */
  generator_share: number
  lasted_ms: number
}

/** Sent by the raw loop: an entry for each console, messages it was sent. */
export type RawSent = number[]

export type PushLoadMessage =
  | ({ kind: 'modules' } & ReportingModules)
  | { kind: 'consoles'; port: number; macs: readonly string[]; consoles: readonly WatchingConsole[] }
  /** The consoles of the raw loop: no authentication. */
  | { kind: 'raw_consoles'; port: number; consoles: number }
  /** The modules send `rate` reports a second together; ends when all that was sent has arrived, or nothing arrives any more. */
  | { kind: 'report'; seconds: number; rate: number }
  | { kind: 'begin_raw' }
  | { kind: 'end_raw'; sent: RawSent }
  /** Deliveries to some consoles after a moment (ms of the monotonic clock): the last of them, or 0. */
  | { kind: 'last_delivery'; consoles: readonly number[] }
  /** They stay open, and what is sent to them stays in the buffers of the system and of the sender; of them nothing is expected any more. */
  | { kind: 'stop_reading'; consoles: readonly number[] }

/** Modules and consoles in a process of their own, which has all of one core. */
export const startPushLoad = () => forkMeasuring<PushLoadMessage>(join(import.meta.dirname, 'push-load-process.ts'))

/** The monotonic clock of this machine, the same in all its processes, ms. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6
