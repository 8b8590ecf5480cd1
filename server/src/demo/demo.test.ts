import { isIccid, isImei, isMac } from '@heatfleet/contract/identifiers.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { startConsole } from '../../test/console-world.ts'
import { useDatabase } from '../../test/database.ts'
import { SMALL_FLEET_KEY } from '../../test/small-fleet.ts'
import { readConfig } from '../config.ts'
import { readBuiltInProduct } from '../features/products/built-in.ts'
import { ensureProduct } from '../features/products/store-built-in.ts'
import { systemClock } from '../platform/clock.ts'
import { unseal } from '../platform/seal.ts'
import { writeBuiltInRoles } from '../start/store-first-start.ts'
import { fleetFileOf, spareModuleOf } from './fleet-file.ts'
import { startOnboarding } from './onboard-households.ts'
import { planOrders } from './order-scripts.ts'
import { compactedBounds } from './past-bounds.ts'
import { planHouseholds } from './people.ts'
import { planDemo } from './plan.ts'
import { seedDemo } from './seed.ts'
import { settleHouseholds } from './store-households.ts'

const PASSWORD = 'Marble-Otter-51'
const MADE_AT = Date.UTC(2026, 10, 1, 9, 30)
const DAYS = 365
const KEY_HEX = SMALL_FLEET_KEY.toString('hex')
const plan = planDemo(7, 200)

describe('the plan of the demo', () => {
  it('has 3 provinces, 8 cities and 14 counties', () => {
    const levels = [1, 2, 3].map((level) => plan.distributors.filter((one) => one.level === level).length)
    expect(levels).toEqual([3, 8, 14])
  })

  it('is the same for the same seed and another for another', () => {
    expect(planDemo(7, 200)).toEqual(plan)
    expect(planDemo(8, 200)).not.toEqual(plan)
  })

  it.each([200, 5_000])('gives %i units whole ids of their own', (count) => {
    const { units } = planDemo(7, count)
    expect(new Set(units.map(({ mac }) => mac)).size).toBe(count)
    expect(units.filter(({ mac, net }) => !(net === '4g' ? isImei(mac) : isMac(mac)))).toEqual([])
    expect(units.filter(({ iccid, net }) => (net === '4g') !== (iccid !== null && isIccid(iccid)))).toEqual([])
  })

  it('keeps every name within 30 characters for distributors and 60 for houses', () => {
    expect(plan.distributors.filter(({ place }) => place.agent_name.length > 30)).toEqual([])
    expect(plan.units.filter(({ device_name }) => device_name.length > 60)).toEqual([])
  })

  it('has some units that were never powered, some not recognised, and eight with a fault', () => {
    expect(plan.units.filter(({ state }) => state === 'never')).toHaveLength(6)
    expect(plan.units.filter(({ state }) => state === 'unrecognized')).toHaveLength(4)
    expect(plan.units.filter(({ fault, state }) => fault !== null && state === 'live')).toHaveLength(8)
  })
})

describe('the demo in the database', () => {
  const database = useDatabase()
  beforeAll(async () => {
    const product = readBuiltInProduct()
    await writeBuiltInRoles(database.db)
    await ensureProduct(database.db, product, new Date(MADE_AT))
    await seedDemo(
      { db: database.db, clock: systemClock, config: readConfig({}) },
      {
        plan,
        product_key: product.product_key,
        secret_key_hex: KEY_HEX,
        made_at: MADE_AT,
        days: DAYS,
        password: PASSWORD,
      },
    )
  })

  it('has every unit with its status, marked as simulated', async () => {
    const { rows } = await database.pool.query(
      `select count(*)::int as units, count(s.device_id)::int as statuses, bool_and(d.simulated) as simulated
         from devices d left join device_status s using (device_id)`,
    )
    expect(rows).toEqual([{ units: 200, statuses: 200, simulated: true }])
  })

  it('has imports whose lines are its units, each once, and older than anything that happened to them', async () => {
    const { rows } = await database.pool.query(
      `select count(distinct i.import_id)::int as imports, count(r.device_id)::int as lines, count(distinct r.device_id)::int as units,
              bool_and(i.imported = (i.counts ->> 'new')::int and i.created_at <= d.import_time and i.import_tag = d.import_tag) as fits
         from device_imports i join device_import_rows r using (import_id) join devices d using (device_id)`,
    )
    expect(rows).toEqual([{ imports: expect.any(Number), lines: 200, units: 200, fits: true }])
    expect(rows[0].imports).toBeGreaterThan(4)
  })

  it('has units that came to their distributors by shipments, one that came back, and some that wait for theirs', async () => {
    const { rows } = await database.pool.query(
      `select d.mac, a.agent_name, d.active from devices d join distributors a using (agent_id) order by d.mac`,
    )
    const topOf = (at: number): number => {
      const parent = plan.distributors[at]?.parent ?? null
      return parent === null ? at : topOf(parent)
    }
    const placed = plan.units.map(({ mac, state, distributor }) => {
      const distributor_name = plan.distributors[state === 'never' ? topOf(distributor) : distributor]
      return { mac, agent_name: distributor_name?.place.agent_name, active: state !== 'never' }
    })
    expect(rows).toEqual(placed.toSorted((a, b) => (a.mac < b.mac ? -1 : 1)))
    const states = await database.pool.query(
      `select state, count(*)::int as n from shipment_devices group by 1 order by 1`,
    )
    expect(states.rows).toMatchObject([{ state: 'confirmed' }, { state: 'returned', n: 1 }, { state: 'shipped' }])
  })

  it('has units that were first online after their import and last receipt and before their history', async () => {
    const oldest = compactedBounds({ days: DAYS, made_at: MADE_AT }).at(-1) ?? 0
    const { rows } = await database.pool.query<{
      mac: string
      import_time: Date
      received_at: Date
      first: Date | null
    }>(
      `select d.mac, d.import_time, s.first_online_at as first,
              coalesce((select max(confirmed_at) from shipment_devices r where r.device_id = d.device_id), d.import_time) as received_at
         from devices d join device_status s using (device_id)`,
    )
    const first = new Map(rows.map((row) => [row.mac, row]))
    for (const { mac, state } of plan.units) {
      const row = first.get(mac)
      if (state === 'never') expect(row?.first).toBeNull()
      else {
        const at = row?.first?.getTime() ?? 0
        expect(at).toBeGreaterThan(row?.import_time.getTime() ?? Number.POSITIVE_INFINITY)
        expect(at).toBeGreaterThan(row?.received_at.getTime() ?? Number.POSITIVE_INFINITY)
        expect(at).toBeLessThan(state === 'live' ? oldest : MADE_AT)
      }
    }
    const moments = rows.flatMap(({ first: at }) => (at === null ? [] : [at.toISOString().slice(0, 10)]))
    expect(new Set(moments).size).toBeGreaterThan(50)
  })

  it('has paths that follow the tree, and units that carry the path of their distributor', async () => {
    const { rows } = await database.pool.query(
      `select count(*)::int as n from distributors d left join distributors p on p.agent_id = d.parent_id
        where d.agent_path <> coalesce(p.agent_path, '/') || d.agent_id || '/' or d.agent_level <> coalesce(p.agent_level, 0) + 1
       union all
       select count(*)::int from devices v join distributors d using (agent_id) where v.agent_path <> d.agent_path`,
    )
    expect(rows).toEqual([{ n: 0 }, { n: 0 }])
  })

  it('has distributors that can be reached, each in a region', async () => {
    const rows = await database.db.selectFrom('distributors').select(['email', 'region_code', 'region_text']).execute()
    expect(rows).toHaveLength(25)
    expect(rows.filter(({ email }) => email === null)).toEqual([])
    expect(rows.filter(({ region_code, region_text }) => region_code === null && region_text === '')).toEqual([])
  })

  it('has an account for a province, a city and a county', async () => {
    const accounts = await database.db
      .selectFrom('accounts')
      .innerJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
      .select(['user_name', 'agent_level'])
      .orderBy('user_name')
      .execute()
    expect(accounts).toEqual([
      { user_name: 'hangzhou', agent_level: 2 },
      { user_name: 'malopolska', agent_level: 1 },
      { user_name: 'yuhang', agent_level: 3 },
      { user_name: 'zhejiang', agent_level: 1 },
    ])
  })

  it('has orders in several states, filed once by people in the app, answered by staff and rated', async () => {
    const server = await startConsole(database)
    const all = planHouseholds(plan)
    const reported = planOrders(all)
    const households = all.filter(({ mac }) => reported.has(mac)).map((one) => ({ ...one, family: [] }))
    const onboard = () =>
      new Promise<void>((resolve) => {
        const staff = { user_name: 'staff', password: PASSWORD }
        const input = { base_url: server.base_url, secret_key_hex: KEY_HEX, households, staff, onDone: resolve }
        startOnboarding({ clock: systemClock, log: pino({ level: 'silent' }) }, input)
      })
    await onboard()
    await onboard()
    await server.close()
    await settleHouseholds(database.pool, new Date(MADE_AT))
    const settled = await database.pool.query(
      `select count(*)::int as bindings, count(distinct b.bound_at::date)::int > 5 as spread,
              bool_and(b.bound_at > s.first_online_at and b.bound_at < $1 and u.created_at < b.bound_at) as fits
         from bindings b join device_status s using (device_id) join app_users u using (app_user_id)`,
      [new Date(MADE_AT)],
    )
    expect(settled.rows).toEqual([{ bindings: 11, spread: true, fits: true }])
    const { rows } = await database.pool.query(
      `select count(*)::int as orders, count(distinct d.agent_id)::int as distributors, count(distinct o.type)::int as types,
              count(distinct u.language)::int as languages, bool_and(o.source = 'app') as by_app_users,
              count(*) filter (where o.status = 'unresolved')::int as unresolved,
              count(*) filter (where o.status = 'unresolved' and o.handler_uid is not null)::int as assigned,
              count(*) filter (where o.status = 'resolved')::int as resolved, count(o.rating)::int as rated
         from service_orders o join devices d using (device_id) join app_users u using (app_user_id)`,
    )
    expect(rows).toEqual([
      {
        orders: 11,
        distributors: 11,
        types: 5,
        languages: 4,
        by_app_users: true,
        unresolved: 5,
        // One is assigned, another belongs to who answered it first.
        assigned: 2,
        resolved: 6,
        rated: 5,
      },
    ])
    const lines = await database.pool.query(
      `select kind, count(*)::int as n from service_order_lines group by 1 order by kind::text`,
    )
    expect(lines.rows).toEqual([
      { kind: 'answer', n: 8 },
      { kind: 'reply', n: 2 },
    ])
  })

  it('sends the simulator the secrets that are sealed in the database', async () => {
    const done = { backfilled: false, past_made: false, moved_in: false }
    const state = { seed: 7, count: 200, days: 7, made_at: MADE_AT, ...done }
    const where = { url: 'mqtt://localhost:1883', secret_key_hex: KEY_HEX, firmware_key: 'none' }
    const file = fleetFileOf(plan, state, where)
    const unit = file.units[0]
    const row = await database.db
      .selectFrom('devices')
      .select('secret_sealed')
      .where('mac', '=', unit?.did ?? '')
      .executeTakeFirstOrThrow()
    expect(file.units).toHaveLength(190)
    expect(file.units.map(({ did }) => did)).not.toContain(spareModuleOf(plan, KEY_HEX)?.did)
    expect(unseal(SMALL_FLEET_KEY, row.secret_sealed)?.toString('hex')).toBe(unit?.secret_hex)
  })
})
