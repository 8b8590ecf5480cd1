import { z } from 'zod'
import { textOf } from '../text.ts'
import { ORDER_LIMITS } from './limits.ts'

const Time = z.iso.datetime()

/** What an order came down to. */
export const ORDER_CAUSES = [
  'component',
  'installation',
  'settings',
  'operation',
  'water',
  'power',
  'connection',
  'none',
  'other',
] as const
export type OrderCause = (typeof ORDER_CAUSES)[number]

export const OrderPart = z.object({
  name: textOf({ min: 1, max: ORDER_LIMITS.part_max }),
  /** Of the maker; empty = not known. */
  number: textOf({ min: 0, max: ORDER_LIMITS.part_max }),
  quantity: z.number().int().min(1).max(ORDER_LIMITS.part_quantity_max),
})
export type OrderPart = z.infer<typeof OrderPart>

/** The visit: when somebody comes, what was fitted, what it was. */
const visitFields = {
  /** Between these two somebody comes; null = nobody does. The customer reads it in the app. */
  visit_from: Time.nullable(),
  visit_to: Time.nullable(),
  parts: z.array(OrderPart).max(ORDER_LIMITS.parts_max),
  cause: z.enum(ORDER_CAUSES).nullable(),
  result: z.string().trim().max(ORDER_LIMITS.text_max),
  /** As it was read; null = nothing was written yet. A later change refuses the edit. */
  visit_changed_time: Time.nullable(),
}
export const OrderVisit = z
  .object(visitFields)
  .refine(({ visit_from, visit_to }) => (visit_from === null) === (visit_to === null), {
    path: ['visit_to'],
    message: 'order_visit_backwards',
  })
  .refine(({ visit_from, visit_to }) => visit_from === null || visit_to === null || visit_from < visit_to, {
    path: ['visit_to'],
    message: 'order_visit_backwards',
  })
export type OrderVisit = z.infer<typeof OrderVisit>
/** What the detail of an order has of it. */
export const OrderVisitFields = z.object(visitFields)

/** Of an order at which nothing was written of a visit. */
export const NO_VISIT = {
  visit_from: null,
  visit_to: null,
  parts: [],
  cause: null,
  result: '',
  visit_changed_time: null,
}
