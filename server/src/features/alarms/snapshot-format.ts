import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { AlarmSnapshot } from '@heatfleet/contract/alarms/alarm.ts'
import { z } from 'zod'

/** What a snapshot keeps: times of reports and a column of values for each point that was reported. */
export type SnapshotContent = Pick<AlarmSnapshot, 'at_ms' | 'points'>

const Stored = z.object({
  /** Seconds between reports repeat, so they compress better than times. */
  first_ms: z.number(),
  steps_ms: z.array(z.number()),
  points: z.array(z.object({ key: z.string(), values: z.array(z.number().nullable()) })),
})

/** JSON of columns, compressed: an hour of 100 points is some 10 kB, and any later build can read it. */
export const encodeSnapshot = ({ at_ms, points }: SnapshotContent): Buffer => {
  const steps_ms = at_ms.slice(1).map((at, index) => at - (at_ms[index] ?? at))
  const stored = { first_ms: at_ms[0] ?? 0, steps_ms, points } satisfies z.infer<typeof Stored>
  return zstdCompressSync(JSON.stringify(stored))
}

export const decodeSnapshot = (body: Buffer): SnapshotContent => {
  const { first_ms, steps_ms, points } = Stored.parse(JSON.parse(zstdDecompressSync(body).toString('utf8')))
  const at_ms = [first_ms]
  for (const step of steps_ms) at_ms.push((at_ms.at(-1) ?? first_ms) + step)
  return { at_ms, points }
}
