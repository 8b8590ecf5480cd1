import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DETECTORS, type Detector } from '@heatfleet/contract/analysis/detectors.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import type pg from 'pg'
import { isRight, KINDS, lineOf, PLANTED, played, type SimulatedUnit, scoreOf, TUNED_SEED } from './detectors.ts'
import { generateFleet } from './fleet.ts'
import { type Place, signIn, withProduct } from './product.ts'
import { atLeast, atMost, describeMachine, type Outcome } from './result.ts'
import { fleetFile, type PlayedFault, storePast, untilComputed } from './simulated-past.ts'
import { COMPACT_AT_ONCE } from './stored-history.ts'

type PlantedSize = {
  /** Units of each seed with each kind of fault, and without any. */
  faulty: number
  healthy: number
  /** How many fleets: the first has the seed that the detectors were tuned on, the others do not. */
  seeds: number
  days: number
}

const DAY_MS = 86_400_000
const PERCENT_MIN = 60
const LOOKED_MAX_MS = 15 * 60_000
const RULE_TRIES = 20
const RULE_PAUSE_MS = 3_000

/**
 * Faults that end in a trip of the board, within the week that a rule is tested on, and the point that a rule compares. `also`: other faults
 * by which the board trips with the same code, so that a rule that fires there is not wrong.
 */
const TRIPS = {
  condenser_scaling: { point: 'f15', also: [], since_days: 4, days_to_trip: 2 },
  // Short of charge the discharge gas overheats: in the cold the board stops the compressor at its limit before the pressure is too low.
  eev_stuck: { point: 'f11', also: ['refrigerant_leak'], since_days: 4, days_to_trip: 2 },
  sensor_open: { point: 'f01', also: [], since_days: 4, days_to_trip: 2 },
} as const satisfies Record<
  string,
  { point: string; also: readonly (typeof KINDS)[number][]; since_days: number; days_to_trip: number }
>
type Trip = keyof typeof TRIPS
const TRIP_KINDS = Object.keys(TRIPS) as Trip[] // its keys

type DetectedList = readonly { mac: string; findings: readonly { detector: Detector }[] }[]
type Unit = SimulatedUnit & { trip: Trip | null; seed: number }

/**
 * Planted faults against the alarms they become: the product stores, compacts and computes the history of simulated units, detectors are
 * switched on as types of alarms, and rules of people are tested on the same history. Of each type: how many of its alarms are right, and
 * how many of the faults it finds, for the seed that the detectors were tuned on and for others apart.
 */
export const measurePlanted = (size: PlantedSize, place: Place, say: (line: string) => void) =>
  withProduct(place, COMPACT_AT_ONCE, async ({ client, url }) => {
    const to_ms = Math.floor(Date.now() / DAY_MS) * DAY_MS
    const from_ms = to_ms - size.days * DAY_MS
    const units = await planUnits(client, size)
    const fileOf = writeFleets(units, place, to_ms)
    const reports = await storePast(client, { units, fileOf, from_ms, to_ms }, say)
    await untilComputed(client, units, size.days, say)
    const { call } = await signIn(url, 'admin')
    const detected = await raisedByDetectors(client, call, units)
    const fired = await firedByRules(call, client, units)
    const missed = await missedDays(client, units, detected.list)
    for (const line of missed) say(line)
    const runs = seedsOf(size).map((seed) => {
      const of_seed = units.filter((unit) => unit.seed === seed)
      const is_tuned = seed === TUNED_SEED
      say(`seed ${seed}${is_tuned ? ', which the detectors were tuned on' : ''}: ${of_seed.length} units`)
      const macs = new Set(of_seed.map(({ mac }) => mac))
      const list = detected.list.filter(({ mac }) => macs.has(mac))
      const detectors = DETECTORS.map((detector) => ({
        ...scoreOf(detector, of_seed, list),
        wrong: wrongOf(detector, of_seed, list),
      }))
      for (const score of detectors) say(lineOf(score))
      const rules = TRIP_KINDS.map((kind) => ruleScoreOf(kind, of_seed, fired))
      for (const { rule, planted, marked, precision_percent, recall_percent, wrong } of rules)
        say(
          `rule ${rule}: planted ${planted}, fired at ${marked}: precision ${precision_percent} %, recall ${recall_percent} %` +
            (wrong.length === 0 ? '' : `, wrong at ${wrong.join(', ')}`),
        )
      return { seed, is_tuned, detectors, rules }
    })
    return {
      workload: 'planted',
      ...size,
      units: units.length,
      reports,
      machine: await describeMachine(client),
      runs,
      missed,
      doubled: detected.doubled,
      outcomes: [
        atMost('alarms that a second look at the same days adds', detected.doubled, 0),
        ...runs.flatMap(({ seed, detectors, rules }) => [
          ...detectors.flatMap(({ detector, precision_percent, recall_percent }) => [
            atLeast(`seed ${seed}, ${detector}: precision in %`, precision_percent, PERCENT_MIN),
            atLeast(`seed ${seed}, ${detector}: recall in %`, recall_percent, PERCENT_MIN),
          ]),
          ...rules.flatMap(({ rule, precision_percent, recall_percent }) => [
            atLeast(`seed ${seed}, rule ${rule}: precision in %`, precision_percent, PERCENT_MIN),
            atLeast(`seed ${seed}, rule ${rule}: recall in %`, recall_percent, PERCENT_MIN),
          ]),
        ]),
      ] satisfies Outcome[],
    }
  })

const seedsOf = ({ seeds }: Pick<PlantedSize, 'seeds'>): number[] =>
  Array.from({ length: seeds }, (_, at) => TUNED_SEED + at * 1_000)

const planUnits = async (client: pg.Client, size: PlantedSize): Promise<Unit[]> => {
  const repeat = <Each>(of: readonly Each[], times: number) =>
    of.flatMap((one) => Array.from({ length: times }, () => one))
  const plans = seedsOf(size).flatMap((seed) => [
    ...repeat(KINDS, size.faulty).map((kind) => ({ kind, trip: null, seed })),
    ...repeat(TRIP_KINDS, size.faulty).map((trip) => ({ kind: null, trip, seed })),
    ...repeat([null], size.healthy).map(() => ({ kind: null, trip: null, seed })),
  ])
  await generateFleet(client, Math.max(100, plans.length))
  const { rows } = await client.query<{ device_id: number; mac: string }>(
    'select device_id, mac from devices order by device_id limit $1',
    [plans.length],
  )
  // The simulator plays the board of the built-in product.
  await client.query('update devices set product_key = (select product_key from products where built_in limit 1)')
  return rows.flatMap((row, at) => {
    const plan = plans[at]
    return plan === undefined ? [] : [{ ...row, ...plan }]
  })
}

/** One file of the simulator for each seed; gives the file that a unit is in. */
const writeFleets = (units: readonly Unit[], place: Place, to_ms: number): ((mac: string) => string) => {
  const file_of = new Map<string, string>()
  for (const [seed, of_seed] of Map.groupBy(units, (unit) => unit.seed)) {
    const file = join(place.data_dir, `simulated-fleet-${seed}.json`)
    writeFileSync(file, JSON.stringify(fleetFile(of_seed.map(playedUnit), to_ms, seed, fleetOf(seed))))
    for (const { mac } of of_seed) file_of.set(mac, file)
  }
  return (mac) => file_of.get(mac) ?? ''
}

/** The other fleets stand elsewhere, in other houses. */
const fleetOf = (seed: number) =>
  seed === TUNED_SEED ? { climate: 'ulm', shift: 0 } : { climate: 'sandpoint', shift: seed % 7 }

const playedUnit = (unit: Unit): { mac: string; fault: PlayedFault | null } => {
  if (unit.trip === null) return played(unit)
  const { since_days, days_to_trip } = TRIPS[unit.trip]
  return { mac: unit.mac, fault: { kind: unit.trip, since_days, days_to_trip } }
}

/** Switches all detectors on, has the product look, and look once more. */
const raisedByDetectors = async (client: pg.Client, call: Call, units: readonly Unit[]) => {
  for (const type of DETECTORS)
    await call(api.alarmDetectorSet, { params: { type }, body: { enabled: true, severity: 'minor' } })
  const list = await lookedAt(client, call, units)
  await client.query('truncate alarm_detector_units')
  const again = await lookedAt(client, call, units)
  return { list, doubled: again.length - list.length }
}

const lookedAt = async (client: pg.Client, call: Call, units: readonly Unit[]) => {
  await client.query(`select graphile_worker.add_job('alarm-detectors')`)
  for (let waited_ms = 0; ; waited_ms += 1_000) {
    const { rows } = await client.query<{ looked: number }>(
      'select count(*)::int as looked from alarm_detector_units where device_id = any($1)',
      [units.map(({ device_id }) => device_id)],
    )
    if (rows[0]?.looked === units.length) break
    if (waited_ms > LOOKED_MAX_MS) throw new Error(`${rows[0]?.looked} of ${units.length} units were looked at`)
    await pause(1_000)
  }
  const { list } = await call(api.alarmList, { query: { pageNo: 1, size: 999 }, body: { tab: 'all' } })
  return list.flatMap(({ mac, type }) => {
    const detector = DETECTORS.find((one) => one === type)
    return detector === undefined ? [] : [{ mac, findings: [{ detector }] }]
  })
}

/** Units at which a rule about each trip would have fired within 7 days, by the point it compares. */
const firedByRules = async (call: Call, client: pg.Client, units: readonly Unit[]) => {
  const { rows } = await client.query<{ product_key: string }>(
    'select product_key from products where built_in limit 1',
  )
  const product_key = rows[0]?.product_key ?? ''
  const fired = new Map<string, Set<string>>()
  for (const kind of TRIP_KINDS) {
    const { point } = TRIPS[kind]
    const macs = new Set<string>()
    for (const { mac } of units) {
      const result = await testedRule(call, product_key, point, mac)
      if (result.fired > 0) macs.add(mac)
    }
    fired.set(kind, macs)
  }
  return fired
}

/** The rule that compares a point, on the week of one unit. A test has a limit of time, which a busy machine may take: it is made again. */
const testedRule = async (call: Call, product_key: string, point: string, mac: string) => {
  const term = { of: 'point' as const, key: point, op: 'eq' as const, value: 1, clear: null }
  for (let tries = 0; tries < RULE_TRIES; tries += 1) {
    const result = await call(api.alarmRuleTest, {
      body: {
        product_key,
        target: { by: 'devices', macs: [mac] },
        condition: { match: 'all', groups: [{ match: 'all', terms: [term] }] },
        hold: { by: 'at_once' },
        clear_minutes: 0,
        schedule: null,
      },
    })
    if (result.units_read === 1) return result
    await pause(RULE_PAUSE_MS)
  }
  throw new Error(`the history of ${mac} was not read in the time of a test, ${RULE_TRIES} times`)
}

/** What stood at units that were marked without reason. A unit that tripped is not excused: its heater does the work, say. */
const wrongOf = (detector: Detector, units: readonly Unit[], list: DetectedList): string[] => {
  const by_mac = new Map(units.map((unit) => [unit.mac, unit]))
  return list.flatMap(({ mac, findings }) => {
    const unit = by_mac.get(mac)
    if (unit === undefined || !findings.some((finding) => finding.detector === detector)) return []
    return isRight(detector, unit.kind) ? [] : [unit.kind ?? unit.trip ?? 'healthy']
  })
}

/** The last days of units whose fault no detector of its kind found: what the machine did of it. */
const missedDays = async (client: pg.Client, units: readonly Unit[], list: DetectedList): Promise<string[]> => {
  const lines: string[] = []
  for (const { device_id, mac, kind, seed } of units) {
    if (kind === null) continue
    const { detector } = PLANTED[kind]
    if (list.some((one) => one.mac === mac && one.findings.some((finding) => finding.detector === detector))) continue
    const { rows } = await client.query<{ starts: number; run_minutes: number; ambient_c: number }>(
      'select starts, round(run_minutes) as run_minutes, round(mean_ambient_c) as ambient_c from device_days where device_id = $1 order by day desc limit 4',
      [device_id],
    )
    const days = rows.map((day) => `${day.starts} starts in ${day.run_minutes} min at ${day.ambient_c} °C`)
    lines.push(`missed: ${kind} of seed ${seed}; days before the end: ${days.join('; ')}`)
  }
  return lines
}

const ruleScoreOf = (kind: Trip, units: readonly Unit[], fired: ReadonlyMap<string, ReadonlySet<string>>) => {
  const marked = units.filter(({ mac }) => fired.get(kind)?.has(mac))
  const planted = units.filter(({ trip }) => trip === kind)
  const hits = marked.filter(({ trip }) => trip === kind).length
  const also = marked.filter((unit) => TRIPS[kind].also.some((one) => one === unit.kind))
  const wrong = marked.filter((unit) => unit.trip !== kind && !also.includes(unit))
  const percent = (part: number, whole: number) => (whole === 0 ? 100 : Math.round((part / whole) * 1_000) / 10)
  return {
    rule: `${TRIPS[kind].point} (${kind})`,
    planted: planted.length,
    marked: marked.length,
    hits,
    /** What was planted where the board tripped with the same code by another fault, and where the rule fired without reason. */
    also: also.map((unit) => unit.kind),
    wrong: wrong.map((unit) => unit.kind ?? unit.trip ?? 'healthy'),
    precision_percent: percent(marked.length - wrong.length, marked.length),
    recall_percent: percent(hits, planted.length),
  }
}
