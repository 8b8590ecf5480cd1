import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { BusState, OnlineState } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { unseal } from '../platform/seal.ts'
import type { Alarm, PendingFaults } from './alarm-rules.ts'
import { packLatestBlocks } from './latest-blocks.ts'
import { type Layout, loadLayouts } from './layouts.ts'

/** What changes with reports and connections; replaced as a whole, and only after the commit that stores it. */
export type DeviceState = {
  online_status: OnlineState
  bus_status: BusState
  rssi_dbm: number | null
  /** Device time of the newest report, unix ms. */
  last_report_ms: number | null
  /** What the newest report left standing, the worst first; empty until one came. */
  alarms: readonly Alarm[]
  alarm_keys: readonly string[]
  alarm_severity: Severity | null
  pending_faults: PendingFaults
  last_alarm_ms: number | null
  /**
   * Newest good answers, packed (latest-blocks.ts); no register stands in two of them. In one piece: what is replaced with every report of
   * a unit lives for half a minute, and is collected with the old objects, each of which has its price.
   */
  latest: Buffer
  /** Flow water temperature of these; null = unknown. */
  flow_c: number | null
}

/** A device as the gateway keeps it in memory. */
export type KnownDevice = {
  device_id: number
  mac: string
  agent_path: string
  product_key: string
  net: 'wifi' | '4g'
  static_login: boolean
  secret_sealed: Buffer
  state: DeviceState
}

/** The devices asked for so far: one query each, many at once, then memory. */
export type KnownDevices = {
  /** Null = no such device. Rejects when the database cannot be asked. */
  find: (mac: string) => Promise<KnownDevice | null>
  /** What memory has of a sender and of the version in use of its product; undefined = one of them must be asked for. */
  getCachedSender: (mac: string) => { device: KnownDevice; layout: Layout } | undefined
  /** A device that was asked for before, from memory; undefined = it was not. */
  recall: (device_id: number) => KnownDevice | undefined
  secretOf: (device: KnownDevice) => Buffer | null
  /** The version in use of the device's product; null = the product has none. */
  findLayout: (device: KnownDevice) => Promise<Layout | null>
  /** Reads rows again; gives the ids of those that must log in anew: gone, or with another secret. */
  reload: (device_ids: readonly number[]) => Promise<string[]>
  forgetProducts: (product_keys: readonly string[]) => void
  /** What was made with the knowledge base of faults is made anew. */
  forgetKnowledge: () => void
  /** The devices of these products that are on line here. */
  listOnline: (product_keys: readonly string[]) => KnownDevice[]
}

type Deps = { pool: pg.Pool; log: Logger; secret_key: Buffer }

export const createKnownDevices = ({ pool, log, secret_key }: Deps): KnownDevices => {
  const by_mac = new Map<string, KnownDevice>()
  const macs = new Map<number, string>()
  const layouts = new Map<string, Promise<Layout | null>>()
  /** Those of them that have been read. */
  const read_layouts = new Map<string, Layout>()
  const findRow = batched((macs) => loadDevices(pool, 'd.mac = any($1)', macs))

  const keep = (fresh: KnownDevice): KnownDevice => {
    const known = by_mac.get(fresh.mac)
    macs.set(fresh.device_id, fresh.mac)
    if (known === undefined) {
      by_mac.set(fresh.mac, fresh)
      return fresh
    }
    // The state in memory is at least as new as the row.
    return Object.assign(known, { ...fresh, state: known.state })
  }
  const readLayout = (product_key: string): Promise<Layout | null> => {
    const reading = loadLayouts(pool, log, [product_key]).then(([layout]) => layout ?? null)
    layouts.set(product_key, reading)
    // A failed reading, and a product that has no version yet, are asked for again.
    const isInUse = () => layouts.get(product_key) === reading
    const forget = () => isInUse() && layouts.delete(product_key)
    reading.then((layout) => {
      if (layout === null) forget()
      else if (isInUse()) read_layouts.set(product_key, layout)
    }, forget)
    return reading
  }

  return {
    find: async (mac) => {
      const known = by_mac.get(mac)
      if (known !== undefined) return known
      const row = await findRow(mac)
      return row === undefined ? null : keep(row)
    },
    getCachedSender: (mac) => {
      const device = by_mac.get(mac)
      const layout = device && read_layouts.get(device.product_key)
      return layout && { device, layout }
    },
    recall: (device_id) => by_mac.get(macs.get(device_id) ?? ''),
    secretOf: (device) => unseal(secret_key, device.secret_sealed),
    findLayout: ({ product_key }) => layouts.get(product_key) ?? readLayout(product_key),
    reload: async (device_ids) => {
      const wanted = new Set(device_ids)
      const before = [...by_mac.values()].filter(({ device_id }) => wanted.has(device_id))
      const fresh = await loadDevices(pool, 'd.device_id = any($1::int[])', [...wanted])
      const by_id = new Map(fresh.map((row) => [row.device_id, row]))
      const must_leave: string[] = []
      for (const known of before) {
        const row = by_id.get(known.device_id)
        if (row?.mac !== known.mac) {
          by_mac.delete(known.mac)
          macs.delete(known.device_id)
        }
        if (row?.mac !== known.mac || !row.secret_sealed.equals(known.secret_sealed)) must_leave.push(known.mac)
      }
      for (const row of fresh) if (by_mac.has(row.mac)) keep(row)
      return must_leave
    },
    listOnline: (product_keys) => {
      const wanted = new Set(product_keys)
      return [...by_mac.values()].filter(
        ({ product_key, state }) => wanted.has(product_key) && state.online_status === 'online',
      )
    },
    forgetProducts: (product_keys) => {
      for (const key of product_keys) {
        layouts.delete(key)
        read_layouts.delete(key)
      }
    },
    forgetKnowledge: () => {
      layouts.clear()
      read_layouts.clear()
    },
  }
}

/** Columns of {@link loadDevices}; the rows are our own, read by our own query. */
type DeviceRow = Omit<KnownDevice, 'state'> & {
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
}

const loadDevices = async (
  pool: pg.Pool,
  where: 'd.mac = any($1)' | 'd.device_id = any($1::int[])',
  keys: readonly (string | number)[],
): Promise<KnownDevice[]> => {
  const { rows } = await pool.query<DeviceRow>(
    `select d.device_id, d.mac, d.agent_path, d.product_key, d.net, d.static_login, d.secret_sealed,
       s.online, s.first_online_at, s.bus_status, s.rssi_dbm, s.last_report_at, s.latest_blocks, s.flow_c,
       s.alarm_keys, s.alarm_severity, s.last_alarm_at
     from devices d left join device_status s using (device_id) where ${where}`,
    [keys],
  )
  return rows.map(toDevice)
}

const toDevice = (row: DeviceRow): KnownDevice => {
  const { device_id, mac, agent_path, product_key, net, static_login, secret_sealed } = row
  return {
    device_id,
    mac,
    agent_path,
    product_key,
    net,
    static_login,
    secret_sealed,
    state: {
      online_status: row.online === true ? 'online' : row.first_online_at === null ? 'never' : 'offline',
      bus_status: row.bus_status ?? 'unknown',
      rssi_dbm: row.rssi_dbm,
      last_report_ms: row.last_report_at?.getTime() ?? null,
      alarms: [],
      alarm_keys: row.alarm_keys ?? [],
      alarm_severity: row.alarm_severity,
      pending_faults: new Map(),
      last_alarm_ms: row.last_alarm_at?.getTime() ?? null,
      // A copy: what the driver gives is a piece of all that it read.
      latest:
        row.latest_blocks === null ? packLatestBlocks([]) : Buffer.from(Uint8Array.from(row.latest_blocks).buffer),
      flow_c: row.flow_c,
    },
  }
}

/** Gathers what is asked for in one turn of the loop into one query: a fleet that reconnects costs hundreds, not thousands. */
const batched = (load: (macs: string[]) => Promise<KnownDevice[]>) => {
  let asked: { macs: Set<string>; answer: Promise<Map<string, KnownDevice>> } | null = null
  return async (mac: string): Promise<KnownDevice | undefined> => {
    if (asked === null) {
      const macs = new Set<string>()
      const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
        asked = null
        return new Map((await load([...macs])).map((row) => [row.mac, row]))
      })
      asked = { macs, answer }
    }
    asked.macs.add(mac)
    return (await asked.answer).get(mac)
  }
}
