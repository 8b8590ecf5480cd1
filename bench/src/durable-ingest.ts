import { setTimeout as pause } from 'node:timers/promises'
import { api } from '@heatfleet/contract/api.ts'
import type pg from 'pg'
import { measureStack, startStack } from './fair-peer.ts'
import { generateFleet } from './fleet.ts'
import { prepareCall, runPaced } from './http-load.ts'
import { connectModules, type ModuleFleet } from './module-fleet.ts'
import { type Mosquitto, startMosquitto } from './mosquitto.ts'
import { cpuOf } from './processes.ts'
import { giveSecret, type Place, type Product, signIn, withProduct } from './product.ts'
import { ALARM_KEY, prepareReports, SENT_REGISTERS, type SentReports } from './reports.ts'
import { atLeast, atMost, describeMachine, type Outcome, percentile, spreadsOf } from './result.ts'

type IngestSize = {
  sessions: number
  /** Length of one loop; product and broker take turns, `repeats` times each. */
  seconds: number
  repeats: number
  /** Pause before the modules connect: in its first ten minutes a gateway checks the database for replayed reports. */
  settle_s: number
}

/** Share of the highest rate at which latencies are taken, and the console's calls a second meanwhile. */
const PACE = 0.5
const CALLS_PER_S = 20
const REPORTS_MAX = 2_500

/**
 * W1: modules with sessions of their own send reports with QoS 1, everything on, in turns with Mosquitto relaying the same frames to a
 * subscriber, and with what a user would build of parts (fair-peer.ts). Every acknowledged report is looked up in the database.
 */
export const measureIngest = async (size: IngestSize, place: Place, say: (line: string) => void) =>
  // Nothing is compacted before it was looked up.
  withProduct(place, { HEATFLEET_COMPACT_AFTER_MIN: '100000' }, async (product) => {
    const { sessions, seconds, repeats, settle_s } = size
    const { client } = product
    await generateFleet(client, sessions)
    const secret_hex = await giveSecret(client)
    await fillWal(client)
    say(`${sessions} units; modules connect in ${settle_s} s`)
    await pause(settle_s * 1_000)
    const { rows: devices } = await client.query<{ device_id: number; mac: string }>(
      'select device_id, mac from devices order by device_id',
    )
    const from_s = Math.floor(Date.now() / 1_000) - 3_600
    const macs = devices.map(({ mac }) => mac)
    const modules = { macs, secret_hex, from_s, reports: REPORTS_MAX }
    const mosquitto = await startMosquitto(place)
    const stack = await startStack(place)
    const ours = await connectModules({ ...modules, port: product.mqtt_port, has_sink: false })
    try {
      const theirs = mosquitto && (await connectModules({ ...modules, port: mosquitto.port, has_sink: true }))
      const of_stack = stack && (await connectModules({ ...modules, port: stack.port, has_sink: false }))
      say('all modules are connected')
      await ours.run(Math.min(3, seconds), null)
      const turns: (Awaited<ReturnType<typeof measureTurn>> &
        Partial<Awaited<ReturnType<typeof measurePeer>> & Awaited<ReturnType<typeof measureStack>>>)[] = []
      for (let turn = 1; turn <= repeats; turn += 1) {
        const figures = await measureTurn(product, ours, seconds)
        const peer = theirs && mosquitto && (await measurePeer(theirs, mosquitto, seconds, figures.us_per_report))
        const built = of_stack && stack && (await measureStack(of_stack, stack, seconds, figures.us_per_report))
        turns.push({ ...figures, ...peer, ...built })
        say(`turn ${turn}: ${Math.round(figures.rate)}/s, ${figures.us_per_report.toFixed(1)} us`)
      }
      theirs?.close()
      of_stack?.close()
      const stored = await compareStored(client, devices, await ours.acknowledged(), from_s)
      const figures = spreadsOf(turns)
      const { rows: durability } = await client.query<{ fsync: string; synchronous_commit: string }>(
        `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit`,
      )
      return {
        workload: 'w1',
        ...size,
        machine: await describeMachine(client),
        peer: mosquitto?.name ?? 'none: Mosquitto is not installed',
        stack: stack?.name ?? 'none: Mosquitto or VictoriaMetrics is not installed',
        is_pinned: place.is_pinned,
        durability: durability[0],
        registers: SENT_REGISTERS,
        figures,
        stored,
        outcomes: [
          atLeast('sessions', sessions, 10_000),
          ...(figures.share_of_peer
            ? [atMost("processor time of a report over Mosquitto's", figures.share_of_peer.median, 2.2)]
            : []),
          ...(figures.share_of_stack
            ? [atMost('processor time of a report over that of the stack', figures.share_of_stack.median, 0.5)]
            : []),
          atMost(`PUBACK p99 in ms at ${PACE * 100} % of the highest rate`, figures.paced_p99_ms.median, 50),
          atMost('device list p99 in ms meanwhile', figures.http_p99_ms.median, 25),
          atMost('acknowledged reports lost', stored.lost, 0),
          atMost('reports invented', stored.invented, 0),
          atMost('units whose current state is not their last report', stored.wrong_state, 0),
        ] satisfies Outcome[],
      }
    } finally {
      ours.close()
      await mosquitto?.stop()
      await stack?.stop()
    }
  })

const measureTurn = async (product: Product, modules: ModuleFleet, seconds: number) => {
  const usage = () => ({
    database_us: cpuOf(product.postmaster_pid),
    product_us: cpuOf(product.pid, [product.postmaster_pid]),
  })
  const list = prepareCall(product.url, await signIn(product.url, 'admin'), api.deviceList, { query: { size: 20 } })
  const before = usage()
  const most = await modules.run(seconds, null)
  const between = usage()
  const [paced, http] = await Promise.all([
    modules.run(seconds, most.rate * PACE),
    runPaced([list], CALLS_PER_S, seconds),
  ])
  const after = usage()
  const database_us = (between.database_us - before.database_us) / most.reports
  const paced_us = after.database_us - between.database_us + after.product_us - between.product_us
  return {
    rate: most.rate,
    us_per_report: database_us + (between.product_us - before.product_us) / most.reports,
    database_us,
    generator_share: most.generator_share,
    paced_rate: paced.rate,
    paced_p50_ms: percentile(paced.took_ms, 50),
    paced_p99_ms: percentile(paced.took_ms, 99),
    paced_us_per_report: paced_us / paced.reports,
    http_p50_ms: http.p50_ms,
    http_p99_ms: http.p99_ms,
  }
}

const measurePeer = async (modules: ModuleFleet, { pid }: Mosquitto, seconds: number, our_us: number) => {
  const before = cpuOf(pid)
  const relayed = await modules.run(seconds, null)
  const peer_us_per_report = (cpuOf(pid) - before) / relayed.reports
  const figures = { peer_rate: relayed.rate, peer_us_per_report, share_of_peer: our_us / peer_us_per_report }
  return { ...figures, peer_generator_share: relayed.generator_share }
}

/** Write-ahead log of a run, in files of 16 MB: a database that has run for hours reuses its files, a fresh one waits for each to be made. */
const WAL_FILES = 60

const fillWal = async (client: pg.Client): Promise<void> => {
  for (let file = 0; file < WAL_FILES; file += 1) {
    // A file to which nothing was added is not ended.
    await client.query(`select pg_logical_emit_message(false, 'bench', 'next file')`)
    await client.query('select pg_switch_wal()')
  }
  await client.query('checkpoint')
}

/** What became of the acknowledged reports; all but `acknowledged` should be 0. */
type Stored = {
  acknowledged: number
  /** Acknowledged and missing, or with another byte. */
  lost: number
  /** Stored and never sent, or stored twice. */
  invented: number
  /** Units whose newest report or alarms are not those of their last report. */
  wrong_state: number
}

const UNITS_PER_QUERY = 500

/** Unit `u` was acknowledged its reports 0 to `acknowledged[u] - 1`, a second apart, and sent no other. */
const compareStored = async (
  client: pg.Client,
  devices: readonly { device_id: number }[],
  acknowledged: readonly number[],
  from_s: number,
): Promise<Stored> => {
  const reports: SentReports = prepareReports(from_s, REPORTS_MAX)
  const stored: Stored = { acknowledged: 0, lost: 0, invented: 0, wrong_state: 0 }
  for (let first = 0; first < devices.length; first += UNITS_PER_QUERY) {
    const ids = devices.slice(first, first + UNITS_PER_QUERY).map(({ device_id }) => device_id)
    const { rows } = await client.query<{ unit: number; n: number; hash: string }>(
      `select u.place::int as unit, (extract(epoch from at) - $2)::int as n, md5(raw) as hash
       from unnest($1::int[]) with ordinality u (device_id, place) join report_hot using (device_id)`,
      [ids, from_s],
    )
    const expected = new Map(
      ids.flatMap((_, at) =>
        Array.from({ length: acknowledged[first + at] ?? 0 }, (__, n) => [
          `${at + 1}/${n}`,
          reports.hashOf(first + at, n),
        ]),
      ) as [string, string][],
    )
    stored.acknowledged += expected.size
    for (const { unit, n, hash } of rows)
      if (expected.get(`${unit}/${n}`) === hash) expected.delete(`${unit}/${n}`)
      else stored.invented += 1
    stored.lost += expected.size
  }
  const { rows: states } = await client.query<{ last_s: number; alarm: boolean }>(
    `select extract(epoch from last_report_at)::int as last_s, $1 = any(alarm_keys) as alarm
     from device_status order by device_id`,
    [ALARM_KEY],
  )
  for (const [unit, { last_s, alarm }] of states.entries()) {
    const last = (acknowledged[unit] ?? 0) - 1
    if (last_s !== from_s + last || alarm !== reports.hasAlarm(unit, last)) stored.wrong_state += 1
  }
  return stored
}
