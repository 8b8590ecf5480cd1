import type { IccidState } from '@heatfleet/contract/transitions.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

/** What the diagnosis reads of a device of the scope beside what its page shows. */
type DiagnosisRow = {
  last_arrival_at: Date | null
  published: boolean
  disabled: boolean
  card_status: IccidState | null
  card_expires_at: Date | null
  card_used_mb: number | null
  card_total_mb: number | null
  refused_count: number
  refused_at: Date | null
  refused_reason: string | null
}

/** Frames that could not be read are looked at as far back, hours. */
const REFUSED_HOURS = 24

/** One device of the scope with its card, its product's state and what of it could not be read lately; null when it is not there. */
export const findDiagnosisRow = async (
  db: Kysely<Tables>,
  scope: Scope,
  mac: string,
  now: Date,
): Promise<DiagnosisRow | null> => {
  const since = new Date(now.getTime() - REFUSED_HOURS * 3_600_000)
  const { rows } = await sql<DiagnosisRow>`
    select device_status.last_arrival_at,
      products.state = 'published' and products.layout_id is not null as published, products.disabled,
      iccids.status as card_status, iccids.expires_at as card_expires_at,
      iccids.traffic_used_mb as card_used_mb, iccids.traffic_total_mb as card_total_mb,
      refused.n as refused_count, refused.at as refused_at, refused.reason as refused_reason
    from devices
      join products on products.product_key = devices.product_key
      left join device_status on device_status.device_id = devices.device_id
      left join iccids on iccids.device_id = devices.device_id and iccids.iccid_key = left(devices.iccid, 19)
      cross join lateral (
        select count(*)::int as n, max(at) as at, (array_agg(reason order by at desc))[1] as reason
        from dead_letters where dead_letters.mac = devices.mac and dead_letters.at >= ${since}
      ) refused
    where devices.mac = ${mac} and ${withinScope(scope, 'devices')}`.execute(db)
  return rows[0] ?? null
}
