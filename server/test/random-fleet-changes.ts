import fc from 'fast-check'
import { sql } from 'kysely'
import { foldCounters } from '../src/features/devices/store-tally.ts'
import type { Connections } from '../src/platform/db.ts'
import type { SmallDistributor, SmallFleet } from './small-fleet.ts'
import { OTHER, PLACES } from './units-in-all-states.ts'

/** Around Hangzhou: two within a metre, one some streets away, one in the next town, one far away; null = no position. */
const POSITIONS = [
  { lat: 30.25, lon: 120.15 },
  { lat: 30.250001, lon: 120.150001 },
  { lat: 30.262, lon: 120.171 },
  { lat: 29.87, lon: 121.55 },
  { lat: 52.23, lon: 21.01 },
  null,
] as const
const SEVERITIES = ['info', 'minor', 'major', 'critical'] as const
const REGIONS = ['330200', '330300', '320500', null] as const

const unit = fc.nat(1_000)
/** What may happen to a fleet and changes what counters hold; `fold` moves what was appended into them. */
const change = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('state'), unit, online: fc.nat(2), severity: fc.nat(4) } as const),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('position'), unit, at: fc.nat(POSITIONS.length - 1) } as const),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('owner'), unit, at: fc.nat(PLACES.length - 1) } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('alarm'), unit, severity: fc.nat(3), code: fc.nat(2) } as const),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('recovery'), unit } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('product'), unit, is_other: fc.boolean() } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('region'), at: fc.nat(REGIONS.length - 1) } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('removal'), unit } as const) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fold') } as const) },
)
type FleetChange = typeof change extends fc.Arbitrary<infer Change> ? Change : never

/** Some changes after each other. */
export const fleetChanges = fc.array(change, { minLength: 10, maxLength: 30 })

/** Makes one of them; the unit is the one at that place among those there are. */
export const applyChange = async (database: Connections, fleet: SmallFleet, one: FleetChange): Promise<void> => {
  const { db } = database
  if (one.kind === 'fold') return void (await foldCounters(db, new Date()))
  if (one.kind === 'region') {
    const { agent_id } = fleet.distributors.A2
    await db
      .updateTable('distributors')
      .set({ region_code: REGIONS[one.at] ?? null })
      .where('agent_id', '=', agent_id)
      .execute()
    return
  }
  const ids = await db.selectFrom('devices').select('device_id').orderBy('device_id').execute()
  const device_id = ids[one.unit % ids.length]?.device_id ?? 0
  const device = db.updateTable('devices').where('device_id', '=', device_id)
  if (one.kind === 'state') {
    await db
      .updateTable('device_status')
      .set({
        online: one.online === 2,
        first_online_at: one.online === 0 ? null : new Date(),
        alarm_count: one.severity === 0 ? 0 : 1,
        alarm_severity: SEVERITIES[one.severity - 1] ?? null,
      })
      .where('device_id', '=', device_id)
      .execute()
  } else if (one.kind === 'position') await device.set(POSITIONS[one.at] ?? { lat: null, lon: null }).execute()
  else if (one.kind === 'owner') await device.set(ownerOf(fleet, PLACES[one.at] ?? null)).execute()
  else if (one.kind === 'product') await device.set({ product_key: one.is_other ? OTHER : fleet.product_key }).execute()
  else if (one.kind === 'removal') await db.deleteFrom('devices').where('device_id', '=', device_id).execute()
  else if (one.kind === 'recovery')
    await sql`update alarms set recovered_at = now() where device_id = ${device_id} and recovered_at is null`.execute(
      db,
    )
  else
    await sql`insert into alarms (device_id, type, rule_key, code, severity, first_at, last_at, snapshot_done)
      values (${device_id}, 'device_fault', ${`k${one.code}`}, ${`E${one.code}`}, ${SEVERITIES[one.severity]}, now(), now(), true)
      on conflict (device_id, type, rule_key) where recovered_at is null do update set severity = excluded.severity`.execute(
      db,
    )
}

const ownerOf = (fleet: SmallFleet, at: SmallDistributor | null) => {
  const { agent_id, agent_path } = at === null ? { agent_id: null, agent_path: '/' } : fleet.distributors[at]
  return { agent_id, agent_path }
}
