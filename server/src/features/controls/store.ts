import type { ControlState } from '@heatfleet/contract/transitions.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** What the log may be narrowed to. */
export type ControlFilter = {
  macs?: string[]
  operator?: string
  point_key?: string
  state?: ControlState
  from?: string
  to?: string
}

/** Lines about devices of the scope, newest first. */
export const listControls = async (
  db: Db,
  scope: Scope,
  { filter, offset, limit }: { filter: ControlFilter; offset: number; limit: number },
) => {
  let lines = db
    .selectFrom('control_log')
    .innerJoin('devices', 'devices.device_id', 'control_log.device_id')
    .where(withinScope(scope, 'devices.agent_path'))
  if (filter.macs !== undefined && filter.macs.length > 0)
    lines = lines.where('devices.mac', '=', sql<string>`any(${filter.macs})`)
  if (filter.operator) lines = lines.where('control_log.operator_name', 'ilike', `%${literal(filter.operator)}%`)
  if (filter.point_key) lines = lines.where('control_log.point_key', '=', filter.point_key)
  if (filter.state !== undefined) lines = lines.where('control_log.state', '=', filter.state)
  if (filter.from !== undefined) lines = lines.where('control_log.control_time', '>=', new Date(filter.from))
  if (filter.to !== undefined) lines = lines.where('control_log.control_time', '<', new Date(filter.to))
  const { total } = await lines.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await lines
    .select([
      'control_log.control_id',
      'devices.mac',
      'devices.device_name',
      'control_log.operator_name',
      'control_log.operator_email',
      'control_log.operator_phone',
      'control_log.control_time',
      'control_log.finish_time',
      'control_log.source',
      'control_log.point_key',
      'control_log.layout_id',
      'control_log.old_value',
      'control_log.new_value',
      'control_log.read_back',
      'control_log.state',
      'control_log.reason',
      'control_log.control_data',
    ])
    .orderBy('control_log.control_time', 'desc')
    .orderBy('control_log.control_id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total }
}

/** One value to be set. */
export type NewControl = { point_key: string; old_value: number | null; new_value: number }

/** Appends lines in state `queued` with the operator's present contact; gives their numbers in the same order. */
export const insertControls = async (
  db: Db,
  command: { device_id: number; layout_id: number; uid: number; control_time: Date; expires_at: Date },
  controls: readonly NewControl[],
): Promise<number[]> => {
  const operator = await db
    .selectFrom('accounts')
    .select(['user_name', 'email', 'phone'])
    .where('uid', '=', command.uid)
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('control_log')
    .values(
      controls.map((control) => ({
        ...command,
        ...control,
        operator_name: operator.user_name,
        operator_email: operator.email ?? '',
        operator_phone: operator.phone ?? '',
        source: 'console' as const,
        state: 'queued' as const,
      })),
    )
    .returning('control_id')
    .execute()
  return rows.map((row) => Number(row.control_id))
}
