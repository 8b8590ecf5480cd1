import type { ControlFilter } from '@heatfleet/contract/controls/controls.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { deviceSearched } from '../../platform/device-search.ts'
import { devicesOfAgent } from '../../platform/distributor-path.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { rolloutsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>
/** Controls of devices in `device`; distributors named in filters of `agent`. */
type ControlScopes = { device: Scope; agent: Scope }
/** Filter of the log; `sees_contacts` = e-mail and phone of others may be searched too. */
type ControlQuery = { filter: ControlFilter; sees_contacts: boolean; own_uid: number; count_max: number }

const COLUMNS = [
  'control_log.control_id',
  'control_log.uid',
  'control_log.operator_name',
  'control_log.operator_email',
  'control_log.operator_phone',
  'control_log.address as operator_address',
  'control_log.request_id',
  'control_log.control_time',
  'control_log.sent_at',
  'control_log.acked_at',
  'control_log.finish_time',
  'control_log.sends',
  'control_log.source',
  'control_log.change_reason',
  'control_log.point_key',
  'control_log.layout_id',
  'control_log.old_value',
  'control_log.new_value',
  'control_log.read_back',
  'control_log.state',
  'control_log.reason',
  'control_log.control_data',
  'control_log.frame',
  'control_log.read_back_data',
  'devices.mac',
  'devices.device_name',
  'devices.product_key',
  'products.name as product_name',
  'products.english_name as product_english_name',
  'distributors.agent_name',
  'rollouts.rollout_id',
  'rollouts.name as rollout_name',
] as const

/** A part of the control log in the scope: on the screen by time, the number settles ties; in files the newest first. */
export const listControls = async <Part extends ListPart>(
  db: Db,
  scopes: ControlScopes,
  query: ControlQuery,
  part: Part,
) => {
  const { filter, count_max } = query
  const conditions = await conditionsOf(db, scopes, query)
  const matching = db
    .selectFrom('control_log')
    .innerJoin('devices', 'devices.device_id', 'control_log.device_id')
    .where(withinScope(scopes.device, 'devices'))
    .where((is) => is.and(conditions))
  return listPage(
    {
      matching,
      // No further than the limit + 1: the log grows for ever.
      count: async () => {
        const some = matching.select(sql`1`.as('one')).limit(count_max + 1)
        const counted = db.selectFrom(some.as('some')).select(sql<number>`count(*)::int`.as('n'))
        return (await counted.executeTakeFirstOrThrow()).n
      },
      rows: matching
        .innerJoin('products', 'products.product_key', 'devices.product_key')
        .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
        .leftJoin('rollouts', (join) =>
          join
            .onRef('rollouts.rollout_id', '=', 'control_log.rollout_id')
            .on(rolloutsWithin(scopes.device, 'rollouts')),
        )
        .select(COLUMNS),
      order: (rows) =>
        rows
          .orderBy('control_log.control_time', filter.sort_order)
          .orderBy('control_log.control_id', filter.sort_order),
      key: 'control_log.control_id',
      key_order: 'desc',
    },
    part,
  )
}
export type ControlListRow = Awaited<ReturnType<typeof listControls>>['rows'][number]

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')
const partOf = (text: string): string => `%${literal(text.toLowerCase())}%`
const isGiven = (text: string | undefined): text is string => text !== undefined && text !== ''

const conditionsOf = async (
  db: Db,
  scopes: ControlScopes,
  { filter, sees_contacts, own_uid }: ControlQuery,
): Promise<Condition[]> => {
  const { macs, search, product_key, agent_id, operator, operator_email, operator_phone, from, to } = filter
  // A caller who may not see a phone number must not find it by guessing; the own one is visible.
  const contact = (condition: Condition): Condition =>
    sees_contacts ? condition : sql<SqlBool>`(control_log.uid = ${own_uid} and ${condition})`
  const email = (text: string) => sql<SqlBool>`lower(control_log.operator_email) like ${partOf(text)}`
  const phone = (text: string) => sql<SqlBool>`control_log.operator_phone like ${partOf(text)}`
  const all: (Condition | null)[] = [
    macs === undefined || macs.length === 0 ? null : sql<SqlBool>`devices.mac = any(${macs}::text[])`,
    isGiven(search) ? deviceSearched(search) : null,
    isGiven(product_key) ? sql<SqlBool>`devices.product_key = ${product_key}` : null,
    agent_id === undefined
      ? null
      : await devicesOfAgent(db, scopes.agent, { agent_id, include_lower: filter.include_lower }),
    isGiven(operator)
      ? sql<SqlBool>`(lower(control_log.operator_name) like ${partOf(operator)}
          or ${contact(sql<SqlBool>`(${email(operator)} or ${phone(operator)})`)})`
      : null,
    isGiven(operator_email) ? contact(email(operator_email)) : null,
    isGiven(operator_phone) ? contact(phone(operator_phone)) : null,
    filter.source === undefined ? null : sql<SqlBool>`control_log.source = ${filter.source}`,
    isGiven(filter.point_key) ? sql<SqlBool>`control_log.point_key = ${filter.point_key}` : null,
    filter.state === undefined ? null : sql<SqlBool>`control_log.state = ${filter.state}`,
    filter.rollout_id === undefined ? null : rolloutCondition(scopes.device, filter.rollout_id),
    isGiven(filter.request_id) ? sql<SqlBool>`control_log.request_id = ${filter.request_id}` : null,
    filter.control_id === undefined ? null : sql<SqlBool>`control_log.control_id = ${filter.control_id}`,
    from === undefined ? null : sql<SqlBool>`control_log.control_time >= ${new Date(from)}`,
    to === undefined ? null : sql<SqlBool>`control_log.control_time <= ${new Date(to)}`,
  ]
  return all.filter((condition) => condition !== null)
}

/** A rollout that is not visible has no commands: its number must tell nothing. */
const rolloutCondition = (scope: Scope, rollout_id: number): Condition =>
  sql<SqlBool>`(control_log.rollout_id = ${rollout_id} and exists (select from rollouts
    where rollouts.rollout_id = ${rollout_id} and ${rolloutsWithin(scope, 'rollouts')}))`
