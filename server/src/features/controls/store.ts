import type { ControlSource, controls } from '@heatfleet/contract/controls/controls.ts'
import type { InputOf } from '@heatfleet/contract/endpoint.ts'
import type { Paging } from '@heatfleet/contract/paging.ts'
import type { Kysely } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { REMOTE_CONSENT } from '../bindings/public.ts'

type Db = Kysely<Tables>

/** Filter of the log; `contacts` = e-mail and phone may be searched too. */
export type ControlFilter = InputOf<typeof controls.controlLog>['body'] & { contacts: boolean; own_uid: number }

/** One page of the control log in the scope, newest first, and how many rows match in all. */
export const listControls = async (db: Db, scope: Scope, filter: ControlFilter, { pageNo, size }: Paging) => {
  const matching = matchingControls(db, scope, filter)
  const [rows, { total }] = await Promise.all([
    matching
      .select([
        'control_log.control_id',
        'control_log.uid',
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
        'devices.mac',
        'devices.device_name',
      ])
      .orderBy('control_log.control_time', 'desc')
      .orderBy('control_log.control_id', 'desc')
      .limit(size)
      .offset((pageNo - 1) * size)
      .execute(),
    matching.select((builder) => builder.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(total) }
}

const matchingControls = (db: Db, scope: Scope, filter: ControlFilter) => {
  const { macs, operator, point_key, state, from, to } = filter
  let query = db
    .selectFrom('control_log')
    .innerJoin('devices', 'devices.device_id', 'control_log.device_id')
    .where(withinScope(scope, 'devices'))
  if (macs !== undefined && macs.length > 0) query = query.where('devices.mac', 'in', macs)
  if (point_key !== undefined && point_key !== '') query = query.where('control_log.point_key', '=', point_key)
  if (state !== undefined) query = query.where('control_log.state', '=', state)
  if (from !== undefined) query = query.where('control_log.control_time', '>=', new Date(from))
  if (to !== undefined) query = query.where('control_log.control_time', '<', new Date(to))
  if (operator !== undefined && operator !== '') {
    const part = `%${operator.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    query = query.where((builder) => {
      const contact = builder.or([
        builder('control_log.operator_email', 'ilike', part),
        builder('control_log.operator_phone', 'ilike', part),
      ])
      // A caller who may not see a phone number must not find it by guessing; the own one is visible.
      const contact_condition = filter.contacts
        ? contact
        : builder.and([builder('control_log.uid', '=', filter.own_uid), contact])
      return builder.or([builder('control_log.operator_name', 'ilike', part), contact_condition])
    })
  }
  return query
}

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
export type NewControl = {
  device_id: number
  uid: number
  operator_name: string
  operator_email: string
  operator_phone: string
  source: ControlSource
  control_time: Date
  expires_at: Date
  layout_id: number
  point_key: string
  old_value: number | null
  new_value: number
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
