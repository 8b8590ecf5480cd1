import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { type Replay, ReplayTrack } from '@heatfleet/contract/simulator/replay.ts'

/** What a point of the replayed unit read at a moment of now, unix s; null = the record does not know. */
type Recorded = (key: string, now_s: number) => number | null

/** Reads the record of a replay. It is shown from its beginning at `began_ms`, `speed` times as fast, and again after its end. */
export const readRecorded = ({ file, began_ms, speed, span_s }: Replay): Recorded =>
  recordedBy(ReplayTrack.parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8'))), (now_s) => {
    const elapsed_s = Math.max(0, now_s - began_ms / 1_000) * speed
    return elapsed_s % span_s
  })

/** The values of a record by the moment in it that `positionOf` gives: those of the last report until then, or of the first. */
export const recordedBy = ({ at_s, values }: ReplayTrack, positionOf: (now_s: number) => number): Recorded => {
  let row = 0
  let known_s = Number.NaN
  return (key, now_s) => {
    if (now_s !== known_s) {
      known_s = now_s
      row = Math.max(0, lastUntil(at_s, positionOf(now_s)))
    }
    const column = values[key]
    // A register that was not read keeps what it held.
    for (let at = row; at >= 0; at--) {
      const value = column?.[at]
      if (value !== null && value !== undefined) return value
    }
    return null
  }
}

/** Index of the last moment that is not after `position_s`; −1 = all are. */
const lastUntil = (at_s: readonly number[], position_s: number): number => {
  let [low, high] = [0, at_s.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((at_s[middle] ?? 0) <= position_s) low = middle + 1
    else high = middle
  }
  return low - 1
}
