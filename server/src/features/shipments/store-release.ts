import {
  RELEASE_MOVES,
  type ReleaseFilter,
  type ReleaseKind,
  type ReleaseState,
} from '@heatfleet/contract/shipments/releases.ts'
import { SHIPMENT_MOVES } from '@heatfleet/contract/shipments/shipments.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { isEverything, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import { returnUnits } from './store.ts'

type Db = Kysely<Tables>

/** Whose requests: about units of the scope, and those of the own organisation (null = the manufacturer). */
export type ReleaseViewer = { scope: Scope; agent_id: number | null; uid: number }

const isOwn = ({ agent_id }: ReleaseViewer) =>
  sql<boolean>`release_requests.agent_id is not distinct from ${agent_id}::int`

/** Of the own organisation; an account that a group or its own records narrow sees its own alone. */
const isSent = (viewer: ReleaseViewer) => {
  const { group, own_records } = viewer.scope
  if (group === null && own_records === null) return isOwn(viewer)
  return sql<boolean>`(${isOwn(viewer)} and release_requests.asked_uid = ${viewer.uid})`
}

/** About a unit of the scope. A request for an id that nobody has is received by those who see the whole fleet. */
const isReceived = (viewer: ReleaseViewer) => {
  const is_there = isEverything(viewer.scope) ? sql`true` : sql`devices.device_id is not null`
  return sql<boolean>`(${is_there} and (release_requests.kind = 'binding' or not ${isOwn(viewer)}))`
}

const requestsOf = (db: Db, viewer: ReleaseViewer) =>
  db
    .selectFrom('release_requests')
    .leftJoin('devices', (join) =>
      join.onRef('devices.mac', '=', 'release_requests.mac').on(withinScope(viewer.scope, 'devices')).on(NOT_VIRTUAL),
    )
    .where(sql<SqlBool>`(${isReceived(viewer)} or ${isSent(viewer)})`)

/** Requests of a viewer that match, the newest first. */
export const listReleases = <Part extends ListPart>(
  db: Db,
  viewer: ReleaseViewer,
  { box, release_state, kind, macs }: ReleaseFilter,
  part: Part,
) => {
  const matching = requestsOf(db, viewer)
    .$if(box === 'received', (query) => query.where(isReceived(viewer)))
    .$if(box === 'sent', (query) => query.where(isSent(viewer)))
    .$if(release_state !== undefined, (query) => query.where('release_requests.state', '=', release_state ?? 'open'))
    .$if(kind !== undefined, (query) => query.where('release_requests.kind', '=', kind ?? 'stock'))
    .$if(macs !== undefined && macs.length > 0, (query) =>
      query.where('release_requests.mac', '=', sql<string>`any(${macs ?? []}::text[])`),
    )
  return listPage(
    {
      matching,
      rows: withColumns(matching, viewer),
      order: (rows) => rows.orderBy('release_requests.asked_at', 'desc').orderBy('release_requests.release_id', 'desc'),
      key: 'release_requests.release_id',
    },
    part,
  )
}

const withColumns = (matching: ReturnType<typeof requestsOf>, viewer: ReleaseViewer) =>
  matching
    .leftJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors as holder', 'holder.agent_id', 'devices.agent_id')
    .leftJoin('distributors as asker', 'asker.agent_id', 'release_requests.agent_id')
    .selectAll('release_requests')
    .select([
      'devices.device_id',
      'devices.device_name',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'holder.agent_name as holder_name',
      'asker.agent_name as asker_name',
      sql<boolean>`exists (select from bindings where bindings.device_id = devices.device_id)`.as('bound'),
      isReceived(viewer).as('received'),
      isSent(viewer).as('sent'),
    ])
export type ReleaseRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

/** Locks a request that the viewer sees; null = there is none. */
export const lockRelease = async (trx: Db, viewer: ReleaseViewer, release_id: number) =>
  (await requestsOf(trx, viewer)
    .where('release_requests.release_id', '=', release_id)
    .select(['release_requests.kind', 'release_requests.mac', 'release_requests.state', 'release_requests.asked_uid'])
    .select([isReceived(viewer).as('received'), isSent(viewer).as('sent')])
    .select(
      sql<string>`coalesce((select agent_path from distributors
      where distributors.agent_id = release_requests.agent_id), '/')`.as('asker_path'),
    )
    .forUpdate('release_requests')
    .executeTakeFirst()) ?? null

/** Those of these units that are in scope: who has them, and whether they are bound. */
export const listRequestedUnits = (db: Db, scope: Scope, macs: readonly string[]) =>
  db
    .selectFrom('devices')
    .where('devices.mac', '=', sql<string>`any(${[...macs]}::text[])`)
    .where(withinScope(scope, 'devices'))
    .where(NOT_VIRTUAL)
    .select([
      'devices.mac',
      'devices.agent_id',
      sql<boolean>`exists (select from bindings where bindings.device_id = devices.device_id)`.as('bound'),
    ])
    .execute()

/** Open requests of an organisation. */
export const countOpenReleases = async (db: Db, agent_id: number | null): Promise<number> =>
  (
    await db
      .selectFrom('release_requests')
      .where(sql<SqlBool>`agent_id is not distinct from ${agent_id}::int`)
      .where('state', '=', 'open')
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

type NewReleases = {
  kind: ReleaseKind
  macs: readonly string[]
  agent_id: number | null
  by: { uid: number; user_name: string }
  reason: string
  at: Date
}

/** Stores requests; returns the ids of those that were not open already. */
export const insertReleases = async (db: Db, { kind, macs, agent_id, by, reason, at }: NewReleases) => {
  if (macs.length === 0) return []
  const common = { kind, agent_id, asked_uid: by.uid, asked_by: by.user_name, asked_at: at, reason }
  const rows = await db
    .insertInto('release_requests')
    .values(macs.map((mac) => ({ ...common, mac })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('mac')
    .execute()
  return rows.map(({ mac }) => mac)
}

type Decision = {
  release_id: number
  state: Exclude<ReleaseState, 'open'>
  by: string
  answer: string
  moved_to: string | null
  at: Date
}

/** Ends an open request; false = it was not open any more. */
export const endRelease = async (
  trx: Db,
  { release_id, state, by, answer, moved_to, at }: Decision,
): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('release_requests')
    .set({ state, decided_at: at, decided_by: by, answer, moved_to })
    .where('release_id', '=', release_id)
    .where('state', 'in', [...RELEASE_MOVES.decide])
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Locks the unit of a request, where it is in scope: its holder, and the app user who owns it. */
export const lockReleasedUnit = async (trx: Db, scope: Scope, mac: string) =>
  (await trx
    .selectFrom('devices')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .where(NOT_VIRTUAL)
    .select(['devices.device_id', 'devices.device_name', 'devices.agent_path'])
    .select([
      sql<boolean>`exists (select from bindings where bindings.device_id = devices.device_id)`.as('bound'),
      sql<number | null>`(select app_user_id from bindings
        where bindings.device_id = devices.device_id and bindings.role = 'owner')`.as('owner_id'),
    ])
    .forUpdate('devices')
    .executeTakeFirst()) ?? null

/** Moves a unit up to a distributor above its holder, or to the manufacturer (`/`): the shipments that led down from there end as returned. */
export const moveUp = async (
  trx: Db,
  { device_id, agent_path }: { device_id: number; agent_path: string },
  to: { path: string; reason: string; by: string; at: Date },
): Promise<{ agent_name: string }> => {
  const agent_id = Number(to.path.split('/').at(-2) || 0) || null
  const found =
    agent_id === null
      ? { agent_name: '' }
      : await trx
          .selectFrom('distributors')
          .where('agent_id', '=', agent_id)
          .select('agent_name')
          .executeTakeFirstOrThrow()
  if (to.path === agent_path) return found
  await sql`
    update shipment_devices set state = 'returned', returned_at = ${to.at}, returned_by = ${to.by}, reason = ${to.reason}
    from shipments
    where shipments.shipment_id = shipment_devices.shipment_id and shipment_devices.device_id = ${device_id}
      and shipment_devices.state = any(${SHIPMENT_MOVES.recall})
      and starts_with(${agent_path}, shipments.receiver_path) and length(shipments.receiver_path) > ${to.path.length}`.execute(
    trx,
  )
  await returnUnits(trx, [device_id], { agent_id, agent_path: to.path })
  return found
}

/** Open requests received since then, and decisions on requests of the own organisation. */
export const listReleaseNotices = async (db: Db, viewer: ReleaseViewer, since: Date, limit: number) => {
  const rows = await requestsOf(db, viewer)
    .leftJoin('distributors as asker', 'asker.agent_id', 'release_requests.agent_id')
    .where(
      sql<SqlBool>`case when release_requests.state = 'open' then release_requests.asked_at > ${since} and ${isReceived(viewer)}
        else release_requests.state <> 'withdrawn' and release_requests.decided_at > ${since} and ${isSent(viewer)} end`,
    )
    .select([
      'release_requests.release_id',
      'release_requests.state',
      'release_requests.mac',
      'release_requests.asked_by',
    ])
    .select(['release_requests.asked_at', 'release_requests.decided_at', 'devices.device_name', 'asker.agent_name'])
    .orderBy('release_requests.asked_at', 'desc')
    .limit(limit)
    .execute()
  return rows.flatMap(({ asked_at, decided_at, state, ...row }) =>
    state === 'withdrawn' ? [] : [{ ...row, state, at: decided_at ?? asked_at }],
  )
}
