import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
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

/** Writes a file for its owner's eyes only, whole or not at all. */
export const writePrivately = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, text, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
