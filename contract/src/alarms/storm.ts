import { z } from 'zod'
import { RowId } from '../row-id.ts'
import { ALARM_TYPE_NAMES } from './types.ts'

/** Alarms of one type that many units of an area raised at once (product 3.42, area storm). Counts are of units in scope. */
export const AlarmStorm = z.object({
  storm_id: RowId,
  type: z.enum(ALARM_TYPE_NAMES),
  /** The distributor whose area it is; empty = one outside the scope. */
  agent_name: z.string(),
  began: z.iso.datetime(),
  /** Null = it goes on. */
  ended: z.iso.datetime().nullable(),
  alarms: z.number().int(),
  /** Of these, still active. */
  active: z.number().int(),
})
export type AlarmStorm = z.infer<typeof AlarmStorm>

export const exampleStorm: AlarmStorm = {
  storm_id: 4,
  type: 'offline',
  agent_name: 'Hangzhou Nuanyuan',
  began: '2026-11-21T09:15:00.000Z',
  ended: null,
  alarms: 34,
  active: 31,
}
