import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Kysely, sql } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Tables } from '../../platform/tables.ts'
import { type GroupMembers, membersOf } from '../devices/public.ts'
import { findRuleGroup } from './store-devices.ts'

type Db = Kysely<Tables>

/** Looks up again who is in the filters that mutes name, and marks the alarms of those that came in. The system's own work. */
export const refreshMuteDevices = async ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const now = new Date(clock.now())
  const mutes = await db
    .selectFrom('alarm_mutes')
    .innerJoin('device_groups', 'device_groups.group_id', 'alarm_mutes.group_id')
    .where('device_groups.filter', 'is not', null)
    .where('alarm_mutes.ended_at', 'is', null)
    .where('alarm_mutes.until_at', '>', now)
    .select(['alarm_mutes.mute_id', 'device_groups.group_id'])
    .execute()
  for (const { mute_id, group_id } of mutes) {
    const group = await findRuleGroup(db, group_id)
    if (group !== null) await db.transaction().execute((trx) => keepMuteDevices(trx, mute_id, group, now))
  }
}

/** Stores which units a mute of a filter is about now, and marks the alarms of those that came in. */
export const keepMuteDevices = async (trx: Db, mute_id: number, group: GroupMembers, now: Date): Promise<void> => {
  await sql`
    with members as (
      select devices.device_id from devices left join device_status on device_status.device_id = devices.device_id
      where ${membersOf(group, now)} limit ${LIMITS.device_group_members_max}
    ), gone as (
      delete from alarm_mute_devices where mute_id = ${mute_id} and device_id not in (select device_id from members)
    )
    insert into alarm_mute_devices (mute_id, device_id) select ${mute_id}::int, device_id from members
    on conflict do nothing`.execute(trx)
  await sql`update alarms set muted = true, changed_at = clock_timestamp()
    where not muted and (recovered_at is null or handling in ('unprocessed', 'in_process'))
      and device_id in (select device_id from alarm_mute_devices where mute_id = ${mute_id})
      and is_alarm_muted(alarms)`.execute(trx)
}
