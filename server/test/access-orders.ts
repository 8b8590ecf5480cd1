import type { orderEvaluations } from '@heatfleet/contract/service-orders/evaluations.ts'
import type { orders } from '@heatfleet/contract/service-orders/service-orders.ts'
import { type AccessStage, type Subject, subjectOf } from './access-stage.ts'
import type { AccessRow } from './access-table.ts'

type OrderCall = keyof (typeof orders & typeof orderEvaluations)

/** How the calls about service orders meet row rights: those about devices in reach. */
export const ORDER_ACCESS: { [Name in OrderCall]: AccessRow<Name> | readonly AccessRow<Name>[] } = {
  orderList: [
    { about: 'list', request: () => ({}), shown: ({ list }) => ({ orders: idsOf(list) }) },
    {
      about: 'list',
      request: () => ({ body: { tab: 'resolved' } }),
      shown: ({ list }) => ({ resolved_orders: idsOf(list) }),
    },
  ],
  orderInfo: [
    { about: 'order', request: (id) => ({ params: { id } }) },
    { about: 'resolved_order', request: (id) => ({ params: { id } }) },
  ],
  orderPicture: { about: 'order', request: (id) => ({ params: { id, picture_no: 1 } }), within: 'not_found' },
  orderCreate: { about: 'device', request: (mac) => ({ body: { mac, type: 'usage', problem: 'Test' } }) },
  orderReply: [
    { about: 'order', request: (id) => ({ params: { id }, body: { text: 'Test' } }) },
    {
      about: 'resolved_order',
      request: (id) => ({ params: { id }, body: { text: 'Test' } }),
      within: 'order_resolved',
    },
  ],
  orderNote: { about: 'order', request: (id) => ({ params: { id }, body: { text: 'Test' } }) },
  orderHandlers: { about: 'order', request: (id) => ({ params: { id } }) },
  orderAssign: { about: 'order', request: (id) => ({ params: { id }, body: { handler_uid: null } }) },
  orderResolve: { about: 'order', request: (id) => ({ params: { id } }), within: 'order_unanswered' },
  orderReopen: {
    about: 'order',
    request: (id) => ({ params: { id }, body: { reason: 'Test' } }),
    within: 'order_not_resolved',
  },
  evaluationList: { about: 'list', request: () => ({}), shown: ({ list }) => ({ resolved_orders: idsOf(list) }) },
  orderRevisit: { about: 'resolved_order', request: (id) => ({ params: { id }, body: { text: 'Test' } }) },
}

const idsOf = (list: readonly { order_id: number }[]): number[] => list.map(({ order_id }) => order_id)

const AT = new Date('2026-02-01T08:00:00Z')
const RESOLVED = {
  status: 'resolved',
  answered_at: AT,
  resolved_at: AT,
  rating: 'satisfied',
  comment: 'Thanks.',
  rated_at: AT,
} as const

/** An order of one device, by its owner; written by hand, for nothing of it is what the matrix asks about. */
export const addOrder = async (
  { db }: Pick<AccessStage['database'], 'db'>,
  of: { device_id: number; app_user_id: number; agent_id: number },
  state: 'unresolved' | 'resolved',
): Promise<number> => {
  const { order_id } = await db
    .insertInto('service_orders')
    .values({
      ...of,
      type: 'fault',
      source: 'app',
      problem: 'It is cold.',
      feedback_at: AT,
      ...(state === 'resolved' ? RESOLVED : {}),
    })
    .returning('order_id')
    .executeTakeFirstOrThrow()
  return order_id
}

/** A fresh order about each device. */
export const ordersOf =
  (state: 'unresolved' | 'resolved') =>
  async ({ database, fleet, app_users }: AccessStage): Promise<Subject[]> => {
    const subjects: Subject[] = []
    for (const [index, { device_id, at, imported_user }] of fleet.devices.entries()) {
      const { agent_id } = fleet.distributors[at]
      const id = await addOrder(database, { device_id, app_user_id: app_users[index]?.id ?? 0, agent_id }, state)
      subjects.push(subjectOf({ id, label: `${state} order at ${at}`, at, owner: imported_user }))
    }
    return subjects
  }
