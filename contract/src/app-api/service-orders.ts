import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { ORDER_LIMITS } from '../service-orders/limits.ts'
import { ORDER_STATES, ORDER_TYPES, OrderNote, PictureNo, problemFields, RATINGS } from '../service-orders/row.ts'
import { exampleVideo, OrderVideo, VIDEO_REFUSALS, VideoContent, VideoNumber } from '../service-orders/videos.ts'
import { textOf } from '../text.ts'

const Time = z.iso.datetime()
const ByAppOrder = z.object({ order_id: RowIdText })

/** An order as its respondent sees it: no name of staff, nothing they noted for themselves. */
const AppOrder = z.object({
  order_id: RowId,
  device_id: z.string(),
  type: z.enum(ORDER_TYPES),
  status: z.enum(ORDER_STATES),
  problem: z.string(),
  pictures: z.number().int(),
  videos: z.number().int(),
  feedback_time: Time,
  last_reply_time: Time.nullable(),
  resolved_time: Time.nullable(),
  rating: z.enum(RATINGS).nullable(),
  comment: z.string(),
  /** Between these two somebody comes; null = nobody does. */
  visit_from: Time.nullable(),
  visit_to: Time.nullable(),
})
const AppOrderDetail = AppOrder.extend({
  lines: z.array(
    z.object({
      line_id: RowId,
      by: z.enum(['service', 'me']),
      time: Time,
      text: z.string(),
      pictures: z.number().int(),
    }),
  ),
})

const example: z.infer<typeof AppOrder> = {
  order_id: 17,
  device_id: '863412060123455',
  type: 'fault',
  status: 'unresolved',
  problem: 'The hot water stays lukewarm since yesterday.',
  pictures: 0,
  videos: 0,
  feedback_time: '2026-11-21T09:15:00.000Z',
  last_reply_time: null,
  resolved_time: null,
  rating: null,
  comment: '',
  visit_from: null,
  visit_to: null,
}
const detail: z.infer<typeof AppOrderDetail> = { ...example, lines: [] }

/** Feedback in the end users' app (docs/app-api.md). */
export const appOrders = endpoints({
  appFileOrder: {
    method: 'POST',
    path: '/app/orders',
    kind: 'change',
    of: 'order',
    needs: 'app-user',
    body_bytes: ORDER_LIMITS.body_bytes,
    body: z.object({ device_id: DeviceId, ...problemFields }),
    result: AppOrderDetail,
    fails: ['not_bound', 'image_invalid', 'orders_full'],
    says: 'Reports something about a unit that is bound to the caller, with up to three pictures (PNG).',
    example: detail,
  },
  appOrders: {
    method: 'GET',
    path: '/app/orders',
    kind: 'read',
    of: 'order',
    needs: 'app-user',
    query: Paging,
    result: pageOf(AppOrder),
    fails: [],
    says: 'What the caller reported, newest first; the beginning of each problem.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  appOrder: {
    method: 'GET',
    path: '/app/orders/:order_id',
    kind: 'read',
    of: 'order',
    needs: 'app-user',
    params: ByAppOrder,
    result: AppOrderDetail,
    fails: ['order_not_found'],
    says: 'One order of the caller with the conversation.',
    example: detail,
  },
  appOrderPicture: {
    method: 'GET',
    path: '/app/orders/:order_id/pictures/:picture_no',
    kind: 'read',
    of: 'order',
    needs: 'app-user',
    params: ByAppOrder.extend({ picture_no: PictureNo }),
    result: z.object({ picture: z.string() }),
    fails: ['order_not_found', 'not_found'],
    says: 'A picture the caller sent with an order.',
    example: { picture: 'data:image/png;base64,iVBORw0KGgo=' },
  },
  appOrderLinePicture: {
    method: 'GET',
    path: '/app/orders/:order_id/lines/:line_id/pictures/:picture_no',
    kind: 'read',
    of: 'order',
    needs: 'app-user',
    params: ByAppOrder.extend({ line_id: RowIdText, picture_no: PictureNo }),
    result: z.object({ picture: z.string() }),
    fails: ['order_not_found', 'not_found'],
    says: 'A photo at an answer, or at a reply of the caller.',
    example: { picture: 'data:image/png;base64,iVBORw0KGgo=' },
  },
  appOrderVideo: {
    method: 'GET',
    path: '/app/orders/:order_id/videos/:video_no',
    kind: 'read',
    of: 'order',
    needs: 'app-user',
    params: ByAppOrder.extend({ video_no: VideoNumber }),
    result: OrderVideo,
    fails: ['order_not_found', 'not_found'],
    says: 'A video of an order of the caller.',
    example: exampleVideo,
  },
  appAttachVideo: {
    method: 'POST',
    path: '/app/orders/:order_id/videos',
    kind: 'change',
    of: 'order',
    needs: 'app-user',
    params: ByAppOrder,
    body_bytes: ORDER_LIMITS.video_body_bytes,
    body: VideoContent,
    sends: { body: { content: exampleVideo.content } },
    result: AppOrderDetail,
    fails: ['order_not_found', 'order_resolved', 'not_bound', ...VIDEO_REFUSALS],
    says: 'Attaches a video to an unresolved order of the caller; the unit must still be bound to the caller.',
    example: { ...detail, videos: 1 },
  },
  appReplyOrder: {
    method: 'POST',
    path: '/app/orders/:order_id/replies',
    kind: 'change',
    of: 'order',
    needs: 'app-user',
    params: ByAppOrder,
    body_bytes: ORDER_LIMITS.body_bytes,
    body: OrderNote,
    result: AppOrderDetail,
    fails: ['order_not_found', 'order_resolved', 'not_bound', 'order_lines_full', 'pictures_full', 'image_invalid'],
    says:
      'Writes more about an unresolved order, with up to three photos (PNG); the unit must still be bound to the ' +
      'caller.',
    example: {
      ...detail,
      lines: [{ line_id: 31, by: 'me', time: '2026-11-21T11:00:00.000Z', text: 'It shows 31 °C.', pictures: 1 }],
    },
  },
  appRateOrder: {
    method: 'POST',
    path: '/app/orders/:order_id/rating',
    kind: 'change',
    of: 'order',
    needs: 'app-user',
    params: ByAppOrder,
    body: z.object({ rating: z.enum(RATINGS), comment: textOf({ max: ORDER_LIMITS.comment_max }).default('') }),
    result: AppOrderDetail,
    fails: ['order_not_found', 'order_not_resolved', 'order_rated'],
    says: 'Rates a resolved order, once.',
    example: { ...detail, status: 'resolved', resolved_time: '2026-11-22T08:00:00.000Z', rating: 'very_satisfied' },
  },
})
