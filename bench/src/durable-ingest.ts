import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type pg from 'pg'
import { startBareAcknowledger } from './bare-acknowledger.ts'
import { prepareBareCopy } from './bare-copy.ts'
import { pinThisProcess } from './cores.ts'
import { readOneCpu, readWholeCpu } from './cpu-time.ts'
import { type Spread, spreadOf } from './figures.ts'
import { generateFleet } from './fleet-generator.ts'
import { freePort } from './free-port.ts'
import { describeMachine, loadNow, type Machine } from './machine.ts'
import { prepareFrames, REGISTERS } from './measured-frames.ts'
import { giveSecret, SECRET_KEY_HEX } from './module-secret.ts'
import { requireMosquitto, startMosquitto } from './mosquitto.ts'
import { runPaced } from './paced-loop.ts'
import { type MeasuredProduct, startProduct } from './product-process.ts'
import { type RemoteFleet, startRemoteFleet } from './remote-fleet.ts'
import { signIn } from './signed-in.ts'
import { compareStored, type StoredVerdict } from './stored-reports.ts'

export type IngestAsk = {
  sessions: number
  /** Length of one loop; product, broker and bare copy take turns, `repeats` times each. */
  seconds: number
  repeats: number
  /** Pause before the modules come: in its first ten minutes a gateway looks in the database for what may be stored already. */
  settle_s: number
  data_dir: string
  is_pinned: boolean
  say: (line: string) => void
}

const FIGURES = [
  'rate',
  'us_per_report',
  'database_us',
  'p50_ms',
  'p99_ms',
  'generator_share',
  'paced_rate',
  'paced_p50_ms',
  'paced_p99_ms',
  'paced_us_per_report',
  'paced_own_stall_ms',
  'http_p50_ms',
  'http_p99_ms',
  'peer_rate',
  'peer_us_per_report',
  'peer_generator_share',
  'floor_rate',
  'floor_us_per_report',
  'copy_rate',
  'indexed_copy_rate',
  'share_of_peer',
  'floor_share_of_peer',
  'share_of_copy',
] as const
type TurnFigures = Record<(typeof FIGURES)[number], number>

export type IngestResult = {
  workload: 'w1'
  date: string
  machine: Machine
  load: { before: number; after: number }
  peer: string
  is_pinned: boolean
  /** As the database tells them. */
  durability: { fsync: string; synchronous_commit: string }
  sessions: number
  registers: number
  settled_s: number
  seconds: number
  repeats: number
  figures: Record<(typeof FIGURES)[number], Spread>
  stored: StoredVerdict
}

/** Share of its highest rate at which times are told. */
const PACE = 0.7
/** Calls of people meanwhile, a second. */
const HTTP_RATE = 20
const REPORTS_MAX = 2_500
const WARM_UP_S = 3

/**
 * W1: modules with sessions of their own send reports with QoS 1, everything on, in turns with Mosquitto relaying the same frames to a
 * sink and with a bare COPY of the same rows; below both the floor of a gateway like ours: a process that only reads and acknowledges. Every
 * acknowledged report is looked for in the store. Judges no time.
 */
export const measureIngest = async (ask: IngestAsk): Promise<IngestResult> => {
  const before = loadNow()
  requireMosquitto()
  if (ask.is_pinned) pinThisProcess()
  const settings = {
    HEATFLEET_SECRET_KEY: SECRET_KEY_HEX,
    // Nothing is packed away before it was looked for.
    HEATFLEET_PACK_AFTER_MIN: '100000',
  }
  const product = await startProduct(ask.data_dir, { is_pinned: ask.is_pinned, settings })
  try {
    const client = await product.connect()
    try {
      return { ...(await measureOn(ask, product, client)), load: { before, after: loadNow() } }
    } finally {
      await client.end()
    }
  } finally {
    await product.stop()
  }
}

const measureOn = async (
  ask: IngestAsk,
  product: MeasuredProduct,
  client: pg.Client,
): Promise<Omit<IngestResult, 'load'>> => {
  const { sessions, seconds, repeats, say } = ask
  await generateFleet(client, sessions, Date.now())
  const secret_hex = await giveSecret(client)
  await client.query('vacuum analyze')
  await fillLog(client)
  say(`${sessions} units; ${ask.settle_s} s until the modules come`)
  await pause(ask.settle_s * 1_000)
  const { rows: devices } = await client.query<{ device_id: number; mac: string }>(
    'select device_id, mac from devices order by device_id',
  )
  const from_s = Math.floor(Date.now() / 1_000) - 3_600
  const frames = prepareFrames(from_s, REPORTS_MAX)
  const dids = devices.map(({ mac }) => mac)
  const device_ids = devices.map(({ device_id }) => device_id)
  // It ends with this process, whatever comes.
  const bare = await startBareAcknowledger(ask.is_pinned)
  const mosquitto = await startMosquitto(await freePort(), ask.is_pinned)
  const common = { dids, secret_hex }
  const fleets: RemoteFleet[] = []
  const connect = async (port: number, has_sink: boolean): Promise<RemoteFleet> => {
    const fleet = await startRemoteFleet({ ...common, port, has_sink }, from_s, REPORTS_MAX)
    fleets.push(fleet)
    return fleet
  }
  try {
    const ours = await connect(product.mqtt_port, false)
    const theirs = await connect(mosquitto.port, true)
    const nobody = await connect(bare.port, false)
    say('all modules are connected')
    const { rows: layouts } = await client.query<{ layout_id: number }>('select layout_id from products where built_in')
    const copy = prepareBareCopy(client, device_ids, layouts[0]?.layout_id ?? 0, from_s, frames)
    const { shotOf } = await signIn(product.url, 'admin')
    const list = shotOf({ endpoint: api.deviceList, query: { size: 20 }, body: undefined })
    await ours.run(Math.min(WARM_UP_S, seconds), null)
    await theirs.run(Math.min(WARM_UP_S, seconds), null)
    await nobody.run(Math.min(WARM_UP_S, seconds), null)
    const turns: TurnFigures[] = []
    for (let turn = 0; turn < repeats; turn += 1) {
      const cpu = () => readWholeCpu(product.pid, product.postmaster_pid)
      const start = cpu()
      const most = await ours.run(seconds, null)
      const middle = cpu()
      const [paced, http] = await Promise.all([
        ours.run(seconds, most.rate * PACE),
        runPaced([list], HTTP_RATE, seconds),
      ])
      const end = cpu()
      const peer_start = readOneCpu(mosquitto.pid)
      const peer = await theirs.run(seconds, null)
      const peer_us = (readOneCpu(mosquitto.pid) - peer_start) / peer.reports
      const floor_start = readOneCpu(bare.pid)
      const floor = await nobody.run(seconds, null)
      const floor_us = (readOneCpu(bare.pid) - floor_start) / floor.reports
      const database_us = (middle.database_us - start.database_us) / most.reports
      const us_per_report = database_us + (middle.product_us - start.product_us) / most.reports
      const paced_us = end.database_us - middle.database_us + end.product_us - middle.product_us
      const copy_rate = await copy.run(seconds / 2, false)
      const indexed_copy_rate = await copy.run(seconds / 2, true)
      turns.push({
        rate: most.rate,
        us_per_report,
        database_us,
        p50_ms: most.p50_ms,
        p99_ms: most.p99_ms,
        generator_share: most.generator_share,
        paced_rate: paced.rate,
        paced_p50_ms: paced.p50_ms,
        paced_p99_ms: paced.p99_ms,
        paced_us_per_report: paced_us / paced.reports,
        paced_own_stall_ms: paced.own_stall_ms,
        http_p50_ms: http.p50_ms,
        http_p99_ms: http.p99_ms,
        peer_rate: peer.rate,
        peer_us_per_report: peer_us,
        peer_generator_share: peer.generator_share,
        floor_rate: floor.rate,
        floor_us_per_report: floor_us,
        copy_rate,
        indexed_copy_rate,
        share_of_peer: us_per_report / peer_us,
        floor_share_of_peer: (floor_us + database_us) / peer_us,
        share_of_copy: most.rate / copy_rate,
      })
      say(
        `turn ${turn + 1}: ${Math.round(most.rate)}/s, ${us_per_report.toFixed(1)} us; Mosquitto ${Math.round(peer.rate)}/s, ${peer_us.toFixed(1)} us; only acknowledged ${floor_us.toFixed(1)} us; p99 at 70 % ${paced.p99_ms.toFixed(1)} ms, list ${http.p99_ms.toFixed(1)} ms; copy ${Math.round(copy_rate)}/s`,
      )
    }
    const acknowledged = await ours.acknowledged()
    const stored = await compareStored(client, device_ids, acknowledged, from_s, frames)
    const { rows: durability } = await client.query<{ fsync: string; synchronous_commit: string }>(
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`,
    )
    const spread = (figure: (typeof FIGURES)[number]): Spread => spreadOf(turns.map((turn) => turn[figure]))
    return {
      workload: 'w1',
      date: new Date().toISOString(),
      machine: await describeMachine(client),
      peer: mosquitto.name,
      is_pinned: ask.is_pinned,
      durability: durability[0] ?? { fsync: '', synchronous_commit: '' },
      sessions,
      registers: REGISTERS,
      settled_s: ask.settle_s,
      seconds,
      repeats,
      // Each of the names.
      figures: Object.fromEntries(FIGURES.map((name) => [name, spread(name)])) as IngestResult['figures'],
      stored,
    }
  } finally {
    for (const fleet of fleets) fleet.close()
    await mosquitto.stop()
    await bare.stop()
  }
}

/** As many files of the database's log as a run writes, 16 MB each. */
const LOG_FILES = 60

/** A database that has run for some hours uses the files of its log again; a fresh one makes each, and commits wait for that. */
const fillLog = async (client: pg.Client): Promise<void> => {
  for (let file = 0; file < LOG_FILES; file += 1) {
    // A log to which nothing was added since is not ended.
    await client.query(`select pg_logical_emit_message(false, 'bench', 'next file')`)
    await client.query('select pg_switch_wal()')
  }
  await client.query('checkpoint')
}
