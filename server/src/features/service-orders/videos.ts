import { createHash } from 'node:crypto'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { videoTypeOf } from '../../platform/video.ts'
import { findVideo, insertVideo } from './store-videos.ts'

type Db = Kysely<Tables>
type Attached = { order_id: number; content: string; uid: number | null; at: Date }

/** Keeps a video with an order, and gives what the audit log says of it: its kind, length and fingerprint. */
export const attachVideo = async (db: Db, { content, ...of }: Attached): Promise<Record<string, unknown>> => {
  const video = Buffer.from(content, 'base64')
  const field = 'content'
  if (video.length > ORDER_LIMITS.video_bytes)
    throw new Refusal('order_video_large', { field, details: { megabytes: ORDER_LIMITS.video_bytes / 1_048_576 } })
  const content_type = videoTypeOf(video)
  if (content_type === null) throw new Refusal('order_video_invalid', { field })
  const refusal = await insertVideo(db, { ...of, video, content_type })
  if (refusal !== null) throw new Refusal(refusal, { details: { max: ORDER_LIMITS.videos_max } })
  const sha256 = createHash('sha256').update(video).digest('hex').slice(0, 16)
  return { video: `${content_type} ${sha256}`, bytes: video.length }
}

/** A video as the calls return it. The caller has checked the order's scope. */
export const readVideo = async (db: Db, order_id: number, video_no: number) => {
  const found = await findVideo(db, order_id, video_no)
  if (found === null) throw new Refusal('not_found')
  const { video, ...kind } = found
  return { ...kind, content: video.toString('base64') }
}
