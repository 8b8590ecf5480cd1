import type { AlarmMuteFilter } from '@heatfleet/contract/alarm-rules/mutes.ts'
import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type Caller, organisationScope } from '../../caller.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { agentsWithin, withinScope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'
import type { GroupMembers } from '../devices/public.ts'
import { keepMuteDevices } from './store-mute-devices.ts'

type Db = Kysely<Tables>

/** What is stored of a mute. */
export type MuteValues = {
  rule_id: number | null
  type: AlarmType | null
  rule_key: string | null
  code: string | null
  device_id: number | null
  group_id: number | null
  under_agent_id: number | null
  reason: string
  until_at: Date
}

/** Mutes of the caller's organisation and those below it; who sees a part of its units sees those at units in scope. */
const mutesWithin = (caller: Caller, sees_part: boolean): Expression<SqlBool> => {
  const of_organisations = sql<SqlBool>`(alarm_mutes.agent_id is not null
    and ${agentsWithin(organisationScope(caller), 'distributors')})`
  const own =
    caller.agent_id === null ? sql<SqlBool>`(alarm_mutes.agent_id is null or ${of_organisations})` : of_organisations
  if (!sees_part) return own
  return sql<SqlBool>`(${own} and exists (select from devices where devices.device_id = alarm_mutes.device_id
    and ${withinScope(caller.scope, 'devices')}))`
}

const muteRows = (db: Db, caller: Caller, sees_part: boolean) =>
  db
    .selectFrom('alarm_mutes')
    .leftJoin('distributors', 'distributors.agent_id', 'alarm_mutes.agent_id')
    .leftJoin('distributors as unders', 'unders.agent_id', 'alarm_mutes.under_agent_id')
    .leftJoin('devices as muted', 'muted.device_id', 'alarm_mutes.device_id')
    .leftJoin('device_groups', 'device_groups.group_id', 'alarm_mutes.group_id')
    .leftJoin('alarm_rules', 'alarm_rules.rule_id', 'alarm_mutes.rule_id')
    .leftJoin('accounts', 'accounts.uid', 'alarm_mutes.uid')
    .where(mutesWithin(caller, sees_part))

const stateOf = (now: Date) => sql<'active' | 'ended' | 'over'>`case when alarm_mutes.ended_at is not null then 'ended'
  when alarm_mutes.until_at <= ${now} then 'over' else 'active' end`

/** Alarms that a mute is about. */
const MUTED = sql<SqlBool>`((alarms.recovered_at is null or alarms.handling in ('unprocessed', 'in_process'))
  and alarms.muted
  and (alarm_mutes.agent_id is null or starts_with(alarms.agent_path, distributors.agent_path))
  and (alarm_mutes.rule_id is null or (alarms.type = 'threshold' and alarms.rule_key = alarm_mutes.rule_id::text))
  and (alarm_mutes.type is null or alarm_mutes.type = alarms.type)
  and (alarm_mutes.rule_key is null or alarm_mutes.rule_key = alarms.rule_key)
  and (alarm_mutes.code is null or alarm_mutes.code = alarms.code)
  and (alarm_mutes.device_id is null or alarm_mutes.device_id = alarms.device_id)
  and (alarm_mutes.under_agent_id is null or starts_with(alarms.agent_path, unders.agent_path))
  and (alarm_mutes.group_id is null
    or exists (select from device_group_members members
      where members.group_id = alarm_mutes.group_id and members.device_id = alarms.device_id)
    or exists (select from alarm_mute_devices units
      where units.mute_id = alarm_mutes.mute_id and units.device_id = alarms.device_id)))`

const columnsOf = (caller: Caller, now: Date) =>
  [
    'alarm_mutes.mute_id',
    'alarm_mutes.rule_id',
    sql<string>`coalesce(alarm_rules.rule_name, '')`.as('rule_name'),
    'alarm_mutes.type',
    sql<string>`coalesce(alarm_mutes.rule_key, '')`.as('rule_key'),
    'alarm_mutes.code',
    'muted.mac',
    sql<string>`coalesce(muted.device_name, '')`.as('device_name'),
    'alarm_mutes.group_id',
    sql<string>`coalesce(device_groups.group_name, '')`.as('group_name'),
    'alarm_mutes.under_agent_id as under_id',
    sql<string>`coalesce(unders.agent_name, '')`.as('under_name'),
    'alarm_mutes.reason',
    sql<string>`coalesce(accounts.user_name, '')`.as('author'),
    'alarm_mutes.from_at',
    'alarm_mutes.until_at',
    'alarm_mutes.ended_at',
    stateOf(now).as('state'),
    sql<number>`case when alarm_mutes.ended_at is null and alarm_mutes.until_at > ${now} then
      (select count(*)::int from alarms where ${MUTED} and ${alarmsWithin(caller.scope, 'alarms')}) else 0 end`.as(
      'alarms',
    ),
    'alarm_mutes.agent_id',
    sql<string>`coalesce(distributors.agent_name, '')`.as('agent_name'),
  ] as const

const SORTS = { until: 'alarm_mutes.until_at', from: 'alarm_mutes.from_at' } as const satisfies Record<
  AlarmMuteFilter['sort_by'],
  string
>

/** A part of the mutes visible to the caller. */
export const listMutes = <Part extends ListPart>(
  db: Db,
  caller: Caller,
  { state, sort_by, sort_order }: AlarmMuteFilter,
  { now, sees_part }: { now: Date; sees_part: boolean },
  part: Part,
) => {
  const rows = muteRows(db, caller, sees_part)
  const matching = state === undefined ? rows : rows.where(sql<SqlBool>`${stateOf(now)} = ${state}`)
  return listPage(
    {
      matching,
      rows: matching.select(columnsOf(caller, now)),
      order: (sorted) => sorted.orderBy(SORTS[sort_by], sort_order).orderBy('alarm_mutes.mute_id'),
      key: 'alarm_mutes.mute_id',
    },
    part,
  )
}

/** A visible mute, or undefined. */
export const findMute = (db: Db, caller: Caller, mute_id: number, on: { now: Date; sees_part: boolean }) =>
  muteRows(db, caller, on.sees_part)
    .select(columnsOf(caller, on.now))
    .where('alarm_mutes.mute_id', '=', mute_id)
    .executeTakeFirst()
export type MuteRow = NonNullable<Awaited<ReturnType<typeof findMute>>>

/** Creates a mute of the caller's organisation and marks its alarms; null when this has `max` active ones already. `filter`: a group that is one. */
export const insertMute = (
  db: Db,
  { uid, agent_id }: Pick<Caller, 'uid' | 'agent_id'>,
  values: MuteValues,
  { at, max, filter }: { at: Date; max: number; filter: GroupMembers | null },
): Promise<number | null> =>
  db.transaction().execute(async (trx) => {
    const { n } = await trx
      .selectFrom('alarm_mutes')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('ended_at', 'is', null)
      .where('until_at', '>', at)
      .where(sql<SqlBool>`agent_id is not distinct from ${agent_id}`)
      .executeTakeFirstOrThrow()
    if (n >= max) return null
    const { mute_id } = await trx
      .insertInto('alarm_mutes')
      .values({ ...values, agent_id, uid, from_at: at })
      .returning('mute_id')
      .executeTakeFirstOrThrow()
    if (filter !== null) {
      await keepMuteDevices(trx, mute_id, filter, at)
      return mute_id
    }
    await sql`update alarms set muted = true, changed_at = clock_timestamp()
      where not muted and (recovered_at is null or handling in ('unprocessed', 'in_process'))
        ${values.device_id === null ? sql`` : sql`and device_id = ${values.device_id}`}
        ${values.rule_id === null ? sql`` : sql`and type = 'threshold' and rule_key = ${String(values.rule_id)}`}
        ${values.type === null ? sql`` : sql`and type = ${values.type}`}
        ${values.code === null ? sql`` : sql`and code = ${values.code}`}
        and is_alarm_muted(alarms)`.execute(trx)
    return mute_id
  })

/** Ends a mute; false when it was over. */
export const endMute = (db: Db, { mute_id, uid, at }: { mute_id: number; uid: number; at: Date }): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const done = await trx
      .updateTable('alarm_mutes')
      .set({ ended_at: at, ended_by: uid })
      .where('mute_id', '=', mute_id)
      .where('ended_at', 'is', null)
      .where('until_at', '>', at)
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return false
    await unmuteAlarms(trx)
    return true
  })

/** Alarms whose mutes are over; by an index of the muted alone. Gives how many. The system's own work. */
export const unmuteAlarms = async (db: Db): Promise<number> => {
  const { numAffectedRows } = await sql`update alarms set muted = false, changed_at = clock_timestamp()
    where muted and not is_alarm_muted(alarms)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** What of an alarm of the scope its mute names, or undefined. */
export const findMutedAlarm = (db: Db, caller: Pick<Caller, 'scope'>, alarm_id: number) =>
  db
    .selectFrom('alarms')
    .select(['device_id', 'type', 'rule_key'])
    .where('alarm_id', '=', alarm_id)
    .where(alarmsWithin(caller.scope, 'alarms'))
    .executeTakeFirst()

/** A device of the scope by its id on the wire. */
export const findMutedDevice = async (db: Db, caller: Pick<Caller, 'scope'>, mac: string): Promise<number | null> =>
  (
    await db
      .selectFrom('devices')
      .select('device_id')
      .where('mac', '=', mac)
      .where(withinScope(caller.scope, 'devices'))
      .executeTakeFirst()
  )?.device_id ?? null
