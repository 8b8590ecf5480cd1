import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { copyRows, untilCompacted } from './stored-history.ts'

const DAY_MS = 86_400_000
/** Reports of the history are so far apart: the counters of the board lose nothing by it. */
const INTERVAL_S = 600
/** Processes of the simulator that run beside each other. */
const SIMULATED_AT_ONCE = 2
const COMPUTED_MAX_MS = 45 * 60_000
const PAST_MAIN = join(import.meta.dirname, '..', '..', 'simulator', 'src', 'past-main.ts')
const HOUSES = ['modern', 'retrofit'] as const

/** A fault as the simulator plays it: when it began, days before the end, and when it would be complete. */
export type PlayedFault = { kind: string; since_days: number; days_to_trip: number }

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

type Past = {
  units: readonly { device_id: number; mac: string }[]
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
  units: readonly { device_id: number }[],
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
