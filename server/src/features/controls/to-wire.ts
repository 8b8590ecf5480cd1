import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { Layout, Layouts } from '../products/public.ts'
import type { ControlListRow } from './store-list.ts'

type LayoutsById = ReadonlyMap<number, Layout | null>

/** The product versions under which these rows were written. */
export const layoutsOf = async (layouts: Layouts, rows: readonly ControlListRow[]): Promise<LayoutsById> => {
  const by_id = new Map<number, Layout | null>()
  for (const { layout_id } of rows) if (!by_id.has(layout_id)) by_id.set(layout_id, await layouts.find(layout_id))
  return by_id
}

/** A row as the caller may see it: contact data and the address of others need the right to see personal data. */
export const toLogRow = (
  { uid, layout_id, sent_at, acked_at, rollout_name, ...row }: ControlListRow,
  layouts: LayoutsById,
  caller: Pick<Caller, 'uid' | 'permissions'>,
): ControlLogRow => {
  const point = layouts.get(layout_id)?.byKey.get(row.point_key)
  const is_own = uid === caller.uid
  const contact = (text: string) => (is_own ? text : maskPersonal(caller, text))
  return {
    ...row,
    control_id: Number(row.control_id),
    operator_email: contact(row.operator_email),
    operator_phone: contact(row.operator_phone),
    operator_address: is_own || caller.permissions.has('pii:view') ? row.operator_address : '',
    control_time: row.control_time.toISOString(),
    sent_time: sent_at?.toISOString() ?? null,
    acked_time: acked_at?.toISOString() ?? null,
    finish_time: row.finish_time?.toISOString() ?? null,
    rollout_name: rollout_name ?? '',
    names: point?.names ?? { en: row.point_key, zh: row.point_key, pl: row.point_key },
    address: point?.address ?? 0,
    unit: point?.unit ?? '',
    decimals: point?.decimals ?? 1,
    choices: point?.choices ?? [],
    level: point?.level ?? 'user',
  }
}
