import { BAN_AFTER_FAILURES, BAN_WINDOW_S } from '@heatfleet/contract/device-protocol/device-auth.ts'

/** Limit of tracked pairs; the oldest are evicted, so that a flood of invented ids cannot fill the memory. */
const PAIRS_MAX = 50_000

/** Counts failed log-ins of a (device id, source address) pair. */
export type Bans = {
  isBanned: (did: string, address: string, now_ms: number) => boolean
  addFailure: (did: string, address: string, now_ms: number) => void
  forget: (did: string, address: string) => void
  /** Drops the failures of these ids from everywhere: they were approved. */
  forgetDevices: (dids: readonly string[]) => void
}

/** The ban is of the pair, never of the device alone: else anyone could lock a device out (device-protocol 1). */
export const createBans = (pairs_max = PAIRS_MAX): Bans => {
  const failures = new Map<string, number[]>()
  const window_ms = BAN_WINDOW_S * 1000
  const nameOf = (did: string, address: string) => `${did}|${address}`
  // Those of later are of before the machine's clock was set back.
  const recent = (name: string, now_ms: number) =>
    (failures.get(name) ?? []).filter((at) => Math.abs(now_ms - at) < window_ms)
  return {
    isBanned: (did, address, now_ms) => recent(nameOf(did, address), now_ms).length >= BAN_AFTER_FAILURES,
    addFailure: (did, address, now_ms) => {
      const name = nameOf(did, address)
      const kept = [...recent(name, now_ms), now_ms].slice(-BAN_AFTER_FAILURES)
      failures.delete(name)
      failures.set(name, kept)
      const oldest = failures.keys().next().value
      if (failures.size > pairs_max && oldest !== undefined) failures.delete(oldest)
    },
    forget: (did, address) => {
      failures.delete(nameOf(did, address))
    },
    forgetDevices: (dids) => {
      const gone = new Set(dids)
      for (const name of failures.keys()) if (gone.has(name.slice(0, name.indexOf('|')))) failures.delete(name)
    },
  }
}
