import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** Persistent state of the demo; `data/demo/demo.json`. */
export const DemoState = z.object({
  seed: z.number().int(),
  count: z.number().int(),
  days: z.number(),
  /** Time zero of the demo, unix ms: its history is before it, its faults count from it. */
  made_at: z.number().int(),
  /** The modules have replayed the newest days. */
  backfilled: z.boolean(),
  /** Earlier days exist as compacted history. */
  past_made: z.boolean().default(true),
  /** The app users have signed up and bound their devices. */
  moved_in: z.boolean().default(false),
})
export type DemoState = z.infer<typeof DemoState>

/** Reads the state; null when there was no demo yet. */
export const readDemoState = (file: string): DemoState | null =>
  existsSync(file) ? DemoState.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
