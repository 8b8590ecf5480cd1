import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import type { SmallAccount, SmallDistributor } from '../../../test/small-fleet.ts'
import { addUnitsInAllStates } from '../../../test/units-in-all-states.ts'
import { foldCounters } from '../devices/store-tally.ts'

const { database, fleet, as } = useFleetConsole()

/** Five people: the manufacturer, a province, a city, a county, and the service of the manufacturer. */
const PERSONS = [
  ['admin', null],
  ['province_a', 'A'],
  ['city_a1', 'A1'],
  ['county_a11', 'A11'],
  ['staff', null],
] as const satisfies readonly Person[]
type Person = readonly [SmallAccount, SmallDistributor | null]

beforeAll(async () => {
  await addUnitsInAllStates(database, fleet)
  const { rows } = await database.pool.query<{ role_id: number }>(
    `select role_id from roles where role_name = 'After-sales operator'`,
  )
  await database.pool.query(`update accounts set role_id = $1 where user_name = 'staff'`, [rows[0]?.role_id])
})

/** Rows of the tables themselves, of a subtree: no tally, no scope of the product. */
const rowsOf = async <Row>(columns: string, [, at]: Person, rest = ''): Promise<Row[]> => {
  const path = at === null ? '/' : fleet.distributors[at].agent_path
  const { rows } = await database.pool.query(
    `select ${columns} from devices d left join device_status s on s.device_id = d.device_id
       left join distributors a on a.agent_id = d.agent_id
     where left(d.agent_path, length($1)) = $1 and not d.virtual ${rest}`,
    [path],
  )
  return rows as Row[] // the columns are named by the caller
}
const COUNTS = `count(*)::int as total, count(*) filter (where s.online)::int as online,
  count(*) filter (where s.alarm_count > 0)::int as alarm,
  count(*) filter (where s.online is not true and s.first_online_at is null)::int as never_online`
const COUNTED = ['total', 'online', 'alarm', 'never_online'] as const
type Counts = Record<(typeof COUNTED)[number], number>
const countsOf = (row: Counts): Counts => ({
  total: row.total,
  online: row.online,
  alarm: row.alarm,
  never_online: row.never_online,
})
/** Counts by key, without empty groups. */
const byKey = (rows: readonly (Counts & { key: string | null })[]) =>
  Object.fromEntries(rows.filter(({ total }) => total > 0).map((row) => [row.key ?? 'stock', countsOf(row)]))

describe.each([
  ['before the counters are folded', false],
  ['after it', true],
])('the five statistics are counts of rows, %s', (_, is_folded) => {
  beforeAll(async () => {
    if (is_folded) await foldCounters(database.db, new Date())
  })

  describe.each(PERSONS)('%s', (name, at) => {
    const person: Person = [name, at]

    it('list-device-status-count', async () => {
      const got = await (await as(person[0]))(api.deviceStatusCount)
      const [want] = await rowsOf<Counts & Record<string, number>>(
        `${COUNTS}, count(*) filter (where s.online is not true and s.first_online_at is not null)::int as offline,
         count(*) filter (where d.identify_status = 'unrecognized')::int as unrecognized,
         count(*) filter (where s.bus_status = 'lost')::int as bus_lost,
         count(*) filter (where d.agent_id is null)::int as manufacturer_stock`,
        person,
      )
      expect(got).toMatchObject(want ?? {})
      expect(got.total).toBeGreaterThan(0)
    })

    it('list-product-count', async () => {
      const { list } = await (await as(person[0]))(api.productCount)
      const want = await rowsOf<Counts & { key: string }>(
        `d.product_key as key, ${COUNTS}`,
        person,
        'group by d.product_key',
      )
      expect(byKey(list.map((row) => ({ key: row.product_key, ...countsOf(row) })))).toEqual(byKey(want))
    })

    it('list-country-count, by country and province and by city', async () => {
      const call = await as(person[0])
      const { list } = await call(api.countryCount)
      const want = await rowsOf<Counts & { key: string | null }>(
        `a.country || ' ' || left(a.region_code, 2) || '0000' as key, ${COUNTS}`,
        person,
        `group by 1`,
      )
      const keyed = list.map((row) => ({
        key: row.region_code === null ? null : `${row.country} ${row.region_code}`,
        ...countsOf(row),
      }))
      expect(byKey(keyed)).toEqual(byKey(want))
      const cities = await call(api.countryCount, { query: { region_code: '330000' } })
      const want_cities = await rowsOf<Counts & { key: string | null }>(
        `left(a.region_code, 4) || '00' as key, ${COUNTS}`,
        person,
        `and a.country = 'CN' and left(a.region_code, 2) = '33' group by 1`,
      )
      expect(byKey(cities.list.map((row) => ({ key: row.region_code, ...countsOf(row) })))).toEqual(byKey(want_cities))
    })

    it('list-agent-count', async () => {
      const { list } = await (await as(person[0]))(api.agentCount)
      const depth = person[1] === null ? 0 : fleet.distributors[person[1]].agent_path.split('/').filter(Boolean).length
      const want = await rowsOf<Counts & { key: string }>(
        // The distributor of the next level on the path of the unit; empty = held by the person's own.
        `split_part(d.agent_path, '/', ${depth + 2}) as key, ${COUNTS}`,
        person,
        `group by 1`,
      )
      expect(byKey(list.map((row) => ({ key: row.held ? '' : String(row.agent_id), ...countsOf(row) })))).toEqual(
        byKey(want),
      )
    })

    it('list-alarm-count', async () => {
      const got = await (await as(person[0]))(api.alarmCount)
      const join = 'join alarms on alarms.device_id = d.device_id and alarms.recovered_at is null'
      const path = person[1] === null ? '/' : fleet.distributors[person[1]].agent_path
      const { rows } = await database.pool.query<{ severity: string; alarms: number; devices: number }>(
        `select alarms.severity, count(*)::int as alarms, count(distinct d.device_id)::int as devices
         from devices d ${join} where left(d.agent_path, length($1)) = $1 and not d.virtual group by 1`,
        [path],
      )
      expect(Object.fromEntries(got.list.map((row) => [row.severity, [row.alarms, row.devices]]))).toEqual(
        Object.fromEntries(rows.map((row) => [row.severity, [row.alarms, row.devices]])),
      )
      expect(got.alarms).toBe(rows.reduce((sum, { alarms }) => sum + alarms, 0))
    })
  })
})
