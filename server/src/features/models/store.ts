import type { ModelActionKind } from '@heatfleet/contract/models/actions.ts'
import { OPEN_MODEL_STATES } from '@heatfleet/contract/transitions.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables> | Transaction<Tables>

const ACTION = [
  'model_actions.action_id',
  'devices.mac',
  'model_actions.kind',
  'model_actions.state',
  'model_actions.operator',
  'model_actions.batch_id',
  'model_actions.created_at',
  'model_actions.sent_at',
  'model_actions.finished_at',
  'model_actions.from_pk',
  'model_actions.to_pk',
  'model_actions.reason',
  'model_actions.evidence',
] as const

const actions = (db: Db, scope: Scope) =>
  db
    .selectFrom('model_actions')
    .innerJoin('devices', 'devices.device_id', 'model_actions.device_id')
    .where(withinScope(scope, 'devices'))
    .select(ACTION)
export type ActionRow = Awaited<ReturnType<ReturnType<typeof actions>['execute']>>[number]

/** What is known of the models of these devices, of those in the scope, in the order of their ids. */
export const listModels = (db: Db, scope: Scope, macs: readonly string[]) =>
  db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where('devices.mac', '=', sql<string>`any(${[...macs]}::text[])`)
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.device_id',
      'devices.mac',
      'devices.device_name',
      'devices.product_key',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'products.solution',
      sql<string>`coalesce(devices.imported_pk, devices.product_key)`.as('imported_pk'),
      'devices.module_type',
      'devices.info_pk',
      'devices.dtu_default_pk',
      'devices.identify_status as vcard_pk',
      'devices.generic',
      sql<'online' | 'offline' | 'never'>`case when device_status.online then 'online'
        when device_status.first_online_at is null then 'never' else 'offline' end`.as('online_status'),
    ])
    .orderBy('devices.mac')
    .execute()
export type ModelRow = Awaited<ReturnType<typeof listModels>>[number]

/** The last action of each kind of these devices. */
export const listLastActions = (db: Db, scope: Scope, device_ids: readonly number[]) =>
  actions(db, scope)
    .distinctOn(['model_actions.device_id', 'model_actions.kind'])
    .where('model_actions.device_id', '=', sql<number>`any(${[...device_ids]}::int[])`)
    .orderBy('model_actions.device_id')
    .orderBy('model_actions.kind')
    .orderBy('model_actions.action_id', 'desc')
    .execute()

/** One page of a device's actions, the newest first, and how many there are. */
export const listHistory = async (
  db: Db,
  scope: Scope,
  device_id: number,
  { pageNo, size }: { pageNo: number; size: number },
) => {
  const of_device = actions(db, scope).where('model_actions.device_id', '=', device_id)
  const [rows, { total }] = await Promise.all([
    of_device
      .orderBy('model_actions.action_id', 'desc')
      .limit(size)
      .offset((pageNo - 1) * size)
      .execute(),
    db
      .selectFrom('model_actions')
      .where('device_id', '=', device_id)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** Published products of a solution. */
export const listSettable = (db: Db, solution: string) =>
  db
    .selectFrom('products')
    .where('solution', '=', solution)
    .where('state', '=', 'published')
    .where('layout_id', 'is not', null)
    .where('trial_of', 'is', null)
    .where('disabled', '=', false)
    .select(['product_key', 'name', 'english_name', 'solution'])
    .orderBy('name')
    .execute()

/** What setting it as a model asks of a product; null = no such product, or a copy of a draft. */
export const findModelProduct = async (db: Db, product_key: string) =>
  (await db
    .selectFrom('products')
    .where('product_key', '=', product_key)
    .where('trial_of', 'is', null)
    .select(['solution', 'state', 'layout_id', 'disabled'])
    .executeTakeFirst()) ?? null

type NewAction = {
  device_id: number
  kind: ModelActionKind
  from_pk: string | null
  to_pk: string | null
}

/** Queues actions; a device that has an open one is left out. Returns those that are queued. */
export const insertActions = async (
  db: Db,
  rows: readonly NewAction[],
  by: { uid: number; operator: string; batch_id: number | null; at: Date },
): Promise<{ action_id: number; device_id: number }[]> => {
  const { rows: queued } = await sql<{ action_id: number; device_id: number }>`
    insert into model_actions (device_id, kind, uid, operator, batch_id, created_at, from_pk, to_pk, before_status)
    select d.device_id, n.kind, ${by.uid}, ${by.operator}, ${by.batch_id}::int, ${by.at}, n.from_pk, n.to_pk,
      case d.identify_status when 'identifying' then 'not_started' else d.identify_status end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (device_id int, kind text, from_pk text, to_pk text)
      join devices d on d.device_id = n.device_id
    on conflict do nothing
    returning action_id, device_id`.execute(db)
  return queued
}

/** The number of the next batch. */
export const nextBatch = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval('model_batches')::int as id`.execute(db)
  return rows[0]?.id ?? 0
}

/** The actions of a batch that the account started, of devices in the scope. */
export const listBatch = (db: Db, scope: Scope, uid: number, batch_id: number) =>
  actions(db, scope)
    .where('model_actions.batch_id', '=', batch_id)
    .where('model_actions.uid', '=', uid)
    .orderBy('devices.mac')
    .execute()

/** Those of a batch that have not ended. */
export const listOpenOfBatch = async (db: Db, scope: Scope, uid: number, batch_id: number): Promise<number[]> => {
  const rows = await listBatch(db, scope, uid, batch_id)
  return rows.filter(({ state }) => OPEN_MODEL_STATES.some((open) => open === state)).map(({ action_id }) => action_id)
}
