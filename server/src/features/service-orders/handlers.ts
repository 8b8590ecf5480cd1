import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderAnswer, OrderFilter } from '@heatfleet/contract/service-orders/row.ts'
import type { orders } from '@heatfleet/contract/service-orders/service-orders.ts'
import type { orderVideos } from '@heatfleet/contract/service-orders/videos.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { findLinePicture, readPictures } from '../../platform/line-pictures.ts'
import { readCursorPage } from '../../platform/list-cursor.ts'
import { tellablePng, toDataUrl } from '../../platform/png.ts'
import { countNotes, insertNote } from '../faults/public.ts'
import { findCallerOfAccount } from '../session/public.ts'
import { orderVideoHandlers } from './handlers-videos.ts'
import { createOrderPublisher } from './order-changes.ts'
import { orderReader, scopesOf } from './read-order.ts'
import {
  findDevice,
  insertMessage,
  insertOrder,
  isAccountWithin,
  isBoundWithin,
  listHandlers,
  reopenOrder,
  resolveOrder,
  updateHandler,
} from './store.ts'
import { findFaultOfOrder, isAlarmOf } from './store-alarm.ts'
import { findOrder, listOrders, type OrderRow, orderCountMax } from './store-list.ts'
import { findOrderPicture } from './store-pictures.ts'
import { updateVisit } from './store-visit.ts'
import { toOrder } from './to-wire.ts'

/** Refuses an assignee without access to the order or without the right to answer. */
const createHandlerCheck =
  (deps: Pick<AppContext, 'database' | 'clock'>) =>
  async (caller: Caller, uid: number, { order_id }: Pick<OrderRow, 'order_id'>): Promise<void> => {
    const { db } = deps.database
    const field = 'handler_uid'
    if (uid !== caller.uid && !(await isAccountWithin(db, caller.scopes.account, uid)))
      throw new Refusal('user_not_exist', { field })
    const named = await findCallerOfAccount(deps, uid)
    const reaches =
      named?.permissions.has('order:reply') === true && (await findOrder(db, scopesOf(named), order_id)) !== null
    if (!reaches) throw new Refusal('handler_out_of_reach', { field })
  }

/** Service orders and their processing. */
export const orderHandlers = (deps: Pick<AppContext, 'database' | 'clock' | 'secret_key'> & { changes: Changes }) => {
  const { database, clock } = deps
  const { db } = database
  const now = () => new Date(clock.now())
  const { read, readDetail } = orderReader(db)
  const checkHandler = createHandlerCheck(deps)
  const publish = createOrderPublisher(deps)
  const readChanged = async (caller: Caller, order_id: number) => {
    await publish(order_id)
    return readDetail(caller, order_id)
  }

  /** Adds a message or note; the audit entry does not contain the text, because it outlives it. */
  const write = async (
    caller: Caller,
    order_id: number,
    kind: 'answer' | 'note',
    { text, pictures: sent, seen_line }: OrderAnswer,
  ) => {
    const line = { order_id, kind, uid: caller.uid, text, at: now(), pictures: readPictures(sent) }
    const refusal = await insertMessage(db, line, ORDER_LIMITS.lines_max, seen_line)
    if (refusal !== null) throw new Refusal(refusal, { details: { max: ORDER_LIMITS.lines_max } })
    return readChanged(caller, order_id)
  }

  /** The fault code at which the caller may note what solved an order. */
  const checkFault = async (caller: Caller, order_id: number) => {
    const fault = caller.permissions.has('faultcode:note') ? await findFaultOfOrder(db, order_id) : null
    if (fault === null) throw new Refusal('order_not_of_fault', { field: 'solved_by' })
    if ((await countNotes(db, fault.fault_id)) >= LIMITS.fault_notes_max)
      throw new Refusal('fault_notes_full', { field: 'solved_by', details: { max: LIMITS.fault_notes_max } })
    return fault
  }

  return {
    orderList: async ({ query, body }, { caller }) => {
      const scopes = scopesOf(caller)
      const listed = { filter: body satisfies OrderFilter, uid: caller.uid, count_max: orderCountMax(scopes, body) }
      const { rows, page, more } = await readCursorPage(deps.secret_key, {
        call: 'orderList',
        uid: caller.uid,
        filter: body,
        query,
        count_max: listed.count_max,
        list: (part) => listOrders(db, scopes, listed, part),
        keyOf: ({ order_id }) => order_id,
      })
      return { list: rows.map(toOrder), ...page, more }
    },

    orderInfo: ({ params: { id } }, { caller }) => readDetail(caller, id),

    orderPicture: async ({ params: { id, picture_no } }, { caller }) => {
      await read(caller, id)
      const picture = await findOrderPicture(db, id, picture_no)
      if (picture === null) throw new Refusal('not_found')
      return { picture: toDataUrl(picture) }
    },

    orderLinePicture: async ({ params: { id, line_id, picture_no } }, { caller }) => {
      await read(caller, id)
      const picture = await findLinePicture(db, 'order', { id, line_id, picture_no })
      if (picture === null) throw new Refusal('not_found')
      return { picture: toDataUrl(picture) }
    },

    orderCreate: async ({ body }, { caller, note }) => {
      const { mac, app_user_id, alarm_id, pictures: sent, source: named, ...words } = body
      note({ object: `device ${mac}` })
      const device = await findDevice(db, caller.scope, mac)
      if (device === null) throw new Refusal('device_not_found', { field: 'mac' })
      const { device_id } = device
      if (app_user_id !== null && !(await isBoundWithin(db, caller.scopes.appuser, device_id, app_user_id)))
        throw new Refusal('not_bound', { field: 'app_user_id' })
      const sees_alarm = caller.permissions.has('alarm:view')
      if (alarm_id !== undefined && !(sees_alarm && (await isAlarmOf(db, device_id, alarm_id))))
        throw new Refusal('alarm_not_found', { field: 'alarm_id' })
      const pictures = readPictures(sent)
      const source = named ?? (alarm_id === undefined ? 'console' : 'alarm')
      const filed = { source, at: now(), created_by: caller.uid } as const
      const order_id = await insertOrder(db, { ...words, ...filed, device_id, app_user_id, alarm_id, pictures })
      const { type, priority } = words
      note({
        object: `order ${order_id}`,
        detail: { device: mac, app_user_id, alarm_id, source, type, priority, pictures: pictures.map(tellablePng) },
      })
      return readChanged(caller, order_id)
    },

    orderReply: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `order ${id}` })
      const { handler_uid } = await read(caller, id)
      // The first answer takes the order.
      if (handler_uid === null) note({ detail: { before: { handler_uid }, after: { handler_uid: caller.uid } } })
      return write(caller, id, 'answer', body)
    },

    orderNote: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `order ${id}` })
      await read(caller, id)
      return write(caller, id, 'note', body)
    },

    orderVisit: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `order ${id}` })
      const { erased_at } = await read(caller, id)
      if (erased_at !== null) throw new Refusal('app_user_erased')
      if (!(await updateVisit(db, id, body, now()))) throw new Refusal('stale_edit')
      const { visit_from, visit_to, parts, cause } = body
      note({ detail: { visit_from, visit_to, parts: parts.length, cause } })
      return readChanged(caller, id)
    },

    orderHandlers: async ({ params: { id }, query: { search } }, { caller }) => {
      const { mac } = await read(caller, id)
      const device = await findDevice(db, caller.scope, mac)
      if (device === null) throw new Refusal('order_not_found')
      const listQuery = { agent_path: device.agent_path, search, limit: ORDER_LIMITS.handlers_max }
      return listHandlers(db, caller.scopes.account, listQuery)
    },

    orderAssign: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `order ${id}` })
      const before = await read(caller, id)
      const { handler_uid, priority = before.priority } = body
      if (handler_uid !== null && handler_uid !== before.handler_uid) await checkHandler(caller, handler_uid, before)
      if (!(await updateHandler(db, id, { handler_uid, priority }))) throw new Refusal('order_resolved')
      const old = { handler_uid: before.handler_uid, priority: before.priority }
      note({ detail: { before: old, after: { handler_uid, priority } } })
      return readChanged(caller, id)
    },

    orderResolve: async ({ params: { id }, body: { solved_by } }, { caller, note }) => {
      note({ object: `order ${id}` })
      const before = await read(caller, id)
      const fault = solved_by === undefined ? null : await checkFault(caller, id)
      if (!(await resolveOrder(db, id, { at: now(), by: caller.uid })))
        throw new Refusal(before.status === 'resolved' ? 'order_resolved' : 'order_unanswered')
      const taken = before.handler_uid ?? caller.uid
      if (fault !== null && solved_by !== undefined)
        await insertNote(db, {
          fault_id: fault.fault_id,
          agent_id: caller.agent_id,
          uid: caller.uid,
          text: solved_by,
          at: now(),
        })
      note({
        detail: {
          before: { status: 'unresolved', handler_uid: before.handler_uid },
          after: { status: 'resolved', handler_uid: taken, ...(fault === null ? {} : { noted_at: fault.code }) },
        },
      })
      return readChanged(caller, id)
    },

    orderReopen: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `order ${id}`, detail: { reason: body.reason } })
      const before = await read(caller, id)
      const since = new Date(clock.now() - ORDER_LIMITS.reopen_ms)
      if (!(await reopenOrder(db, id, since))) {
        if (before.erased_at !== null) throw new Refusal('app_user_erased')
        throw new Refusal(before.status === 'resolved' ? 'order_reopen_over' : 'order_not_resolved')
      }
      const [old, fresh] = [{ status: 'resolved' }, { status: 'unresolved' }]
      note({ detail: { before: old, after: fresh, reason: body.reason } })
      return readChanged(caller, id)
    },

    ...orderVideoHandlers(deps),
  } satisfies Pick<Handlers, keyof typeof orders | keyof typeof orderVideos>
}
