import type { AttentionReason } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { devicesUnder, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import type { FleetPlace } from '../devices/public.ts'

type Db = Kysely<Tables>

/** Units looked at for each reason: enough that one with several reasons is found beside those with one. */
const OF_EACH_REASON = 50
const DAY_MS = 86_400_000
const CARD_ENDING_MS = 30 * DAY_MS
const NOT_ACTIVATED_MS = 30 * DAY_MS

/** How urgent a reason is; several of a unit add up. An alarm has that of its severity. */
const WEIGHT = {
  bus_lost: 60,
  offline: 40,
  card_expired: 35,
  unrecognized: 25,
  card_ending: 15,
  not_activated: 10,
} as const satisfies Partial<Record<AttentionReason, number>>

type Row = {
  mac: string
  device_name: string
  product_key: string
  product_name: string
  product_english_name: string
  agent_name: string | null
  reasons: {
    reason: AttentionReason
    since: string | null
    severity: Severity | null
    codes: string[]
    weight: number
  }[]
}

type Part = {
  reason: AttentionReason
  weight: RawBuilder<unknown>
  since: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

/** Units whose active alarms are all muted: somebody has said that they can wait. By an index of the muted alone. */
const ALL_MUTED = sql`(select muted.device_id from alarms muted where muted.muted and muted.recovered_at is null
  and not exists (select from alarms open
    where open.device_id = muted.device_id and open.recovered_at is null and not open.muted))`

const partsAt = (now: Date): Part[] => [
  {
    reason: 'alarm',
    weight: sql`case device_status.alarm_severity when 'critical' then 100 when 'major' then 70 when 'info' then 10 else 45 end`,
    since: sql`device_status.last_alarm_at`,
    where: sql`device_status.alarm_count > 0 and devices.device_id not in ${ALL_MUTED}`,
  },
  {
    reason: 'bus_lost',
    weight: sql.lit(WEIGHT.bus_lost),
    since: sql`device_status.last_report_at`,
    where: sql`device_status.bus_status = 'lost' and device_status.online`,
  },
  {
    reason: 'offline',
    weight: sql.lit(WEIGHT.offline),
    since: sql`coalesce(device_status.last_offline_at, device_status.last_online_at)`,
    where: sql`not device_status.online and device_status.first_online_at is not null
      and coalesce(device_status.last_offline_at, device_status.last_online_at) < ${new Date(now.getTime() - DAY_MS)}`,
  },
  {
    reason: 'unrecognized',
    weight: sql.lit(WEIGHT.unrecognized),
    since: sql`device_status.first_online_at`,
    where: sql`devices.identify_status = 'unrecognized'`,
  },
  {
    reason: 'not_activated',
    weight: sql.lit(WEIGHT.not_activated),
    since: sql`devices.import_time`,
    where: sql`not devices.active and devices.agent_id is not null and device_status.first_online_at is null
      and devices.import_time < ${new Date(now.getTime() - NOT_ACTIVATED_MS)}`,
  },
]

const cardPartAt = (now: Date): RawBuilder<unknown> => sql`
  select iccids.device_id, case when iccids.expires_at < ${now} then 'card_expired' else 'card_ending' end as reason,
    case when iccids.expires_at < ${now} then ${sql.lit(WEIGHT.card_expired)} else ${sql.lit(WEIGHT.card_ending)} end as weight,
    iccids.expires_at as since
  from iccids join devices on devices.device_id = iccids.device_id
  where iccids.expires_at < ${new Date(now.getTime() + CARD_ENDING_MS)} and iccids.status <> 'cancelled'`

/** Units that need somebody, those with the most and most urgent reasons first. `sees_cards`: SIM cards are a reason too. */
export const listAttention = async (
  db: Db,
  scope: Scope,
  { path, product_key }: FleetPlace,
  { now, sees_cards, limit }: { now: Date; sees_cards: boolean; limit: number },
): Promise<Row[]> => {
  const within = sql`devices.replaced_at is null and ${NOT_VIRTUAL} and ${withinScope(scope, 'devices')}
    and ${path === null ? sql`true` : devicesUnder(path)}
    and ${product_key === null ? sql`true` : sql`devices.product_key = ${product_key}`}`
  const parts = partsAt(now).map(
    ({ reason, weight, since, where }) => sql`(
    select devices.device_id, ${reason}::text as reason, ${weight} as weight, ${since} as since
    from devices left join device_status on device_status.device_id = devices.device_id
    where ${where} and ${within}
    order by weight desc, since desc nulls last, devices.device_id limit ${OF_EACH_REASON})`,
  )
  const cards = sees_cards
    ? [sql`(${cardPartAt(now)} and ${within} order by weight desc, since, devices.device_id limit ${OF_EACH_REASON})`]
    : []
  const { rows } = await sql<Row>`
    with told as (${sql.join([...parts, ...cards], sql` union all `)})
    select devices.mac, devices.device_name, devices.product_key, products.name as product_name,
      products.english_name as product_english_name, distributors.agent_name,
      json_agg(json_build_object(
        'reason', told.reason, 'since', told.since, 'weight', told.weight,
        'severity', case when told.reason = 'alarm' then device_status.alarm_severity end,
        'codes', case when told.reason = 'alarm' then device_status.alarm_keys else '{}' end
      ) order by told.weight desc, told.reason) as reasons
    from told join devices on devices.device_id = told.device_id
      join products on products.product_key = devices.product_key
      left join distributors on distributors.agent_id = devices.agent_id
      left join device_status on device_status.device_id = devices.device_id
    group by devices.device_id, products.product_key, distributors.agent_id
    order by sum(told.weight) desc, max(told.since) desc nulls last, devices.device_id limit ${limit}`.execute(db)
  return rows
}
