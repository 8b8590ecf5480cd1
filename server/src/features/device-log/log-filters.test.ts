import type { DeviceLogFilter, DeviceLogResult, DeviceLogType } from '@heatfleet/contract/device-log/device-log.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { propertyRuns } from '../../../../modbus/test/property-runs.ts'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallDistributor, SmallFleet } from '../../../test/small-fleet.ts'
import { EVERYTHING, type GroupScope, type Scope, subtreeOf, withinScope } from '../../platform/scope.ts'
import { listLog } from './store.ts'

const database = useDatabase()
/** More units than a condition names one by one. */
const MANY_UNITS = 1_100
const TYPES = ['connection', 'bus', 'alarm', 'module', 'command', 'model', 'ownership', 'sim', 'error'] as const
const HOUR_MS = 3_600_000
let fleet: SmallFleet

beforeAll(async () => {
  const { db } = database
  fleet = await seedSmallFleet(db)
  const { agent_id, agent_path } = fleet.distributors.B
  await sql`insert into devices (mac, device_name, product_key, agent_id, agent_path, net, secret_sealed, imported_user, import_time)
    select 'b4c1' || lpad(to_hex(n), 8, '0'), 'Villa ' || n, ${fleet.product_key}, ${agent_id}, ${agent_path}, 'wifi', ''::bytea,
      'factory', now() - n % 50 * interval '1 hour' from generate_series(1, ${MANY_UNITS}) n`.execute(db)
  // Chance is a hash of the number, so that a failure stays one. Several entries have the same moment.
  const numbered = sql`(select n, h, units.ids[1 + h % cardinality(units.ids)] as device_id, now() - h / 3 % 60 * interval '1 hour' as at
      from (select n, (hashint8extended(n, 0) & 2147483647)::int as h from generate_series(1, 300) n) numbers
        cross join (select array_agg(device_id order by device_id) as ids
          from (select device_id from devices order by device_id limit 40) units) units) numbered`
  await sql`insert into device_events (device_id, at, kind, detail)
    select device_id, at, (array['online', 'offline', '485', 'alarm', 'boot', 'something_new'])[1 + h / 7 % 6], '{"st": "up"}'
    from ${numbered}`.execute(db)
  await sql`insert into control_log (device_id, uid, operator_name, source, control_time, expires_at, point_key, layout_id, new_value, state)
    select device_id, ${fleet.accounts.admin}, 'admin', 'console', at, at, 'sp_dhw', ${fleet.layout_id}, 48,
      (array['verified', 'mismatch', 'queued', 'expired', 'acked'])[1 + h / 11 % 5] from ${numbered}`.execute(db)
  await sql`insert into model_actions (device_id, kind, state, operator, created_at, to_pk, before_status)
    select device_id, 'set', (array['effective', 'unrecognized', 'sent'])[1 + h / 13 % 3], 'li', at, ${fleet.product_key}, 'recognized'
    from ${numbered} where n <= 60 on conflict do nothing`.execute(db)
  await sql`insert into dead_letters (at, mac, topic, reason, payload)
    select at, case when n % 5 > 0 then mac else 'of no unit' end, 'up/blk', 'bad_crc', '\\x48'::bytea
    from ${numbered} join devices using (device_id) where n <= 60`.execute(db)
})

type Fact = {
  place: string
  device_id: number
  at: Date
  type: DeviceLogType
  result: DeviceLogResult | null
}

/** Every entry, table by table, in the order of the log. */
const listFacts = async (): Promise<Fact[]> =>
  (
    await sql<Fact>`select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '|' || rank || '|' || id as place,
        device_id, at, type, result
      from (
        select 0 as rank, event_id as id, at, device_id, case kind when 'online' then 'connection' when 'offline' then 'connection'
          when '485' then 'bus' when 'alarm' then 'alarm' else 'module' end as type, null as result
        from device_events where kind <> 'something_new'
        union all
        select 1, control_id, control_time, device_id, 'command', case state when 'verified' then 'ok' when 'queued' then 'open'
          when 'acked' then 'open' else 'failed' end from control_log
        union all
        select 2, action_id, created_at, device_id, 'model', case state when 'effective' then 'ok' when 'sent' then 'open'
          else 'failed' end from model_actions
        union all
        select 3, device_id, import_time, device_id, 'ownership', null from devices
        union all
        select 11, dead_letter_id, at, device_id, 'error', 'failed' from dead_letters join devices using (mac)
      ) entries order by at desc, rank desc, id desc`.execute(database.db)
  ).rows

const scopes = (): Scope[] => {
  const path = (name: SmallDistributor) => fleet.distributors[name].agent_path
  const group: GroupScope = {
    group_id: 1,
    agent_paths: [],
    region_prefixes: ['3301'],
    product_keys: [],
    device_ids: [],
  }
  return [
    EVERYTHING,
    ...(['A', 'A1', 'A11', 'B'] as const).map((name) => subtreeOf(path(name))),
    { ...subtreeOf(path('A')), own_agent: true },
    { ...EVERYTHING, group },
    { ...EVERYTHING, group: { ...group, region_prefixes: [], product_keys: [fleet.product_key] } },
    { ...EVERYTHING, own_records: { uid: 1, user_name: 'factory', agent_path: '/' } },
  ]
}

const hour = fc.integer({ min: -60, max: 0 }).map((hours) => new Date(Date.now() + hours * HOUR_MS).toISOString())
const drawn = fc.record(
  {
    type: fc.option(fc.constantFrom(...TYPES), { nil: undefined, freq: 1 }),
    result: fc.option(fc.constantFrom('ok', 'failed', 'open'), { nil: undefined, freq: 1 }),
    search: fc.option(fc.constantFrom('villa', 'Villa 7', 'b4c10000000', '0004', 'no such unit'), {
      nil: undefined,
      freq: 1,
    }),
    product_key: fc.option(fc.constantFrom('own', 'no-such-product'), { nil: undefined, freq: 1 }),
    agent: fc.option(fc.constantFrom<SmallDistributor>('A', 'A1', 'B'), { nil: undefined, freq: 1 }),
    include_lower: fc.boolean(),
    from: fc.option(hour, { nil: undefined, freq: 1 }),
    to: fc.option(hour, { nil: undefined, freq: 1 }),
  },
  { requiredKeys: ['include_lower'] },
)

it('pages, counts and files of any filter hold what the tables say one by one', { timeout: 180_000 }, async () => {
  const { db } = database
  const facts = await listFacts()
  const devices = await db
    .selectFrom('devices')
    .select(['device_id', 'mac', 'device_name', 'product_key', 'agent_path'])
    .execute()
  const seen = await Promise.all(
    scopes().map(async (scope) => {
      const within = await db.selectFrom('devices').where(withinScope(scope, 'devices')).select('device_id').execute()
      return { scope, ids: new Set(within.map(({ device_id }) => device_id)) }
    }),
  )
  let found = 0
  await fc.assert(
    fc.asyncProperty(drawn, fc.nat({ max: seen.length - 1 }), fc.nat({ max: 30 }), async (fields, nth, offset) => {
      const one = seen[nth]
      if (one === undefined) throw new Error(`There is no scope ${nth}.`)
      const { agent, ...more } = fields
      const place = agent === undefined ? undefined : fleet.distributors[agent]
      const filter: DeviceLogFilter = {
        ...more,
        product_key: fields.product_key === 'own' ? fleet.product_key : fields.product_key,
        agent_id: place?.agent_id,
      }
      const { type, result, search, product_key, include_lower, from, to } = filter
      const low = search?.toLowerCase()
      const units = new Set(
        devices
          .filter(
            ({ device_id, mac, device_name, agent_path, ...device }) =>
              one.ids.has(device_id) &&
              (low === undefined ||
                mac.startsWith(low) ||
                (low.length >= 4 && mac.endsWith(low)) ||
                device_name.toLowerCase().includes(low)) &&
              (product_key === undefined || device.product_key === product_key) &&
              (place === undefined ||
                (include_lower ? agent_path.startsWith(place.agent_path) : agent_path === place.agent_path)),
          )
          .map(({ device_id }) => device_id),
      )
      const expected = facts.filter(
        (fact) =>
          units.has(fact.device_id) &&
          (type === undefined || fact.type === type) &&
          (result === undefined || fact.result === result) &&
          (from === undefined || fact.at >= new Date(from)) &&
          (to === undefined || fact.at <= new Date(to)),
      )
      found += expected.length
      const view = {
        device: one.scope,
        agent: EVERYTHING,
        types: type === undefined ? TYPES : [type],
        sees_shipments: false,
        sees_bindings: false,
        sees_raw: true,
        is_manufacturer: true,
      }
      const query = { filter, count_max: facts.length }
      const page = await listLog(db, view, query, { offset, limit: 20 })
      expect([page.total, page.rows.map((row) => row.place)]).toEqual([
        expected.length,
        expected.slice(offset, offset + 20).map((fact) => fact.place),
      ])
      const after = expected[offset]?.place ?? null
      const file = await listLog(db, view, query, { after, limit: 50 })
      const rest = after === null ? expected : expected.slice(offset + 1)
      expect(file.rows.map((row) => row.place)).toEqual(rest.slice(0, 50).map((fact) => fact.place))
      const counted = await listLog(db, view, { ...query, count_max: 7 }, { offset: 0, limit: 0 })
      expect(counted.total).toBe(Math.min(8, expected.length))
    }),
    { numRuns: propertyRuns(1_000) },
  )
  expect(found).toBeGreaterThan(0)
})
