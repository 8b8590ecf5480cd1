import type { Sql } from '../compaction/store.ts'

/**
 * Puts the bindings of the demo back to the days after the first log-in of their unit, and their people before them: they moved in
 * over the app API at the start of the demo, all at once. Owners first, the others up to a month later; never after `made_at`.
 */
export const settleHouseholds = async (sql: Sql, made_at: Date): Promise<void> => {
  await sql.query(
    `update bindings b
        set bound_at = least($1::timestamptz - interval '1 hour', s.first_online_at + make_interval(
              hours => 1 + b.binding_id % 30, days => case b.role when 'owner' then 0 else 1 + b.binding_id % 28 end))
       from device_status s join devices d using (device_id)
      where b.device_id = s.device_id and d.simulated and s.first_online_at is not null and b.bound_at >= $1`,
    [made_at.toISOString()],
  )
  await sql.query(
    `update binding_events e set at = b.bound_at from bindings b
      where b.device_id = e.device_id and b.app_user_id = e.app_user_id and e.action in ('bound', 'shared')
        and b.bound_at < $1 and e.at >= $1`,
    [made_at.toISOString()],
  )
  await sql.query(
    `update app_users u set created_at = first.bound_at - interval '20 minutes'
       from (select app_user_id, min(bound_at) as bound_at from bindings where bound_at < $1 group by 1) first
      where first.app_user_id = u.app_user_id and u.created_at >= $1`,
    [made_at.toISOString()],
  )
}
