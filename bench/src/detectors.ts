import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DETECTORS, type Detector } from '@heatfleet/contract/analysis/detectors.ts'
import { api } from '@heatfleet/contract/api.ts'
import type pg from 'pg'
import { generateFleet } from './fleet.ts'
import { type Place, signIn, withProduct } from './product.ts'
import { atLeast, describeMachine, type Outcome } from './result.ts'
import { fleetFile, storePast, untilComputed } from './simulated-past.ts'
import { COMPACT_AT_ONCE } from './stored-history.ts'

type DetectorsSize = {
  /** Units with each kind of fault, and without any. */
  faulty: number
  healthy: number
  /** Of history; the faults begin within it. */
  days: number
}

const DAY_MS = 86_400_000
/** The detectors were tuned on units of this seed. */
export const TUNED_SEED = 26
const PRECISION_MIN = 60
const RECALL_MIN = 60

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

export type SimulatedUnit = { device_id: number; mac: string; kind: Kind | null }

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
      outcomes: scores.flatMap(({ detector, precision_percent, recall_percent }) => [
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

/** The fault of a unit as the simulator plays it. */
export const played = ({ mac, kind }: Pick<SimulatedUnit, 'mac' | 'kind'>) => {
  if (kind === null) return { mac, fault: null }
  const { since_days, days_to_trip } = PLANTED[kind]
  return { mac, fault: { kind, since_days, days_to_trip } }
}

type DetectorScore = {
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
