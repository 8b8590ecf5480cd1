import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import type { Layout, Layouts } from '../products/public.ts'
import { listControls } from './store.ts'

type Deps = Pick<AppContext, 'database'> & { layouts: Layouts }
type Row = Awaited<ReturnType<typeof listControls>>['rows'][number]

/** The control log. */
export const controlHandlers = ({ database: { db }, layouts }: Deps) =>
  ({
    controlLog: async ({ query, body }, { caller }) => {
      const filter = { ...body, contacts: caller.permissions.has('pii:view'), own_uid: caller.uid }
      const { rows, total } = await listControls(db, caller.scope, filter, query)
      const layouts_by_id = new Map<number, Layout | null>()
      for (const { layout_id } of rows)
        if (!layouts_by_id.has(layout_id)) layouts_by_id.set(layout_id, await layouts.find(layout_id))
      return { list: rows.map((row) => toLogRow(row, layouts_by_id, caller)), total, ...query }
    },
  }) satisfies Pick<Handlers, 'controlLog'>

const toLogRow = (
  { uid, layout_id, ...row }: Row,
  layouts: ReadonlyMap<number, Layout | null>,
  caller: Caller,
): ControlLogRow => {
  const point = layouts.get(layout_id)?.byKey.get(row.point_key)
  const contact = (text: string) => (uid === caller.uid ? text : maskPersonal(caller, text))
  return {
    ...row,
    control_id: Number(row.control_id),
    operator_email: contact(row.operator_email),
    operator_phone: contact(row.operator_phone),
    control_time: row.control_time.toISOString(),
    finish_time: row.finish_time?.toISOString() ?? null,
    names: point?.names ?? { en: row.point_key, zh: row.point_key, pl: row.point_key },
    address: point?.address ?? 0,
    unit: point?.unit ?? '',
  }
}
