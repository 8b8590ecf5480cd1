import { z } from 'zod'

/** Among those of the same level that have the figure: `not_worse_than` is the share of the others, 0 to 1. */
const Rank = z.object({ peers: z.number().int(), not_worse_than: z.number().nullable() })

/** Of the orders resolved within a month of the asked zone, the current one included. */
const ServiceMonth = z.object({
  /** YYYY-MM. */
  month: z.string(),
  handled: z.number().int(),
  /** The middle time from feedback to resolving; null without any. */
  handling_ms: z.number().nullable(),
  rated: z.number().int(),
  /** Ratings that are satisfied or better. */
  satisfied: z.number().int(),
})
export type ServiceMonth = z.infer<typeof ServiceMonth>

/** How a distributor with all below it served: of orders resolved within a year. */
export const AgentService = z.object({
  handled: z.number().int(),
  /** The middle time from feedback to resolving; null without any. */
  handling_ms: z.number().nullable(),
  handling: Rank,
  rated: z.number().int(),
  /** Share of ratings that are satisfied or better, 0 to 1; null without any. */
  satisfied: z.number().nullable(),
  satisfaction: Rank,
  /** The last twelve months, the oldest first; those without orders are among them. */
  months: z.array(ServiceMonth),
})
export type AgentService = z.infer<typeof AgentService>

export const exampleService: AgentService = {
  handled: 24,
  handling_ms: 93_600_000,
  handling: { peers: 7, not_worse_than: 0.67 },
  rated: 20,
  satisfied: 0.95,
  satisfaction: { peers: 6, not_worse_than: 0.8 },
  months: [{ month: '2026-11', handled: 4, handling_ms: 86_400_000, rated: 3, satisfied: 3 }],
}
