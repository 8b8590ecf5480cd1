import { z } from 'zod'
import { Words } from '../products/points.ts'

const Time = z.iso.datetime()

/** What a rollout would do to a unit now. */
export const PREVIEW_OUTCOMES = ['change', 'equal', 'offline', 'not_writable'] as const
export type PreviewOutcome = (typeof PREVIEW_OUTCOMES)[number]

/** One unit of the preview. */
export const PreviewUnit = z.object({
  mac: z.string(),
  device_name: z.string(),
  agent_name: z.string().nullable(),
  outcome: z.enum(PREVIEW_OUTCOMES),
  /** Why it cannot be written, a code of the refusals; null otherwise. */
  reason: z.string().nullable(),
  /** Present value of each point; null = unknown. */
  values: z.array(z.object({ key: z.string(), old_value: z.number().nullable() })),
})
export type PreviewUnit = z.output<typeof PreviewUnit>

export const PreviewCounts = z.object({
  change: z.number().int(),
  equal: z.number().int(),
  offline: z.number().int(),
  not_writable: z.number().int(),
})

/** A control template of a published product, and how often it was rolled out. */
export const RolloutTemplate = z.object({
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Of the product. */
  version: z.number().int(),
  names: Words,
  points: z.array(z.object({ key: z.string(), value: z.number() })),
  used_by: z.number().int(),
  last_used: Time.nullable(),
})
export type RolloutTemplate = z.output<typeof RolloutTemplate>
