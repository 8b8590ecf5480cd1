import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type PlantedEvent, PlantedEvents } from '@heatfleet/contract/simulator/planted-events.ts'
import { backfill } from './backfill.ts'
import { startFleet } from './fleet.ts'
import { type FleetFile, parseFleetFile } from './fleet-file.ts'
import { parseLabelFile } from './label-file.ts'
import { saveStates } from './state-file.ts'

const USAGE = `Simulates a fleet of heat pumps against an MQTT broker.

  node simulator/src/main.ts --fleet fleet.json [--url mqtt://host:port] [--seed n] [--speed x] [--devices n] [--calm]
  node simulator/src/main.ts --labels secrets.csv --url mqtt://host:port [the same]

  --fleet    JSON written by the server: units, their secrets, the broker (type FleetFile in fleet-file.ts)
  --labels   CSV that an import hands out once (Take secrets): R290 monoblocs with those ids and secrets
  --url      broker, instead of the file's
  --seed     seed, instead of the file's
  --speed    physics runs so many times as fast as the clock (default 1)
  --devices  only the first n units
  --calm     no drop-outs and no cut bus lines

Keeps the state of its units in <fleet file>.state, and goes on from there at the next start.
`
const STATUS_MS = 10_000
const PROGRESS_MS = 1000
const SAVE_MS = 300_000

/** One line of JSON on stdout, for the parent process. */
const say = (line: object): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      fleet: { type: 'string' },
      labels: { type: 'string' },
      url: { type: 'string' },
      seed: { type: 'string' },
      speed: { type: 'string', default: '1' },
      devices: { type: 'string' },
      calm: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const path = values.labels ?? values.fleet
  if (values.help || path === undefined) {
    process.stdout.write(USAGE)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const text = readFileSync(path, 'utf8')
  const read =
    values.labels === undefined ? parseFleetFile(text) : parseLabelFile(text, values.url ?? 'mqtt://127.0.0.1:1883')
  const file: FleetFile = {
    ...read,
    url: values.url ?? read.url,
    seed: number(values.seed, read.seed, '--seed', 0),
    units: read.units.slice(0, number(values.devices, read.units.length, '--devices', 0)),
  }
  await run(file, number(values.speed, 1, '--speed', 0.01), !values.calm, `${path}.state`)
}

async function run(file: FleetFile, speed: number, mishaps: boolean, state_path: string): Promise<void> {
  let stopping = false
  const now_ms = (): number => Date.now()
  let planted: readonly PlantedEvent[] = []
  let plantNow = (): void => {}
  // All that is planted, from the server, at each change and at the start.
  process.on('message', (message) => {
    planted = PlantedEvents.parse(message).planted
    plantNow()
  })
  const fleet = await startFleet(file, { now_ms, speed, mishaps, state_path })
  plantNow = () => fleet.plant(planted)
  plantNow()
  const status = setInterval(() => say({ units: fleet.modules.length, online: fleet.countUp() }), STATUS_MS)
  const save = (): void =>
    saveStates(
      state_path,
      fleet.modules.map(({ unit }) => unit),
    )
  const saving = setInterval(save, SAVE_MS)
  const stop = (): void => {
    if (stopping) return
    stopping = true
    clearInterval(status)
    clearInterval(saving)
    save()
    void fleet.stop().then(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // started by the server with an IPC channel: exits when the channel closes
  process.on('disconnect', stop)
  say({ started: fleet.modules.length })
  if (!file.backfill) return
  await allUp(fleet.countUp, fleet.modules.length, () => stopping)
  let reported_ms = 0
  const printProgress = (progress: { done: number; total: number }): void => {
    if (progress.done < progress.total && now_ms() - reported_ms < PROGRESS_MS) return
    reported_ms = now_ms()
    say({ backfill: progress })
  }
  await backfill(file, fleet, now_ms, printProgress, () => stopping)
}

/** Waits until all units are connected, or half a minute: one unit that cannot log in does not hold up the others. */
async function allUp(countUp: () => number, total: number, isStopped: () => boolean): Promise<void> {
  for (let tries = 0; tries < 150 && countUp() < total && !isStopped(); tries++)
    await new Promise((resolve) => setTimeout(resolve, 200))
}

function number(text: string | undefined, otherwise: number, name: string, least: number): number {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (!(value >= least)) throw new Error(`${name} must be a number of at least ${least}, not ${text}`)
  return value
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}
