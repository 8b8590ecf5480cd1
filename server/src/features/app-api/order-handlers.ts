import type { appOrders } from '@heatfleet/contract/app-api/service-orders.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { AppUserCaller } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { findLinePicture, readPictures } from '../../platform/line-pictures.ts'
import { tellablePng, toDataUrl } from '../../platform/png.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { listBoundDevices } from '../bindings/public.ts'
import {
  attachVideo,
  createOrderPublisher,
  findOrderPicture,
  findOwnOrder,
  insertLine,
  insertOwnOrder,
  isBound,
  listLines,
  listOwnOrders,
  type OwnOrderRow,
  readVideo,
  saveRating,
} from '../service-orders/public.ts'

/** Service orders of app users and their conversation. Audit entries outlive the texts and contain none. */
export const appOrderHandlers = (deps: Pick<AppContext, 'database' | 'clock'> & { changes: Changes }) => {
  const {
    database: { db },
    clock,
  } = deps
  const publish = createOrderPublisher(deps)
  const now = () => new Date(clock.now())
  const read = async (caller: AppUserCaller, order_id: number): Promise<OwnOrderRow> => {
    const row = await findOwnOrder(db, caller.app_user_id, order_id)
    if (row === null) throw new Refusal('order_not_found')
    return row
  }
  const readDetail = async (caller: AppUserCaller, order_id: number) => {
    const row = await read(caller, order_id)
    const lines = await listLines(db, order_id)
    return { ...toAppOrder(row), lines: lines.flatMap(toAppLine) }
  }

  const readChanged = async (caller: AppUserCaller, order_id: number) => {
    await publish(order_id)
    return readDetail(caller, order_id)
  }

  return {
    appFileOrder: async ({ body }, { caller, note }) => {
      const { device_id: mac, pictures: sent, ...words } = body
      const { app_user_id } = caller
      note({ object: `app-user ${app_user_id}`, detail: { device: mac } })
      const unit = (await listBoundDevices(db, EVERYTHING, app_user_id)).find((device) => device.mac === mac)
      if (unit === undefined) throw new Refusal('not_bound', { field: 'device_id' })
      const pictures = readPictures(sent)
      const filed = { source: 'app', priority: 'normal', at: now(), created_by: null } as const
      const order = { ...words, ...filed, device_id: unit.device_id, app_user_id, pictures }
      const order_id = await insertOwnOrder(db, order, ORDER_LIMITS.open_max)
      if (typeof order_id === 'string') throw new Refusal(order_id, { details: { max: ORDER_LIMITS.open_max } })
      const detail = { device: mac, order_id, type: words.type, pictures: pictures.map(tellablePng) }
      note({ detail })
      return readChanged(caller, order_id)
    },

    appOrders: async ({ query: { pageNo, size } }, { caller }) => {
      const page = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listOwnOrders(db, caller.app_user_id, page)
      return { list: rows.map(toAppOrder), total, pageNo, size }
    },

    appOrder: ({ params: { order_id } }, { caller }) => readDetail(caller, order_id),

    appOrderPicture: async ({ params: { order_id, picture_no } }, { caller }) => {
      await read(caller, order_id)
      const picture = await findOrderPicture(db, order_id, picture_no)
      if (picture === null) throw new Refusal('not_found')
      return { picture: toDataUrl(picture) }
    },

    appOrderLinePicture: async ({ params: { order_id, line_id, picture_no } }, { caller }) => {
      await read(caller, order_id)
      // Notes are for staff alone.
      const lines = (await listLines(db, order_id)).flatMap(toAppLine)
      const is_theirs = lines.some((line) => line.line_id === line_id)
      const picture = is_theirs ? await findLinePicture(db, 'order', { id: order_id, line_id, picture_no }) : null
      if (picture === null) throw new Refusal('not_found')
      return { picture: toDataUrl(picture) }
    },

    appOrderVideo: async ({ params: { order_id, video_no } }, { caller }) => {
      await read(caller, order_id)
      return readVideo(db, order_id, video_no)
    },

    appAttachVideo: async ({ params: { order_id }, body }, { caller, note }) => {
      note({ object: `app-user ${caller.app_user_id}`, detail: { order_id } })
      const { device_id, status } = await read(caller, order_id)
      if (!(await isBound(db, device_id, caller.app_user_id))) throw new Refusal('not_bound')
      if (status === 'resolved') throw new Refusal('order_resolved')
      const kept = await attachVideo(db, { order_id, content: body.content, uid: null, at: now() })
      note({ detail: { order_id, ...kept } })
      return readChanged(caller, order_id)
    },

    appReplyOrder: async ({ params: { order_id }, body }, { caller, note }) => {
      note({ object: `app-user ${caller.app_user_id}`, detail: { order_id } })
      const { device_id } = await read(caller, order_id)
      // A former owner has no access to later messages.
      if (!(await isBound(db, device_id, caller.app_user_id))) throw new Refusal('not_bound')
      const pictures = readPictures(body.pictures)
      note({ detail: { order_id, pictures: pictures.map(tellablePng) } })
      const line = { order_id, kind: 'reply', uid: null, text: body.text, at: now(), pictures } as const
      const refusal = await insertLine(db, line, ORDER_LIMITS.lines_max)
      if (refusal === 'order_lines_full') throw new Refusal(refusal, { details: { max: ORDER_LIMITS.lines_max } })
      if (refusal !== null) throw new Refusal('order_resolved')
      return readChanged(caller, order_id)
    },

    appRateOrder: async ({ params: { order_id }, body }, { caller, note }) => {
      note({ object: `app-user ${caller.app_user_id}`, detail: { order_id, rating: body.rating } })
      const before = await read(caller, order_id)
      if (!(await saveRating(db, caller.app_user_id, order_id, { ...body, at: now() })))
        throw new Refusal(before.rating === null ? 'order_not_resolved' : 'order_rated')
      return readChanged(caller, order_id)
    },
  } satisfies Pick<Handlers, keyof typeof appOrders>
}

const toAppOrder = (row: OwnOrderRow) => {
  const { device_id: _, mac, feedback_at, last_reply_at, resolved_at, visit_from, visit_to, ...rest } = row
  return {
    ...rest,
    device_id: mac,
    feedback_time: feedback_at.toISOString(),
    last_reply_time: last_reply_at?.toISOString() ?? null,
    resolved_time: resolved_at?.toISOString() ?? null,
    visit_from: visit_from?.toISOString() ?? null,
    visit_to: visit_to?.toISOString() ?? null,
  }
}

/** Internal notes and the names of staff are left out. */
const toAppLine = ({ line_id, kind, time, text, pictures }: Awaited<ReturnType<typeof listLines>>[number]) =>
  kind === 'answer' || kind === 'reply'
    ? [{ line_id, by: kind === 'answer' ? ('service' as const) : ('me' as const), time, text, pictures }]
    : []
