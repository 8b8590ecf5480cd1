import type { ControlSource } from '@heatfleet/contract/controls/controls.ts'
import type { Kysely } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { REMOTE_CONSENT } from '../bindings/public.ts'

type Db = Kysely<Tables>

/** A device of the scope with its current state, for a command. */
export const findControlled = (db: Db, scope: Scope, mac: string) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .select([
      'devices.device_id',
      'devices.simulated',
      'devices.test_bench',
      'products.layout_id',
      'device_status.online',
      'device_status.latest_blocks',
      REMOTE_CONSENT.as('remote_consent'),
    ])
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .executeTakeFirst()

/** Name of the operator in the control log. */
export const findOperator = (db: Db, uid: number) =>
  db
    .selectFrom('accounts')
    .select(['user_name', 'nick_name', 'email', 'phone'])
    .where('uid', '=', uid)
    .executeTakeFirst()

/** A new row of the control log. */
type NewControl = {
  device_id: number
  uid: number
  operator_name: string
  operator_email: string
  operator_phone: string
  source: ControlSource
  address: string
  request_id: string
  rollout_id: number | null
  control_time: Date
  expires_at: Date
  layout_id: number
  point_key: string
  old_value: number | null
  new_value: number
  change_reason: string
}

/** Writes all points of one command as `queued`, in one statement; ids in the order of the points. */
export const insertControls = async (db: Db, rows: readonly NewControl[]): Promise<number[]> => {
  const inserted = await db
    .insertInto('control_log')
    .values(rows.map((row) => ({ ...row, finish_time: null, read_back: null, reason: null, state: 'queued' as const })))
    .returning(['control_id', 'point_key'])
    .execute()
  const ids = new Map(inserted.map(({ control_id, point_key }) => [point_key, Number(control_id)]))
  return rows.map(({ point_key }) => ids.get(point_key) ?? 0)
}

/** Current state of these commands. The caller received their ids: no scope. */
export const listControlStates = (db: Db, control_ids: readonly number[]) =>
  db
    .selectFrom('control_log')
    .innerJoin('devices', 'devices.device_id', 'control_log.device_id')
    .select([
      'control_log.control_id',
      'control_log.point_key',
      'control_log.state',
      'control_log.old_value',
      'control_log.new_value',
      'control_log.read_back',
      'control_log.reason',
      'devices.mac',
    ])
    .where('control_log.control_id', 'in', control_ids.map(String))
    .execute()
