import type { AlarmGroup, AlarmGrouping } from '@heatfleet/contract/alarms/groups.ts'
import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { agentsWithin } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { type AlarmQuery, type AlarmScopes, codeKey, conditionsOf, listCodeNames } from './store-list.ts'

type Db = Kysely<Tables>
type Row = {
  mac: string | null
  device_name: string | null
  agent_id: number | null
  agent_name: string | null
  type: AlarmType | null
  code: string | null
  rule_id: number | null
  rule_name: string | null
  product_key: string
  count: number
  active: number
  severity_rank: number
  last_at: Date
}

/** The columns of alarms that a group has in common, and what names it. Distributors are named when they are in scope. */
const groupings = ({ agents }: AlarmScopes) =>
  ({
    device: {
      by: sql`alarms.device_id`,
      names: sql`devices.mac, devices.device_name`,
      from: sql`left join devices on devices.device_id = groups.device_id`,
    },
    kind: {
      by: sql`alarms.type, alarms.code, case when alarms.type = 'threshold' then alarms.rule_key end`,
      names: sql`groups.type, groups.code, alarm_rules.rule_id, alarm_rules.rule_name`,
      from: sql`left join alarm_rules on alarm_rules.rule_id::text = groups.rule_key`,
    },
    agent: {
      by: sql`alarms.agent_path`,
      names: sql`distributors.agent_id, distributors.agent_name`,
      from: sql`left join distributors on distributors.agent_path = groups.agent_path and ${agentsWithin(agents, 'distributors')}`,
    },
  }) as const satisfies Record<AlarmGrouping, Record<'by' | 'names' | 'from', RawBuilder<unknown>>>

/** The same columns under the names of the groups, and in their order. */
const KEYS = {
  device: { names: sql`device_id`, order: sql`groups.device_id` },
  kind: { names: sql`type, code, rule_key`, order: sql`groups.type, groups.code, groups.rule_key` },
  agent: { names: sql`agent_path`, order: sql`groups.agent_path` },
} as const satisfies Record<AlarmGrouping, Record<'names' | 'order', RawBuilder<unknown>>>

const NOTHING: Pick<
  Row,
  'mac' | 'device_name' | 'agent_id' | 'agent_name' | 'type' | 'code' | 'rule_id' | 'rule_name'
> = {
  mac: null,
  device_name: null,
  agent_id: null,
  agent_name: null,
  type: null,
  code: null,
  rule_id: null,
  rule_name: null,
}

/** Alarms of the scope that match, put together; those groups with the most first, one more than the limit when there are more. */
export const listGroups = async (
  db: Db,
  scopes: AlarmScopes,
  { by, ...query }: AlarmQuery & { by: AlarmGrouping },
  limit: number,
): Promise<AlarmGroup[]> => {
  const conditions = await conditionsOf(db, scopes, query)
  const where = sql.join(conditions, sql` and `)
  const { by: columns, names, from } = groupings(scopes)[by]
  const { rows } = await sql<Row>`
    with groups (${KEYS[by].names}, product_key, count, active, severity_rank, last_at) as (
      select ${columns}, min(alarms.product_key), count(*)::int,
        count(*) filter (where alarms.recovered_at is null)::int, max(alarms.severity_rank), max(alarms.last_at)
      from alarms where ${where} group by ${columns}
      order by count(*) desc, ${columns} limit ${limit}
    )
    select ${names}, groups.product_key, groups.count, groups.active, groups.severity_rank, groups.last_at
    from groups ${from} order by groups.count desc, ${KEYS[by].order}`.execute(db)
  const named = rows.map((row) => ({ ...NOTHING, ...row }))
  const words = await listCodeNames(db, named)
  return named.map(({ product_key, severity_rank, last_at, ...row }) => ({
    ...row,
    device_name: row.device_name ?? '',
    agent_name: row.agent_name ?? '',
    rule_name: row.rule_name ?? '',
    names: words.get(codeKey({ product_key, code: row.code })) ?? null,
    severity: SEVERITIES[severity_rank] ?? 'info',
    last_time: last_at.toISOString(),
  }))
}
