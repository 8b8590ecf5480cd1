import { z } from 'zod'
import { SEVERITIES } from '../preferences.ts'
import { RowId } from '../row-id.ts'
import { ORDER_LIMITS } from '../service-orders/limits.ts'
import { ORDER_CAUSES, OrderPart } from '../service-orders/visit.ts'
import { ALARM_HANDLING_STATES } from '../transitions.ts'

const Time = z.iso.datetime()

/** An earlier alarm with the same product and code that was processed: what it came down to. */
export const SimilarAlarm = z.object({
  alarm_id: RowId,
  mac: z.string(),
  device_name: z.string(),
  /** Of the same unit. */
  same_device: z.boolean(),
  severity: z.enum(SEVERITIES),
  handling: z.enum(ALARM_HANDLING_STATES),
  last_time: Time,
  handled_time: Time.nullable(),
  /** Cause, result and parts as noted at the alarm, else as noted at its service order. */
  cause: z.enum(ORDER_CAUSES).nullable(),
  result: z.string(),
  parts: z.array(OrderPart).max(ORDER_LIMITS.parts_max),
  /** Its newest service order that the caller sees; null = none. */
  order_id: RowId.nullable(),
})
export type SimilarAlarm = z.output<typeof SimilarAlarm>

export const exampleSimilar: SimilarAlarm = {
  alarm_id: 388,
  mac: '863412060123463',
  device_name: 'Villa Linden 7',
  same_device: false,
  severity: 'major',
  handling: 'closed',
  last_time: '2026-09-02T07:10:00.000Z',
  handled_time: '2026-09-03T12:00:00.000Z',
  cause: 'component',
  result: 'Sensor replaced.',
  parts: [{ name: 'Temperature sensor', number: '12-3456', quantity: 1 }],
  order_id: 14,
}
