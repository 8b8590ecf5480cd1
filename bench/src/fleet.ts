import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** Whose access rights a measurement uses; also the user names, all with the administrator's password. */
export const VIEWERS = ['admin', 'province', 'young_province', 'city', 'county', 'group'] as const
export type Viewer = (typeof VIEWERS)[number]

export type Fleet = {
  devices: number
  agents: number
  roles: number
  products: string[]
  /** A county of average size, its city and its province. */
  agent_ids: { county: number; city: number; province: number }
}

const PRODUCTS = 3
const ROLES = 300
const PROVINCES = 34

/**
 * Fills an empty product (migrated, with its administrator and built-in product) with a fleet, unless it has it already: distributors in three levels, products,
 * roles, accounts, a resource group, devices and their states at this moment. Chance is a hash of the row number: two fleets of a size
 * are alike. 1,000,000 devices give 20,034 distributors; never fewer than two cities a province and two counties a city.
 */
export const generateFleet = async (client: pg.Client, devices: number): Promise<Fleet> => {
  const cities = Math.max(2 * PROVINCES, Math.round(devices * 0.0015))
  const counties = Math.max(2 * cities, Math.round(devices * 0.0185))
  // Ids 1.. are the provinces, then the cities, then the counties; the last province is the young one.
  const county = 1 + PROVINCES + cities + Math.floor(counties / 4)
  const city = 1 + PROVINCES + (Math.floor(counties / 4) % cities)
  const agent_ids = { county, city, province: 1 + ((city - 1 - PROVINCES) % PROVINCES) }
  const described = async (): Promise<Fleet> => {
    const { rows } = await client.query<{ product_key: string }>(
      'select product_key from products order by product_key',
    )
    const products = rows.map(({ product_key }) => product_key)
    return { devices, agents: PROVINCES + cities + counties, roles: ROLES, products, agent_ids }
  }
  if (await isFilled(client, devices)) return described()
  await client.query(CHANCE)
  await client.query(DISTRIBUTORS, [PROVINCES, cities, counties])
  await client.query(
    `select setval(pg_get_serial_sequence('distributors', 'agent_id'), max(agent_id)) from distributors`,
  )
  await insertProducts(client)
  await client.query(
    `insert into roles (role_name, permissions, level, data_scope, description)
     select role_name || ' ' || n, permissions, level, data_scope, description
     from (select *, row_number() over (order by role_id) as place, count(*) over () as kinds from roles) r,
       generate_series(1, $1::int) n where n % kinds = place - 1`,
    [ROLES],
  )
  await insertAccounts(client, agent_ids)
  await withoutIndexes(client, ['devices', 'device_status'], async () => {
    await client.query(DEVICES, [devices, PROVINCES, cities, counties])
    await client.query(STATES)
  })
  await client.query(`select setval(pg_get_serial_sequence('devices', 'device_id'), $1)`, [devices])
  await client.query('vacuum analyze')
  return described()
}

/** Whether a kept folder has such a fleet; refuses another one. */
const isFilled = async (client: pg.Client, devices: number): Promise<boolean> => {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from devices')
  const n = rows[0]?.n ?? 0
  if (n !== 0 && n !== devices) throw new RangeError(`the folder has a fleet of ${n} devices, not of ${devices}`)
  return n !== 0
}

/** A number from 0 to 1 for a row and a purpose, always the same; and the check digit of an IMEI (Luhn). */
const CHANCE = `
  create function pg_temp.chance(id bigint, purpose int) returns float8 immutable language sql as
    $$ select (hashint8extended(id, purpose) & 1048575) / 1048576.0 $$;
  create function pg_temp.imei(digits text) returns text immutable language sql as
    $$ select digits || (10 - sum(case when n % 2 = 1 then d else d * 2 - case when d > 4 then 9 else 0 end end) % 10) % 10
       from (select n, substr(digits, n, 1)::int as d from generate_series(1, 14) n) s $$`

const DISTRIBUTORS = `
  with places as (
    select p as id, 1 as level, null::int as parent, 'Province ' || p as name, (10 + p) || '0000' as region
    from generate_series(1, $1::int) p
    union all
    select $1 + c + 1, 2, 1 + c % $1, 'City ' || c + 1, (11 + c % $1) || lpad(((1 + c / $1) % 100)::text, 2, '0') || '00'
    from generate_series(0, $2::int - 1) c
    union all
    select $1 + $2 + k + 1, 3, $1 + 1 + k % $2, 'County ' || k + 1, (11 + k % $2 % $1)
      || lpad(((1 + k % $2 / $1) % 100)::text, 2, '0') || lpad(((1 + k / $2) % 100)::text, 2, '0')
    from generate_series(0, $3::int - 1) k
  )
  insert into distributors (agent_id, agent_name, agent_level, parent_id, agent_path, country, region_code)
  overriding system value
  select p.id, p.name, p.level, p.parent, concat('/', city.parent || '/', p.parent || '/', p.id || '/'), 'CN', p.region
  from places p left join places city on city.id = p.parent order by p.id`

/** Two more products with the points of the built-in one. */
const insertProducts = async (client: pg.Client): Promise<void> => {
  await client.query(
    `with more as (
       insert into products (product_key, name, english_name, category, network_type, state)
       select product_key || '-' || n, name || ' ' || n, english_name || ' ' || n, category, network_type, state
       from products, generate_series(2, $1::int) n where built_in
       returning product_key
     )
     insert into product_versions (product_key, version, points, poll_blocks, settings, published_at)
     select more.product_key, 1, v.points, v.poll_blocks, v.settings, v.published_at
     from more, products p join product_versions v on v.layout_id = p.layout_id where p.built_in`,
    [PRODUCTS],
  )
  await client.query(
    `update products p set layout_id = v.layout_id from product_versions v
     where v.product_key = p.product_key and p.layout_id is null`,
  )
  // None of these units has a module: the product would take all of them off line minutes after its next start.
  await client.query(
    `update product_versions set settings = settings || jsonb_build_object('access',
       coalesce(settings->'access', '{}') || '{"offline_after_s": 86400}')`,
  )
}

/** One account for each viewer, and one for every fifth distributor. */
const insertAccounts = async (client: pg.Client, { county, city, province }: Fleet['agent_ids']): Promise<void> => {
  const viewers = ['province', 'young_province', 'city', 'county'] satisfies Viewer[]
  await client.query(
    `with admin as (select password_hash, role_id from accounts where agent_id is null order by uid limit 1),
     cities as (
       insert into resource_groups (group_name, agent_ids, product_keys)
       values ('Two cities, one product', array[$3::int + 1, $3 + 2], (select array_agg(product_key) from products where built_in))
       returning group_id),
     levels as (
       select role_id, row_number() over (order by role_id) as level from roles where built_in and level = 'distributor'),
     people as (
       select name, id from unnest($1::text[], $2::int[]) v (name, id)
       union all select 'account ' || agent_id, agent_id from distributors where agent_id % 5 = 1)
     insert into accounts (user_name, nick_name, password_hash, role_id, agent_id, resource_group_id)
     select name, name, password_hash, l.role_id, id, 1
     from admin, people join distributors on agent_id = id join levels l on l.level = agent_level
     union all select 'group', 'group', password_hash, role_id, null, group_id from admin, cities`,
    [viewers, [province, PROVINCES, city, county], city],
  )
}

/**
 * Devices in the order of their import, in cartons of consecutive ids for one distributor. The first tenth of the counties has a third
 * of them. The last 2 % belong to the young province, whose ids therefore all lie at the end: a plan that walks the ids in order
 * meets them last. They stand around the town of their county, some ten kilometres wide, towns around their city, provinces side by side.
 */
const DEVICES = `
  with size as (select greatest(1, least(20, $1::int / $4::int / 2)) as carton),
  drawn as (
    select id, id > $1 * 0.98 as young, case when id > $1 * 0.98 then -1 else 1 end * ((id - 1) / carton) as carton
    from generate_series(1, $1::int) id, size),
  counties as (
    select id, young, carton, floor(power(pg_temp.chance(carton, 1), 2) * $4)::int as county from drawn),
  placed as (
    select id, young, carton, county, county % $3::int % $2::int as province from counties),
  fitting as (
    select id, carton, case
      when young and (county + $2 - 1 - province >= $4 or county % $3 + $2 - 1 - province >= $3) then county - province - 1
      when young then county + $2 - 1 - province
      when province = $2 - 1 then county - 1
      else county end as county
    from placed),
  owned as (
    select id, pg_temp.chance(carton, 2) as level, 1 + county % $3 % $2 as province, 1 + $2 + county % $3 as city,
      1 + $2 + $3 + county as county from fitting),
  products as (select array_agg(product_key order by product_key) as keys from products)
  insert into devices (device_id, mac, device_name, product_key, agent_id, agent_path, net, iccid, secret_sealed,
    software_version, hardware_version, module_version, identify_status, active, lat, lon, import_tag, import_time, imported_user)
  overriding system value
  select id,
    case when is_4g then pg_temp.imei('8634' || lpad((id - 1)::text, 10, '0')) else 'a4c1' || lpad(to_hex(id - 1), 8, '0') end,
    (array['Villa', 'House', 'School', 'Hotel', 'Office'])[1 + floor(pg_temp.chance(id, 3) * 5)::int] || ' '
      || (array['Linden', 'Harbour', 'Mill', 'Orchard', 'Station', 'Lake'])[1 + floor(pg_temp.chance(id, 4) * 6)::int] || ' ' || id,
    keys[case when pg_temp.chance(id, 5) < 0.7 then 1 when pg_temp.chance(id, 5) < 0.9 then 2 else 3 end],
    d.agent_id, d.agent_path, case when is_4g then '4g' else 'wifi' end,
    case when is_4g then '89860' || lpad(id::text, 14, '0') end, decode(repeat('00', 60), 'hex'),
    '2.' || floor(pg_temp.chance(id, 6) * 12)::int, 'CG248075', '1.3.0',
    case when kind >= 0.96 then 'not_started' when pg_temp.chance(id, 8) < 0.98 then 'recognized'
      when pg_temp.chance(id, 8) < 0.99 then 'identifying' else 'unrecognized' end,
    kind < 0.96, 23 + province / 6 * 3.2 + north, 102 + province % 6 * 4 + east, 'Delivery ' || id / 10000,
    now() - ($1 - id) * interval '1 second', 'admin'
  from (select *, pg_temp.chance(id, 7) as kind, pg_temp.chance(id, 9) < 0.7 as is_4g,
      (pg_temp.chance(city, 20) - 0.5) * 2.6 + (pg_temp.chance(county, 21) - 0.5) * 0.6
        + (pg_temp.chance(id, 22) + pg_temp.chance(id, 23) - 1) * 0.1 as north,
      (pg_temp.chance(city, 24) - 0.5) * 3.4 + (pg_temp.chance(county, 25) - 0.5) * 0.7
        + (pg_temp.chance(id, 26) + pg_temp.chance(id, 27) - 1) * 0.1 as east
    from owned) o, products, distributors d
  where d.agent_id = case when level < 0.01 then province when level < 0.03 then city else county end
  order by id`

/** Most units are on line; most of the others come back soon, some after months; the latest blocks have the size they have in the field. */
const STATES = `
  with blocks as (
    select p.product_key, p.layout_id, (
      select string_agg(int2send(((b->>'slave')::int * 256 + (b->>'fn')::int)::int2) || int2send((b->>'start')::int2)
        || int2send((b->>'quantity')::int2) || int4send(extract(epoch from now())::int)
        || substr(int2send(((b->>'quantity')::int * 2)::int2), 2)
        || decode(repeat('0140', (b->>'quantity')::int), 'hex'), ''::bytea order by place)
      from jsonb_array_elements(v.poll_blocks) with ordinality e (b, place)) as latest
    from products p join product_versions v using (layout_id)),
  units as (
    select d.device_id as id, d.active, d.active and pg_temp.chance(d.device_id, 7) < 0.9 as online,
      now() - power(1500, pg_temp.chance(d.device_id, 10)) * interval '1 hour' as gone,
      d.active and pg_temp.chance(d.device_id, 11) < 0.02 as alarm, pg_temp.chance(d.device_id, 12) < 0.01 as lost,
      b.layout_id, b.latest
    from devices d join blocks b using (product_key)),
  times as (
    select *, case when online then now() else gone end - (1 + id % 99) * interval '1 hour' as came,
      case when online then now() else gone end - id % 60 * interval '1 second' as reported
    from units)
  insert into device_status (device_id, online, online_since, first_online_at, last_online_at, last_offline_at, online_times,
    bus_status, rssi_dbm, last_report_at, last_arrival_at, layout_id, latest_blocks, flow_c, alarm_keys, alarm_count, last_alarm_at)
  select id, online, case when online then came end, case when active then now() - (1600 + id % 4000) * interval '1 hour' end,
    case when active then came end, case when active and not online then gone end, case when active then 1 + id % 40 else 0 end,
    case when not active then 'unknown' when lost then 'lost' else 'ok' end, case when active then -50 - id % 50 end,
    case when active then reported end, case when active then reported end, case when active then layout_id end,
    case when active then latest end, case when active then 32 end,
    case when alarm then array['e01'] else '{}' end, alarm::int, case when alarm then reported end
  from times order by id`

/**
 * Runs `fill` without the secondary indexes of these tables, then creates them again: several times as fast. In one transaction: the product
 * runs meanwhile and waits, where without indexes its statements would read a whole table for each row.
 */
export const withoutIndexes = async (client: pg.Client, tables: readonly string[], fill: () => Promise<void>) => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not i.indisunique`,
    [tables],
  )
  await client.query('begin')
  for (const { name } of rows) await client.query(`drop index ${client.escapeIdentifier(name)}`)
  await fill()
  await client.query(`set local maintenance_work_mem = '256MB'`)
  for (const { definition } of rows) await client.query(definition)
  await client.query('commit')
}

const FOLDED_MAX_MS = 30 * 60_000

/** Waits until the counters hold what the fleet was filled with: a fleet that grows unit by unit never has so much to fold. */
export const untilFolded = async (client: pg.Client): Promise<void> => {
  for (let waited_ms = 0; waited_ms < FOLDED_MAX_MS; waited_ms += 1_000) {
    const { rows } = await client.query<{ n: number }>(
      `select ((select count(*) from device_tally_changes) + (select count(*) from map_cell_changes)
        + (select count(*) from alarm_tally_changes) + (select count(*) from standing_alarm_changes))::int as n`,
    )
    if (rows[0]?.n === 0) return
    await pause(1_000)
  }
  throw new Error('the counters were not folded in time')
}
