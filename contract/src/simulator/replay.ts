import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'

/** How much faster than it was a record can be shown; at one report a minute 24 means a report of each 24th minute. */
export const REPLAY_SPEEDS = [1, 6, 24] as const
export const ReplaySpeed = z.literal(REPLAY_SPEEDS)
export type ReplaySpeed = z.output<typeof ReplaySpeed>

/** The record of a unit: seconds since its beginning, and the value of each point then; null = not read. */
export const ReplayTrack = z.object({
  at_s: z.array(z.number()).max(LIMITS.replay_rows_max),
  values: z.record(z.string(), z.array(z.number().nullable()).max(LIMITS.replay_rows_max)),
})
export type ReplayTrack = z.output<typeof ReplayTrack>

/** What a virtual unit shows again: the file of the record, and when it began. After its end it begins again. */
export const Replay = z.object({
  file: z.string(),
  /** Unix ms. */
  began_ms: z.number(),
  speed: ReplaySpeed,
  span_s: z.number().positive(),
})
export type Replay = z.output<typeof Replay>

/** Which unit is shown again, and how fast. */
export const ReplayRequest = z.object({ mac: DeviceId, speed: ReplaySpeed })

/** Replays of real units, for training (product 3.40 "Simulator"). */
export const replays = endpoints({
  replayUnit: {
    method: 'POST',
    path: '/system/simulator-replay',
    kind: 'change',
    of: 'virtual-unit',
    needs: 'product:simulate',
    about: 'device',
    body: ReplayRequest,
    result: z.object({ mac: z.string(), rows: z.number().int() }),
    fails: [
      'device_not_found',
      'replay_empty',
      'unpublished_data_points',
      'product_unknown',
      'product_disabled',
      'virtual_units_full',
      'distributor_not_found',
    ],
    says: 'Starts a virtual unit whose board shows what a unit in scope reported in the last 24 hours, over and over.',
    example: { mac: '02a1b2c3d4e5', rows: 1_440 },
  },
})
