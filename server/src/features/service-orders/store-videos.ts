import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { VIDEO_TYPES } from '@heatfleet/contract/service-orders/videos.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

type NewVideo = {
  order_id: number
  content_type: (typeof VIDEO_TYPES)[number]
  video: Buffer
  /** Null = the respondent. */
  uid: number | null
  at: Date
}

/** Keeps a video with an order; why not, otherwise. The caller has checked the order's scope. */
export const insertVideo = (
  db: Db,
  video: NewVideo,
): Promise<'order_videos_full' | 'app_user_erased' | 'order_not_found' | null> =>
  db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('service_orders')
      .select(['videos', 'erased_at'])
      .where('order_id', '=', video.order_id)
      .forUpdate()
      .executeTakeFirst()
    if (order === undefined) return 'order_not_found'
    if (order.erased_at !== null) return 'app_user_erased'
    if (order.videos >= ORDER_LIMITS.videos_max) return 'order_videos_full'
    const videos = order.videos + 1
    await tx
      .insertInto('service_order_videos')
      .values({ ...video, video_no: videos })
      .execute()
    await tx.updateTable('service_orders').set({ videos }).where('order_id', '=', video.order_id).execute()
    return null
  })

/** A video of an order, or null. The caller has checked its scope. */
export const findVideo = async (db: Db, order_id: number, video_no: number) =>
  (await db
    .selectFrom('service_order_videos')
    .select(['content_type', 'video', sql<number>`length(video)`.as('bytes')])
    .where('order_id', '=', order_id)
    .where('video_no', '=', video_no)
    .executeTakeFirst()) ?? null
