import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'

const HOUR_MS = 3_600_000
/** A broken fleet shows in a sample as well as in full. */
const KEPT_PER_HOUR = 1_000
/** And one broken module must not use up the others' share. */
const KEPT_PER_DEVICE_HOUR = 20
/** In all: the newest; at 8 KiB a frame the table stays below about 160 MB. */
const KEPT_MAX = 20_000

/** A frame that can never be taken. */
export type DeadLetter = { mac: string; topic: string; reason: string; payload: Uint8Array }
export type DeadLetters = {
  /** Keeps a frame with its reason, within the hour's share; every one is counted. */
  park: (letter: DeadLetter) => Promise<void>
}

export const createDeadLetters = (deps: {
  pool: pg.Pool
  clock: Pick<Clock, 'now'>
  metrics: GatewayMetrics
  log: Logger
  kept_max?: number
}): DeadLetters => {
  const { pool, clock, metrics, log, kept_max = KEPT_MAX } = deps
  let hour = 0
  let kept = 0
  const kept_of = new Map<string, number>()
  const startHour = (): boolean => {
    const now_hour = Math.floor(clock.now() / HOUR_MS)
    if (now_hour === hour) return false
    hour = now_hour
    kept = 0
    kept_of.clear()
    return true
  }
  const mayKeep = (mac: string): boolean => {
    const of_device = kept_of.get(mac) ?? 0
    if (kept >= KEPT_PER_HOUR || of_device >= KEPT_PER_DEVICE_HOUR) return false
    kept += 1
    kept_of.set(mac, of_device + 1)
    return true
  }
  return {
    park: async ({ mac, topic, reason, payload }) => {
      const is_new_hour = startHour()
      const is_kept = mayKeep(mac)
      metrics.deadLetters.inc({ kept: is_kept ? 'yes' : 'no' })
      if (!is_kept) return
      try {
        await pool.query('insert into dead_letters (at, mac, topic, reason, payload) values ($1, $2, $3, $4, $5)', [
          new Date(clock.now()),
          mac,
          topic,
          reason,
          Buffer.from(payload),
        ])
        if (is_new_hour)
          await pool.query(
            'delete from dead_letters where dead_letter_id <= (select max(dead_letter_id) from dead_letters) - $1',
            [kept_max],
          )
      } catch (error) {
        // A sample for people; the counters already told of it.
        log.warn({ error, mac, reason }, 'dead letter not kept')
      }
    },
  }
}
