import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/** What the demo must remember between starts; `data/demo/demo.json`. */
export const DemoState = z.object({
  seed: z.number().int(),
  count: z.number().int(),
  days: z.number(),
  /** The demo's moment zero, unix ms: its past lies before it, its faults count from it. */
  made_at: z.number().int(),
  /** Its modules have replayed the newest days. */
  backfilled: z.boolean(),
  /** What lies before those days is there as packed history. */
  past_made: z.boolean().default(true),
  /** Its people have signed up and bound their units. */
  moved_in: z.boolean().default(false),
})
export type DemoState = z.infer<typeof DemoState>

/** Reads the state; null when there was no demo yet. */
export const readDemoState = (file: string): DemoState | null =>
  existsSync(file) ? DemoState.parse(JSON.parse(readFileSync(file, 'utf8'))) : null
