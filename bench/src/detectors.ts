import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DETECTORS, type Detector } from '@heatfleet/contract/analysis/detectors.ts'
import { api } from '@heatfleet/contract/api.ts'
import type pg from 'pg'
import { generateFleet } from './fleet.ts'
import { type Place, signIn, withProduct } from './product.ts'
import { atLeast, describeMachine, type Outcome } from './result.ts'
import { COMPACT_AT_ONCE, copyRows, untilCompacted } from './stored-history.ts'

export type DetectorsSize = {
  /** Units with each kind of fault, and without any. */
  faulty: number
  healthy: number
  /** Of history; the faults begin within it. */
  days: number
}

const DAY_MS = 86_400_000
/** Reports of the history are so far apart: the counters of the board lose nothing by it. */
const INTERVAL_S = 600
/** Processes of the simulator that run beside each other. */
const SIMULATED_AT_ONCE = 2
const COMPUTED_MAX_MS = 45 * 60_000
/** The detectors were tuned on units of this seed. */
export const TUNED_SEED = 26
const PRECISION_MIN = 60
const RECALL_MIN = 60
const PAST_MAIN = join(import.meta.dirname, '..', '..', 'simulator', 'src', 'past-main.ts')

/**
 * What is planted: the detector that has to find it, when it began (days before the end), and when it would be complete. `also`: what
 * the fault does to the machine as well, so that those who mark it are not wrong.
 */
export const PLANTED = {
  cycling: { detector: 'short_cycling', since_days: 6, days_to_trip: 1 },
  // The heater lifts the water above its target: the compressor stops early.
  heater_stuck: { detector: 'heater_overuse', also: ['short_cycling'], since_days: 6, days_to_trip: 1 },
  refrigerant_leak: { detector: 'charge_drift', since_days: 15, days_to_trip: 16 },
  compressor_wear: { detector: 'charge_drift', since_days: 15, days_to_trip: 20 },
  strainer_blockage: { detector: 'low_flow', since_days: 9, days_to_trip: 15 },
  ambient_stuck: { detector: 'stuck_sensor', since_days: 6, days_to_trip: 1 },
} as const satisfies Record<
  string,
  { detector: Detector; also?: readonly Detector[]; since_days: number; days_to_trip: number }
>
type Kind = keyof typeof PLANTED
export const KINDS = Object.keys(PLANTED) as Kind[] // its keys
const HOUSES = ['modern', 'retrofit'] as const

export type SimulatedUnit = { device_id: number; mac: string; kind: Kind | null }
/** A fault as the simulator plays it: when it began, days before the end, and when it would be complete. */
export type PlayedFault = { kind: string; since_days: number; days_to_trip: number }

/**
 * Detectors over the archive of simulated units with planted faults: the product stores, compacts and computes it as it does
 * everywhere, and says which units it marks at the end. A unit that is marked by the detector of another fault counts against
 * that detector.
 */
export const measureDetectors = (size: DetectorsSize, place: Place, say: (line: string) => void) =>
  withProduct(place, COMPACT_AT_ONCE, async ({ client, url }) => {
    const to_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS
    const units = await planUnits(client, size)
    const fleet_file = join(place.data_dir, 'simulated-fleet.json')
    writeFileSync(fleet_file, JSON.stringify(fleetFile(units.map(played), to_ms, TUNED_SEED)))
    const from_ms = to_ms - size.days * DAY_MS
    const reports = await storePast(client, { units, fileOf: () => fleet_file, from_ms, to_ms }, say)
    await untilComputed(client, units, size.days, say)
    const { call } = await signIn(url, 'admin')
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
    const answer = await call(api.analysisDetectors, {
      body: { from: day(to_ms - 5 * DAY_MS), to: day(to_ms - DAY_MS) },
    })
    const scores = DETECTORS.map((detector) => scoreOf(detector, units, answer.detected))
    for (const score of scores) say(lineOf(score))
    return {
      workload: 'detectors',
      ...size,
      units: units.length,
      reports,
      machine: await describeMachine(client),
      scores,
      verdicts: scores.flatMap(({ detector, precision_percent, recall_percent }) => [
        atLeast(`${detector}: precision in %`, precision_percent, PRECISION_MIN),
        atLeast(`${detector}: recall in %`, recall_percent, RECALL_MIN),
      ]) satisfies Outcome[],
    }
  })

const planUnits = async (client: pg.Client, { faulty, healthy }: DetectorsSize): Promise<SimulatedUnit[]> => {
  const kinds = [...KINDS.flatMap((kind) => Array.from({ length: faulty }, () => kind)), ...Array(healthy).fill(null)]
  await generateFleet(client, Math.max(100, kinds.length))
  const { rows } = await client.query<{ device_id: number; mac: string }>(
    'select device_id, mac from devices order by device_id limit $1',
    [kinds.length],
  )
  return rows.map((row, at) => ({ ...row, kind: kinds[at] ?? null }))
}

/** The file that the simulator reads (simulator/src/fleet-file.ts). */
export const fleetFile = (
  units: readonly { mac: string; fault: PlayedFault | null }[],
  to_ms: number,
  seed: number,
  /** Of another fleet: its weather, and another mix of sizes and houses. */
  { climate, shift } = { climate: 'ulm', shift: 0 },
) => ({
  url: 'mqtt://127.0.0.1:1',
  seed,
  made_at: to_ms / 1_000,
  firmware_key: null,
  backfill: null,
  units: units.map(({ mac, fault }, at) => {
    return {
      did: mac,
      secret_hex: '0'.repeat(64),
      net: '4g',
      iccid: null,
      lat: 48.4,
      lon: 10,
      model: 'bench',
      rated_kw: [6, 8, 10][(at + shift) % 3],
      climate,
      house: HOUSES[((at + shift) >> 1) % HOUSES.length],
      fault,
      hw: 'A',
      fw: '1.0.0',
    }
  }),
})

/** The fault of a unit as the simulator plays it. */
export const played = ({ mac, kind }: Pick<SimulatedUnit, 'mac' | 'kind'>) => {
  if (kind === null) return { mac, fault: null }
  const { since_days, days_to_trip } = PLANTED[kind]
  return { mac, fault: { kind, since_days, days_to_trip } }
}

type Past = {
  units: readonly Pick<SimulatedUnit, 'device_id' | 'mac'>[]
  /** The file of the simulator that a unit is in. */
  fileOf: (mac: string) => string
  from_ms: number
  to_ms: number
}

/** Stores the reports of all units as the gateway does, day by day, and waits until they are compacted. */
export const storePast = async (client: pg.Client, past: Past, say: (line: string) => void): Promise<number> => {
  const { rows } = await client.query<{ layout_id: number }>('select layout_id from products where built_in')
  const layout_id = rows[0]?.layout_id ?? 0
  const per_day = new Map<number, [number, Date, number, Buffer][]>()
  let reports = 0
  for (const { device_id, frames } of await simulated(past, say)) {
    let at_ms = past.from_ms
    for (const frame of frames) {
      const day_ms = Math.floor(at_ms / DAY_MS) * DAY_MS
      const rows_of_day = per_day.get(day_ms) ?? []
      rows_of_day.push([device_id, new Date(at_ms), layout_id, frame])
      per_day.set(day_ms, rows_of_day)
      at_ms += INTERVAL_S * 1_000
      reports += 1
    }
  }
  for (const [day_ms, of_day] of [...per_day].toSorted(([one], [other]) => one - other)) {
    const [from, to] = [new Date(day_ms).toISOString(), new Date(day_ms + DAY_MS).toISOString()]
    const table = `report_hot_${from.slice(0, 10).replaceAll('-', '')}`
    // The compaction leaves the day alone until the commit.
    await client.query('begin')
    await client.query(`create table if not exists ${table} partition of report_hot
      (check (at >= '${from}' and at < '${to}')) for values from ('${from}') to ('${to}')`)
    await copyRows(client, table, ['device_id', 'at', 'layout_id', 'raw'], of_day)
    await client.query('commit')
  }
  await untilCompacted(client)
  return reports
}

/** All units with their frames. */
const simulated = async (past: Past, say: (line: string) => void) => {
  const units: { device_id: number; frames: Buffer[] }[] = []
  for (let from = 0; from < past.units.length; from += SIMULATED_AT_ONCE) {
    const some = past.units.slice(from, from + SIMULATED_AT_ONCE)
    units.push(
      ...(await Promise.all(
        some.map(async ({ device_id, mac }) => ({ device_id, frames: await framesOf(mac, past) })),
      )),
    )
    say(`simulated ${units.length} of ${past.units.length} units`)
  }
  return units
}

/** Frames of a unit, oldest first, each INTERVAL_S after the one before. */
const framesOf = async (mac: string, { fileOf, from_ms, to_ms }: Past): Promise<Buffer[]> => {
  const bounds = `${to_ms / 1_000},${from_ms / 1_000}`
  const args = [
    '--fleet',
    fileOf(mac),
    '--unit',
    mac,
    '--bounds',
    bounds,
    '--stretch',
    '0',
    '--interval',
    `${INTERVAL_S}`,
  ]
  const child = spawn(process.execPath, [PAST_MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  const pieces: Buffer[] = []
  for await (const piece of child.stdout) pieces.push(piece)
  const [code] = await closed
  if (code !== 0) throw new Error(`the simulator ended with ${String(code)}`)
  const bytes = Buffer.concat(pieces)
  const frames: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at)
    frames.push(bytes.subarray(at + 4, end))
    at = end
  }
  return frames
}

/** Waits until the background task has computed every day. */
export const untilComputed = async (
  client: pg.Client,
  units: readonly Pick<SimulatedUnit, 'device_id'>[],
  days: number,
  say: (line: string) => void,
): Promise<void> => {
  const device_ids = units.map(({ device_id }) => device_id)
  for (let waited_ms = 0; waited_ms < COMPUTED_MAX_MS; waited_ms += 5_000) {
    const { rows } = await client.query<{ computed: number; due: number }>(
      `select (select count(*)::int from device_days where device_id = any($1)) as computed,
        (select count(*)::int from device_days_due where device_id = any($1)) as due`,
      [device_ids],
    )
    const { computed = 0, due = 1 } = rows[0] ?? {}
    // Days of the units' zone: one more than UTC days.
    if (due === 0 && computed >= units.length * days) return
    if (waited_ms % 60_000 === 0) say(`daily figures: ${computed} days, ${due} due`)
    await pause(5_000)
  }
  throw new Error('daily figures were not computed in time')
}

export type DetectorScore = {
  detector: Detector
  planted: number
  marked: number
  hits: number
  precision_percent: number
  recall_percent: number
  /** What was planted in units that were marked without reason. */
  wrong: string[]
}

type Detected = readonly { mac: string; findings: readonly { detector: Detector }[] }[]

/** Units marked by a detector against those in which its fault was planted; none marked = nothing wrong, none planted = nothing missed. */
export const scoreOf = (
  detector: Detector,
  units: readonly Pick<SimulatedUnit, 'mac' | 'kind'>[],
  detected: Detected,
): DetectorScore => {
  const marked = new Set(
    detected.filter(({ findings }) => findings.some((finding) => finding.detector === detector)).map(({ mac }) => mac),
  )
  const planted = units.filter(({ kind }) => isPlanted(detector, kind))
  const hits = planted.filter(({ mac }) => marked.has(mac)).length
  const wrong = units
    .filter(({ mac, kind }) => marked.has(mac) && !isRight(detector, kind))
    .map(({ kind }) => kind ?? 'healthy')
  const percent = (part: number, whole: number) => (whole === 0 ? 100 : Math.round((part / whole) * 1_000) / 10)
  return {
    detector,
    planted: planted.length,
    marked: marked.size,
    hits,
    precision_percent: percent(marked.size - wrong.length, marked.size),
    recall_percent: percent(hits, planted.length),
    wrong,
  }
}

const isPlanted = (detector: Detector, kind: Kind | null): boolean =>
  kind !== null && PLANTED[kind].detector === detector

/** Whether a detector that marks a unit with this fault is not wrong. */
export const isRight = (detector: Detector, kind: Kind | null): boolean =>
  isPlanted(detector, kind) || alsoOf(kind).includes(detector)

const alsoOf = (kind: Kind | null): readonly Detector[] => (kind === 'heater_stuck' ? PLANTED[kind].also : [])

export const lineOf = ({
  detector,
  planted,
  marked,
  hits,
  precision_percent,
  recall_percent,
  wrong,
}: DetectorScore): string =>
  [
    `${detector.padEnd(16)} planted ${planted}, marked ${marked}, hits ${hits}:`,
    `precision ${precision_percent} %, recall ${recall_percent} %`,
    wrong.length === 0 ? '' : `(wrong: ${wrong.join(', ')})`,
  ].join(' ')
