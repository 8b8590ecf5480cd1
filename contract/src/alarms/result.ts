import { z } from 'zod'
import { RowIdText } from '../row-id.ts'
import { ORDER_LIMITS } from '../service-orders/limits.ts'
import { PictureNo, Pictures } from '../service-orders/row.ts'
import { ORDER_CAUSES, OrderPart } from '../service-orders/visit.ts'
import { AlarmText, ByAlarm } from './alarm.ts'

/** What the work at an alarm came down to (product 3.17): causes and parts are those of service orders. */
export const AlarmResult = AlarmText.extend({
  cause: z.enum(ORDER_CAUSES).nullable().default(null),
  parts: z.array(OrderPart).max(ORDER_LIMITS.parts_max).default([]),
  pictures: Pictures,
})
export type AlarmResult = z.output<typeof AlarmResult>

export const ByAlarmPicture = ByAlarm.extend({ log_id: RowIdText, picture_no: PictureNo })
