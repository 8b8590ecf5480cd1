import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { GatewayMetrics } from './gateway-metrics.ts'

const HOUR_MS = 3_600_000
/** A sample is enough to diagnose a broken fleet. */
const LETTERS_PER_HOUR = 1_000
/** One broken module must not use up the quota of the others. */
export const LETTERS_PER_DEVICE_HOUR = 20
/** Total, the newest; at 8 KiB a frame the table stays below about 160 MB. */
const LETTERS_MAX = 20_000

/** A frame that can never be stored. */
type DeadLetter = {
  mac: string
  topic: string
  reason: string
  payload: Uint8Array
  /** Its row, where it was processed once more. */
  dead_letter_id?: string | undefined
}
export type DeadLetters = {
  /** Stores a frame with its reason within the hourly quota; every frame is counted. */
  park: (letter: DeadLetter) => Promise<void>
}

export const createDeadLetters = (deps: {
  pool: pg.Pool
  clock: Pick<Clock, 'now'>
  metrics: GatewayMetrics
  log: Logger
  letters_max?: number
}): DeadLetters => {
  const { pool, clock, metrics, log, letters_max = LETTERS_MAX } = deps
  let hour = 0
  let stored_this_hour = 0
  const stored_by_device = new Map<string, number>()
  const startHour = (): boolean => {
    const now_hour = Math.floor(clock.now() / HOUR_MS)
    if (now_hour === hour) return false
    hour = now_hour
    stored_this_hour = 0
    stored_by_device.clear()
    return true
  }
  const takeQuota = (mac: string): boolean => {
    const of_device = stored_by_device.get(mac) ?? 0
    if (stored_this_hour >= LETTERS_PER_HOUR || of_device >= LETTERS_PER_DEVICE_HOUR) return false
    stored_this_hour += 1
    stored_by_device.set(mac, of_device + 1)
    return true
  }
  return {
    park: async ({ mac, topic, reason, payload, dead_letter_id }) => {
      if (dead_letter_id !== undefined) {
        await pool.query(
          'update dead_letters set reason = $2, tries = tries + 1, tried_at = $3 where dead_letter_id = $1',
          [dead_letter_id, reason, new Date(clock.now())],
        )
        return
      }
      const is_new_hour = startHour()
      const is_stored = takeQuota(mac)
      metrics.deadLetters.inc({ kept: is_stored ? 'yes' : 'no' })
      if (!is_stored) return
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
            [letters_max],
          )
      } catch (error) {
        // The sample is for diagnosis only; the frame is counted already.
        log.warn({ error, mac, reason }, 'dead letter could not be stored')
      }
    },
  }
}
