import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { ORDER_LIMITS } from './limits.ts'
import { ByOrder, exampleOrder, OrderDetail } from './row.ts'
import { NO_VISIT } from './visit.ts'

/** What a video may be, found in its content. */
export const VIDEO_TYPES = ['video/mp4', 'video/webm', 'video/quicktime'] as const

/** A video in base64. */
export const VideoContent = z.object({
  content: z
    .string()
    .min(1)
    .max(Math.ceil(ORDER_LIMITS.video_body_bytes - 1_024)),
})
export const OrderVideo = z.object({
  content_type: z.enum(VIDEO_TYPES),
  bytes: z.number().int(),
  /** In base64. */
  content: z.string(),
})
export const VideoNumber = z.coerce.number().int().min(1).max(ORDER_LIMITS.videos_max)
export const VIDEO_REFUSALS = ['order_video_invalid', 'order_video_large', 'order_videos_full'] as const
export const exampleVideo = { content_type: 'video/mp4', bytes: 16, content: 'AAAAEGZ0eXBpc29tAAAAAA==' } as const

/** Videos of service orders (product 3.36). */
export const orderVideos = endpoints({
  orderVideo: {
    method: 'GET',
    path: '/service-order/order-info/:id/video/:video_no',
    kind: 'read',
    of: 'order',
    needs: 'order:view',
    about: 'service_order',
    params: ByOrder.extend({ video_no: VideoNumber }),
    result: OrderVideo,
    fails: ['order_not_found', 'not_found'],
    says: 'A video of an order.',
    example: exampleVideo,
  },
  orderVideoAttach: {
    method: 'POST',
    path: '/service-order/order-info/:id/video',
    kind: 'change',
    of: 'order',
    needs: 'order:reply',
    about: 'service_order',
    params: ByOrder,
    body_bytes: ORDER_LIMITS.video_body_bytes,
    body: VideoContent,
    sends: { body: { content: exampleVideo.content } },
    result: OrderDetail,
    fails: ['order_not_found', 'app_user_erased', ...VIDEO_REFUSALS],
    says: `Attaches a video (MP4, WebM or QuickTime, found in its content) to an order: at most ${ORDER_LIMITS.videos_max} of ${ORDER_LIMITS.video_bytes / 1_048_576} MB each. The respondent sees it in the app.`,
    example: {
      ...exampleOrder,
      videos: 1,
      lines: [],
      alarm_id: null,
      levels: 2,
      levels_max: 2,
      fault_code: null,
      ...NO_VISIT,
    },
  },
})
