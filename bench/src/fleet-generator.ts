import type pg from 'pg'
import { type Cell, copyRows } from './copy-rows.ts'
import {
  type FleetSize,
  type PlannedDevice,
  PRODUCTS,
  planAgents,
  planDevices,
  provinceOf,
  sizeOf,
} from './fleet-plan.ts'
import { withoutIndexes } from './without-indexes.ts'

/** What the measurement needs to know of the fleet it made. */
export type Fleet = FleetSize & {
  agents: number
  /** Accounts to log in with, each for one reach; all have the administrator's password. */
  accounts: Record<Reach, string>
  products: string[]
  /** A county, a city and a province, by id. */
  agent_ids: { county: number; city: number; province: number }
}

/** Whose eyes a measurement looks through. */
export const REACHES = ['administrator', 'province', 'young_province', 'city', 'county', 'group'] as const
export type Reach = (typeof REACHES)[number]

type PlacedAgent = { agent_id: number; agent_path: string; level: 1 | 2 | 3; region_code: string }

/** Accounts besides those that measure: one for every fifth distributor, as a fleet of that size has. */
const ACCOUNT_EVERY = 5
const HOUR_MS = 3_600_000

/**
 * Fills an empty product (migrated, with its administrator and built-in product) with a fleet: distributors in three
 * levels, products, roles, accounts, resource groups, devices with their states. `now_ms` is the moment the states are
 * true for. Everything else comes from a fixed seed.
 */
export const generateFleet = async (client: pg.Client, devices: number, now_ms: number): Promise<Fleet> => {
  const size = sizeOf(devices)
  const agents = await copyAgents(client, size)
  const products = await copyProducts(client)
  await copyRoles(client, size.roles)
  const accounts = await copyAccounts(client, size, agents)
  await withoutIndexes(client, ['devices', 'device_status'], async () => {
    await copyDevices(client, size, agents, products, now_ms)
    await copyStates(client, size, now_ms)
  })
  await client.query(`select setval(pg_get_serial_sequence('devices', 'device_id'), $1)`, [size.devices])
  await client.query('vacuum analyze')
  const idAt = (place: number): number => agents[place]?.agent_id ?? 0
  const chain = measuredChain(size)
  return {
    ...size,
    agents: agents.length,
    accounts,
    products,
    agent_ids: { province: idAt(chain.province), city: idAt(chain.city), county: idAt(chain.county) },
  }
}

/** Places of a county of average size, its city and its province. */
const measuredChain = (size: FleetSize) => {
  const nth = Math.floor(size.counties / 4)
  const city = size.provinces + (nth % size.cities)
  return { county: size.provinces + size.cities + nth, city, province: provinceOf(size, city) }
}

const copyAgents = async (client: pg.Client, size: FleetSize): Promise<PlacedAgent[]> => {
  const placed: PlacedAgent[] = []
  const rows = planAgents(size).map(({ level, parent, name, region_code }, at): Cell[] => {
    const above = parent === null ? undefined : placed[parent]
    const agent_path = `${above?.agent_path ?? '/'}${at + 1}/`
    placed.push({ agent_id: at + 1, agent_path, level, region_code })
    return [at + 1, name, level, above?.agent_id ?? null, agent_path, 'CN', region_code]
  })
  const columns = ['agent_id', 'agent_name', 'agent_level', 'parent_id', 'agent_path', 'country', 'region_code']
  await copyRows(client, 'distributors', columns, rows)
  await client.query(`select setval(pg_get_serial_sequence('distributors', 'agent_id'), $1)`, [rows.length])
  return placed
}

/** Two more products with the points of the built-in one: a fleet has more than one board. */
const copyProducts = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ product_key: string }>(
    `with more as (
       insert into products (product_key, name, english_name, category, network_type, state)
       select product_key || '-' || n, name || ' ' || n, english_name || ' ' || n, category, network_type, state
       from products, generate_series(2, $1::int) n where built_in
       returning product_key
     ), versions as (
       insert into product_versions (product_key, version, points, poll_blocks, settings, published_at)
       select more.product_key, 1, v.points, v.poll_blocks, v.settings, v.published_at
       from more, products p join product_versions v on v.layout_id = p.layout_id where p.built_in
       returning product_key, layout_id
     ) select product_key from products union all select product_key from more order by 1`,
    [PRODUCTS],
  )
  await client.query(
    `update products p set layout_id = v.layout_id from product_versions v
     where v.product_key = p.product_key and p.layout_id is null`,
  )
  // None of these units has a module: the product would take them off line minutes after its next start, all at once.
  await client.query(
    `update product_versions set settings = settings || jsonb_build_object('access',
       coalesce(settings->'access', '{}') || '{"offline_after_s": 86400}')`,
  )
  return rows.map(({ product_key }) => product_key)
}

/** Copies of the built-in roles, as customers make them. */
const copyRoles = async (client: pg.Client, roles: number): Promise<void> => {
  await client.query(
    `insert into roles (role_name, permissions, level, data_scope, description)
     select role_name || ' ' || n, permissions, level, data_scope, description
     from (select *, row_number() over (order by role_id) as place, count(*) over () as kinds from roles) r,
       generate_series(1, $1::int) n where n % kinds = place - 1`,
    [roles],
  )
}

const copyAccounts = async (
  client: pg.Client,
  size: FleetSize,
  agents: readonly PlacedAgent[],
): Promise<Record<Reach, string>> => {
  const chain = measuredChain(size)
  const { rows: groups } = await client.query<{ group_id: number }>(
    `insert into resource_groups (group_name, agent_ids, product_keys)
     values ('Two cities, one product', $1, (select array_agg(product_key) from products where built_in))
     returning group_id`,
    [[chain.city + 1, chain.city + 2]],
  )
  const columns = ['user_name', 'nick_name', 'password_hash', 'role_id', 'agent_id', 'resource_group_id']
  const { rows: administrator } = await client.query<{ password_hash: string; role_id: number }>(
    `select password_hash, role_id from accounts where agent_id is null order by uid limit 1`,
  )
  const { rows: roles } = await client.query<{ role_id: number }>(
    `select role_id from roles where built_in and level = 'distributor' order by role_id limit 3`,
  )
  const hash = administrator[0]?.password_hash ?? ''
  const rowOf = (name: string, agent: PlacedAgent): Cell[] => {
    const role_id = roles[agent.level - 1]?.role_id ?? 0
    return [name, name, hash, role_id, agent.agent_id, 1]
  }
  const measuring: [Reach, number][] = [
    ['province', chain.province],
    ['young_province', size.provinces - 1],
    ['city', chain.city],
    ['county', chain.county],
  ]
  await copyRows(client, 'accounts', columns, [
    ...measuring.flatMap(([reach, at]) => (agents[at] === undefined ? [] : [rowOf(reach, agents[at])])),
    ['group', 'group', hash, administrator[0]?.role_id ?? 0, null, groups[0]?.group_id ?? 1],
    ...agents.filter((_, at) => at % ACCOUNT_EVERY === 0).map((agent) => rowOf(`account ${agent.agent_id}`, agent)),
  ])
  return {
    administrator: 'admin',
    province: 'province',
    young_province: 'young_province',
    city: 'city',
    county: 'county',
    group: 'group',
  }
}

const copyDevices = async (
  client: pg.Client,
  size: FleetSize,
  agents: readonly PlacedAgent[],
  products: readonly string[],
  now_ms: number,
): Promise<void> => {
  // No module of this fleet ever logs in: its secret is not one.
  const no_secret = Buffer.alloc(60)
  const rows = function* (): Generator<Cell[]> {
    let device_id = 0
    for (const device of planDevices(size)) {
      device_id += 1
      const agent = agents[device.agent]
      if (agent === undefined) continue
      yield [
        device_id,
        device.mac,
        device.name,
        products[device.product] ?? null,
        agent.agent_id,
        agent.agent_path,
        device.net,
        device.net === '4g' ? `89860${String(device_id).padStart(14, '0')}` : null,
        no_secret,
        device.software_version,
        'CG248075',
        '1.3.0',
        device.identify_status,
        device.online || device.offline_h !== null,
        30 + (device_id % 1_000) / 100,
        110 + (device_id % 999) / 100,
        `Delivery ${Math.floor(device_id / 10_000)}`,
        new Date(now_ms - (size.devices - device_id) * 1_000),
        'admin',
      ]
    }
  }
  const columns = `device_id, mac, device_name, product_key, agent_id, agent_path, net, iccid, secret_sealed,
    software_version, hardware_version, module_version, identify_status, active, lat, lon, import_tag, import_time,
    imported_user`
  await copyRows(client, 'devices', [columns], rows())
}

const copyStates = async (client: pg.Client, size: FleetSize, now_ms: number): Promise<void> => {
  const { rows: layouts } = await client.query<{ layout_id: number; poll_blocks: PollBlock[] }>(
    `select v.layout_id, v.poll_blocks from products p join product_versions v on v.layout_id = p.layout_id
     order by p.product_key`,
  )
  const blocks = layouts.map(({ poll_blocks }) => blocksOf(poll_blocks, now_ms))
  const rows = function* (): Generator<Cell[]> {
    let device_id = 0
    for (const device of planDevices(size)) {
      device_id += 1
      const layout_id = layouts[device.product]?.layout_id ?? null
      yield stateOf(device, device_id, now_ms, layout_id, blocks[device.product] ?? null)
    }
  }
  const columns = `device_id, online, online_since, first_online_at, last_online_at, last_offline_at, online_times,
    bus_status, rssi_dbm, last_report_at, last_arrival_at, layout_id, latest_blocks, flow_c, alarm_keys, alarm_count,
    last_alarm_at`
  await copyRows(client, 'device_status', [columns], rows())
}

const stateOf = (
  device: PlannedDevice,
  device_id: number,
  now_ms: number,
  layout_id: number | null,
  blocks: Buffer | null,
): Cell[] => {
  if (!device.online && device.offline_h === null)
    return [device_id, false, null, null, null, null, 0, 'unknown', null, null, null, null, null, null, [], 0, null]
  const first = new Date(now_ms - (1_600 + (device_id % 4_000)) * HOUR_MS)
  const gone = device.offline_h === null ? null : new Date(now_ms - device.offline_h * HOUR_MS)
  const came = new Date((gone?.getTime() ?? now_ms) - (1 + (device_id % 99)) * HOUR_MS)
  const reported = new Date((gone?.getTime() ?? now_ms) - (device_id % 60) * 1_000)
  return [
    device_id,
    device.online,
    device.online ? came : null,
    first,
    came,
    gone,
    1 + (device_id % 40),
    device.bus_lost ? 'lost' : 'ok',
    -50 - (device_id % 50),
    reported,
    reported,
    layout_id,
    blocks,
    blocks === null ? null : FLOW_C,
    device.alarm ? ['e01'] : [],
    device.alarm ? 1 : 0,
    device.alarm ? reported : null,
  ]
}

/** What {@link blocksOf} says of register 18, the flow temperature of the built-in product. */
const FLOW_C = 31.8

type PollBlock = { slave: number; fn: number; start: number; quantity: number }

/** The newest answer to every poll block as the ingest packs it, so that rows have the size they have in the field. */
const blocksOf = (poll_blocks: readonly PollBlock[], now_ms: number): Buffer =>
  Buffer.concat(
    poll_blocks.map(({ slave, fn, start, quantity }) => {
      const block = Buffer.alloc(11 + quantity * 2)
      block.writeUInt8(slave, 0)
      block.writeUInt8(fn, 1)
      block.writeUInt16BE(start, 2)
      block.writeUInt16BE(quantity, 4)
      block.writeUInt32BE(Math.floor(now_ms / 1_000), 6)
      block.writeUInt8(quantity * 2, 10)
      for (let word = 0; word < quantity; word += 1) block.writeUInt16BE(300 + ((start + word) % 200), 11 + word * 2)
      return block
    }),
  )
