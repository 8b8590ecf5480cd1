import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { ORDER_LIMITS } from './limits.ts'

/** What the manufacturer sets of service orders, for the whole tree (decision 0090). */
export const OrderSettings = z.object({
  /** An order whose time to answer is over goes up a level, then one more each so many minutes; 0 = never. */
  escalation_minutes: z.number().int().min(0).max(ORDER_LIMITS.escalation_minutes_max),
})
export type OrderSettings = z.infer<typeof OrderSettings>

export const orderSettings = endpoints({
  orderSettings: {
    method: 'GET',
    path: '/service-order/settings',
    kind: 'read',
    of: 'order-settings',
    needs: 'order:view',
    about: 'unscoped',
    result: OrderSettings,
    fails: [],
    says: 'When service orders go up the tree of distributors by themselves.',
    example: { escalation_minutes: 60 },
  },
  orderSettingsSet: {
    method: 'PUT',
    path: '/service-order/settings',
    kind: 'change',
    of: 'order-settings',
    needs: 'order:settings',
    about: 'unscoped',
    body: OrderSettings,
    result: OrderSettings,
    fails: [],
    says: 'Sets after how many minutes an unanswered order goes up one more level. Switched on anew, it moves orders reported from then on.',
    example: { escalation_minutes: 60 },
  },
})
