import { maskPersonal } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import type { World } from '../../world.ts'
import type { Layouts } from '../products/public.ts'
import { listControls } from './store.ts'

/** The control log. */
export const controlHandlers = ({ database: { db }, layouts }: Pick<World, 'database'> & { layouts: Layouts }) =>
  ({
    controlLog: async ({ query, body }, { caller }) => {
      const offset = (query.pageNo - 1) * query.size
      const { rows, total } = await listControls(db, caller.scope, { filter: body, offset, limit: query.size })
      const list = []
      for (const { layout_id, ...row } of rows) {
        const point = (await layouts.find(layout_id))?.byKey.get(row.point_key)
        const { point_key } = row
        list.push({
          ...row,
          control_id: Number(row.control_id),
          control_time: row.control_time.toISOString(),
          finish_time: row.finish_time?.toISOString() ?? null,
          operator_email: maskPersonal(caller, row.operator_email),
          operator_phone: maskPersonal(caller, row.operator_phone),
          names: point?.names ?? { en: point_key, zh: point_key, pl: point_key },
          address: point?.address ?? 0,
          unit: point?.unit ?? '',
        })
      }
      return { list, total, pageNo: query.pageNo, size: query.size }
    },
  }) satisfies Pick<Handlers, 'controlLog'>
