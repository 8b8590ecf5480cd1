import { z } from 'zod'
import { DeviceId } from '../identifiers.ts'

/** What can be planted at simulated units. */
export const PLANTED_KINDS = ['fault', 'low_flow', 'power_cut', 'bus_cut', 'weak_signal', 'cold_wave'] as const
export type PlantedKind = (typeof PLANTED_KINDS)[number]

/** One event as the simulator plays it. */
export const PlantedEvent = z.object({
  event_id: z.number().int(),
  kind: z.enum(PLANTED_KINDS),
  /** The fault point that reads a fault; null = not a fault. */
  fault_key: z.string().nullable(),
  /** Difference of the outdoor temperature, K; null = none. */
  delta_k: z.number().nullable(),
  /** Half-open interval, unix ms. */
  starts_ms: z.number(),
  ends_ms: z.number(),
  dids: z.array(DeviceId),
})
export type PlantedEvent = z.output<typeof PlantedEvent>

/** All events that are planted, sent to the processes of the simulator at each change. */
export const PlantedEvents = z.object({ planted: z.array(PlantedEvent) })
export type PlantedEvents = z.output<typeof PlantedEvents>
