import { Refusal } from '@heatfleet/contract/errors.ts'
import type { orderVideos } from '@heatfleet/contract/service-orders/videos.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { createOrderPublisher } from './order-changes.ts'
import { orderReader } from './read-order.ts'
import { attachVideo, readVideo } from './videos.ts'

/** Videos of service orders. */
export const orderVideoHandlers = (deps: Pick<AppContext, 'database' | 'clock'> & { changes: Changes }) => {
  const {
    database: { db },
    clock,
  } = deps
  const { read, readDetail } = orderReader(db)
  const publish = createOrderPublisher(deps)
  return {
    orderVideo: async ({ params: { id, video_no } }, { caller }) => {
      await read(caller, id)
      return readVideo(db, id, video_no)
    },

    orderVideoAttach: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `order ${id}` })
      const { erased_at } = await read(caller, id)
      if (erased_at !== null) throw new Refusal('app_user_erased')
      const at = new Date(clock.now())
      note({ detail: await attachVideo(db, { order_id: id, content: body.content, uid: caller.uid, at }) })
      await publish(id)
      return readDetail(caller, id)
    },
  } satisfies Pick<Handlers, keyof typeof orderVideos>
}
