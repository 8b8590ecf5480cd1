import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { BusState, OnlineState } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { unseal } from '../platform/seal.ts'
import type { Alarm, PendingFaults } from './alarm-rules.ts'
import { batchLookups } from './batched-lookups.ts'
import type { AppliedRules, RuleStates } from './device-rules.ts'
import { packLatestBlocks } from './latest-blocks.ts'
import { type FormerLayout, type Layout, loadFormerLayout, loadLayouts } from './layouts.ts'
import { RULE_STATES_COLUMN, type RuleStateRow, toRuleStates } from './store-rule-states.ts'

/** State that changes with reports and connections; replaced as a whole, and only after the commit that stores it. */
export type DeviceState = {
  online_status: OnlineState
  bus_status: BusState
  rssi_dbm: number | null
  /** Device time of the newest report, unix ms. */
  last_report_ms: number | null
  /** Active alarms after the newest report, the most severe first; empty until the first report. */
  alarms: readonly Alarm[]
  alarm_keys: readonly string[]
  alarm_severity: Severity | null
  pending_faults: PendingFaults
  /** Alarm rules of people that hold, are waited for, or are active. */
  rules: RuleStates
  last_alarm_ms: number | null
  /**
   * Latest good answers, encoded (latest-blocks.ts); no register is contained twice. One buffer: it lives until the next report of the
   * device, half a minute, so it reaches the old generation, where every object costs collection time.
   */
  latest: Buffer
  /** Flow water temperature of these; null = unknown. */
  flow_c: number | null
}

/** A device cached in the gateway's memory. */
export type CachedDevice = {
  device_id: number
  mac: string
  agent_path: string
  product_key: string
  net: 'wifi' | '4g'
  static_login: boolean
  /** Another module took its place: it is refused. */
  replaced: boolean
  secret_sealed: Buffer
  /** It logged in with the secret of its product, ... */
  provisioned: boolean
  /** ... and since then with its own. */
  own_secret_used: boolean
  /** Alarm rules of people that apply to it, as they were last looked up: kept here, because a map of all devices costs each report a miss. */
  applied_rules: AppliedRules | null
  state: DeviceState
}

/** Cache of devices: loaded in batches on first use, then served from memory. */
export type DeviceCache = {
  /** Null = no such device. Rejects when the database is unavailable. */
  find: (mac: string) => Promise<CachedDevice | null>
  /** A sender and its product's version in use if both are cached; undefined = at least one must be loaded. */
  getCachedSender: (mac: string) => { device: CachedDevice; layout: Layout } | undefined
  /** A cached device; undefined = not loaded yet. */
  getCached: (device_id: number) => CachedDevice | undefined
  secretOf: (device: CachedDevice) => Buffer | null
  /** The version in use of the device's product; null = the product has none. */
  findLayout: (device: CachedDevice) => Promise<Layout | null>
  /** The version of the device's product that was in use at a time (unix ms); null = none was published before it. */
  findLayoutAt: (device: CachedDevice, at_ms: number) => Promise<Layout | null>
  /** Reloads devices; returns the macs of those to disconnect: deleted, or with a new secret. */
  reload: (device_ids: readonly number[]) => Promise<string[]>
  dropProducts: (product_keys: readonly string[]) => void
  /** Products of which another version is in use than the one cached. Rejects when the database is unavailable. */
  findReplacedLayouts: () => Promise<string[]>
  /** Drops everything derived from the knowledge base of faults. */
  dropLayouts: () => void
  /** The online devices of these products. */
  listOnline: (product_keys: readonly string[]) => CachedDevice[]
}

type Deps = { pool: pg.Pool; log: Logger; secret_key: Buffer }

/** Devices of one query when a fleet reconnects: some ten ms of the database. */
const LOADED_AT_ONCE_MAX = 1_000
/** Of a product, those that were asked for last: a replay of a day meets one or two. */
const FORMER_LAYOUTS_MAX = 4

export const createDeviceCache = ({ pool, log, secret_key }: Deps): DeviceCache => {
  const by_mac = new Map<string, CachedDevice>()
  const macs = new Map<number, string>()
  const layouts = new Map<string, Promise<Layout | null>>()
  /** The layouts that are loaded. */
  const loaded_layouts = new Map<string, Layout>()
  const former_layouts = new Map<string, FormerLayout[]>()
  const findRow = batchLookups(
    async (macs) => (await loadDevices(pool, 'd.mac = any($1)', macs)).map((row) => [row.mac, row] as const),
    LOADED_AT_ONCE_MAX,
  )

  const store = (fresh: CachedDevice): CachedDevice => {
    const cached = by_mac.get(fresh.mac)
    macs.set(fresh.device_id, fresh.mac)
    if (cached === undefined) {
      by_mac.set(fresh.mac, fresh)
      return fresh
    }
    // The cached state is at least as new as the row.
    return Object.assign(cached, { ...fresh, state: cached.state })
  }
  const readLayout = (product_key: string): Promise<Layout | null> => {
    const reading = loadLayouts(pool, log, [product_key]).then(([layout]) => layout ?? null)
    layouts.set(product_key, reading)
    // A failed load, and a product without a version, are loaded again next time.
    const isInUse = () => layouts.get(product_key) === reading
    const drop = () => isInUse() && layouts.delete(product_key)
    reading.then((layout) => {
      if (layout === null) drop()
      else if (isInUse()) loaded_layouts.set(product_key, layout)
    }, drop)
    return reading
  }

  return {
    find: async (mac) => {
      const cached = by_mac.get(mac)
      if (cached !== undefined) return cached
      const row = await findRow(mac)
      return row === undefined ? null : store(row)
    },
    getCachedSender: (mac) => {
      const device = by_mac.get(mac)
      const layout = device && loaded_layouts.get(device.product_key)
      // What a replaced module sends is rejected by name, on the longer way.
      return device?.replaced === true ? undefined : layout && { device, layout }
    },
    getCached: (device_id) => by_mac.get(macs.get(device_id) ?? ''),
    secretOf: (device) => unseal(secret_key, device.secret_sealed),
    findLayout: ({ product_key }) => layouts.get(product_key) ?? readLayout(product_key),
    findLayoutAt: async ({ product_key }, at_ms) => {
      const known = former_layouts.get(product_key) ?? []
      const holds = ({ layout, until_ms }: FormerLayout) => (layout.published_ms ?? 0) <= at_ms && at_ms < until_ms
      const found = known.find(holds) ?? (await loadFormerLayout(pool, log, product_key, at_ms))
      if (found === null) return null
      former_layouts.set(product_key, [found, ...known.filter((one) => one !== found)].slice(0, FORMER_LAYOUTS_MAX))
      return found.layout
    },
    reload: async (device_ids) => {
      const wanted = new Set(device_ids)
      const before = [...by_mac.values()].filter(({ device_id }) => wanted.has(device_id))
      const fresh = await loadDevices(pool, 'd.device_id = any($1::int[])', [...wanted])
      const by_id = new Map(fresh.map((row) => [row.device_id, row]))
      const to_disconnect: string[] = []
      for (const cached of before) {
        const row = by_id.get(cached.device_id)
        if (row?.mac !== cached.mac) {
          by_mac.delete(cached.mac)
          macs.delete(cached.device_id)
        }
        if (row?.mac !== cached.mac || !row.secret_sealed.equals(cached.secret_sealed)) to_disconnect.push(cached.mac)
      }
      for (const row of fresh) if (by_mac.has(row.mac)) store(row)
      return to_disconnect
    },
    listOnline: (product_keys) => {
      const wanted = new Set(product_keys)
      return [...by_mac.values()].filter(
        ({ product_key, state }) => wanted.has(product_key) && state.online_status === 'online',
      )
    },
    dropProducts: (product_keys) => {
      for (const key of product_keys) {
        layouts.delete(key)
        loaded_layouts.delete(key)
        former_layouts.delete(key)
      }
    },
    findReplacedLayouts: async () => {
      const cached = [...loaded_layouts.values()]
      if (cached.length === 0) return []
      const { rows } = await pool.query<{ product_key: string }>(
        `select cached.product_key from unnest($1::text[], $2::int[]) cached (product_key, layout_id)
         join products using (product_key) where products.layout_id is distinct from cached.layout_id`,
        [cached.map(({ product_key }) => product_key), cached.map(({ layout_id }) => layout_id)],
      )
      return rows.map(({ product_key }) => product_key)
    },
    dropLayouts: () => {
      layouts.clear()
      loaded_layouts.clear()
      former_layouts.clear()
    },
  }
}

/** Columns of {@link loadDevices}. */
type DeviceRow = Omit<CachedDevice, 'state' | 'applied_rules'> & {
  online: boolean | null
  first_online_at: Date | null
  bus_status: BusState | null
  rssi_dbm: number | null
  last_report_at: Date | null
  latest_blocks: Buffer | null
  flow_c: number | null
  alarm_keys: string[] | null
  alarm_severity: Severity | null
  last_alarm_at: Date | null
  rule_states: RuleStateRow[] | null
}

const loadDevices = async (
  pool: pg.Pool,
  where: 'd.mac = any($1)' | 'd.device_id = any($1::int[])',
  keys: readonly (string | number)[],
): Promise<CachedDevice[]> => {
  const { rows } = await pool.query<DeviceRow>(
    `select d.device_id, d.mac, d.agent_path, d.product_key, d.net, d.static_login, d.secret_sealed, d.replaced_at is not null as replaced,
       s.provisioned_at is not null as provisioned, s.own_secret_at is not null as own_secret_used, s.online, s.first_online_at, s.bus_status, s.rssi_dbm, s.last_report_at, s.latest_blocks, s.flow_c,
       s.alarm_keys, s.alarm_severity, s.last_alarm_at, ${RULE_STATES_COLUMN}
     from devices d left join device_status s using (device_id) where ${where}`,
    [keys],
  )
  return rows.map(toDevice)
}

const toDevice = (row: DeviceRow): CachedDevice => {
  const { device_id, mac, agent_path, product_key, net, static_login, replaced, secret_sealed } = row
  const { provisioned, own_secret_used } = row
  return {
    device_id,
    mac,
    agent_path,
    product_key,
    net,
    static_login,
    replaced,
    secret_sealed: copyOf(secret_sealed),
    provisioned,
    own_secret_used,
    applied_rules: null,
    state: {
      online_status: row.online === true ? 'online' : row.first_online_at === null ? 'never' : 'offline',
      bus_status: row.bus_status ?? 'unknown',
      rssi_dbm: row.rssi_dbm,
      last_report_ms: row.last_report_at?.getTime() ?? null,
      alarms: [],
      alarm_keys: row.alarm_keys ?? [],
      alarm_severity: row.alarm_severity,
      pending_faults: new Map(),
      rules: toRuleStates(row.rule_states),
      last_alarm_ms: row.last_alarm_at?.getTime() ?? null,
      latest: row.latest_blocks === null ? packLatestBlocks([]) : copyOf(row.latest_blocks),
      flow_c: row.flow_c,
    },
  }
}

/** The driver's value is a view of its whole read buffer, 64 KB, which would stay in memory as long as the device does. */
const copyOf = (view: Buffer): Buffer => Buffer.from(Uint8Array.from(view).buffer)
