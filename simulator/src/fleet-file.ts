import { isDeviceId } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import type { ColdSpell } from './cold-spell.ts'
import { FAULTS, type FaultKind } from './faults.ts'
import { BUILDINGS, type Building } from './params.ts'
import { CLIMATES, type Climate } from './weather.ts'

/** One simulated unit as the fleet file names it. */
export type UnitSpec = {
  did: string
  /** 32 bytes as hex. */
  secret_hex: string
  /** The first log-in is with the secret of the product (mode p1), and `secret_hex` is not used. */
  product_login?: { product_key: string; product_secret: string }
  net: '4g' | 'wifi'
  iccid: string | null
  lat: number
  lon: number
  /** Free text; the board's own model number follows from `rated_kw`. */
  model: string
  rated_kw: number
  climate: Climate
  /** The kind of building; `house` in fleet files. */
  house: Building
  /** The fault began `since_days` before the file was made and is complete `days_to_trip` after it began. */
  fault: { kind: FaultKind; since_days: number; days_to_trip: number } | null
  hw: string
  fw: string
  /** Stands where networks are weak. */
  weak_signal?: boolean
}

export type Backfill = { from_s: number; to_s: number; interval_s: number }

/** The fleet file, JSON: the simulated units and their broker. */
export type FleetFile = {
  url: string
  seed: number
  /** Creation time of the file, unix s; faults count from it. Missing: the start of the simulator. */
  made_at: number | null
  /** Key that images of firmware must be signed with, PEM; missing: modules accept none. */
  firmware_key: string | null
  units: UnitSpec[]
  /**
   * History to replay once after all units are live: half-open interval, unix s; null = done. The interval stays that of the
   * first run, so that a run after an interrupted one replays the same history and nothing of the live time.
   */
  backfill: Backfill | null
  /** Of the generated history; missing: the measured weather throughout. */
  cold_spell?: ColdSpell | null
}

const MOST_BACKFILL_DAYS = 400
const LEAST_INTERVAL_S = 30

/** Reads the text of a fleet file; throws an Error that names the unit and field that is wrong. */
export function parseFleetFile(text: string): FleetFile {
  const file = objectOf(JSON.parse(text), 'the fleet file')
  const units = file.units
  if (!Array.isArray(units)) throw new Error('the fleet file: units must be a list')
  return {
    url: textOf(file, 'url', 'the fleet file'),
    seed: numberOf(file, 'seed', 'the fleet file', 0, 2 ** 32),
    made_at: file.made_at == null ? null : numberOf(file, 'made_at', 'the fleet file', 0, 2 ** 33),
    firmware_key: file.firmware_key == null ? null : textOf(file, 'firmware_key', 'the fleet file'),
    units: units.map((unit, index) => parseUnit(objectOf(unit, `unit ${index}`), `unit ${index}`)),
    backfill: file.backfill == null ? null : parseBackfill(objectOf(file.backfill, 'backfill')),
    cold_spell: file.cold_spell == null ? null : parseColdSpell(objectOf(file.cold_spell, 'cold_spell')),
  }
}

type Fields = Record<string, unknown>

function parseUnit(unit: Fields, where: string): UnitSpec {
  const did = textOf(unit, 'did', where)
  if (!isDeviceId(did)) throw new Error(`${where}: did must be an IMEI or a MAC, not ${did}`)
  const secret_hex = textOf(unit, 'secret_hex', where)
  if (!/^[0-9a-f]{64}$/i.test(secret_hex)) throw new Error(`${where}: secret_hex must be 32 bytes in hex`)
  return {
    did,
    secret_hex,
    ...(unit.product_login == null
      ? {}
      : { product_login: parseProductLogin(objectOf(unit.product_login, where), `${where}: product_login`) }),
    net: oneOf(unit, 'net', where, ['4g', 'wifi'] as const),
    iccid: unit.iccid == null ? null : textOf(unit, 'iccid', where),
    lat: numberOf(unit, 'lat', where, -90, 90),
    lon: numberOf(unit, 'lon', where, -180, 180),
    model: textOf(unit, 'model', where),
    rated_kw: numberOf(unit, 'rated_kw', where, 2, 40),
    climate: oneOf(unit, 'climate', where, CLIMATES),
    house: oneOf(unit, 'house', where, BUILDINGS),
    fault: unit.fault == null ? null : parseFault(objectOf(unit.fault, `${where}: fault`), `${where}: fault`),
    hw: textOf(unit, 'hw', where),
    fw: textOf(unit, 'fw', where),
    weak_signal: unit.weak_signal === true,
  }
}

function parseProductLogin(login: Fields, where: string): NonNullable<UnitSpec['product_login']> {
  return {
    product_key: textOf(login, 'product_key', where),
    product_secret: textOf(login, 'product_secret', where),
  }
}

function parseFault(fault: Fields, where: string): NonNullable<UnitSpec['fault']> {
  const kind = textOf(fault, 'kind', where)
  if (!isFaultKind(kind))
    throw new Error(`${where}: kind must be one of ${Object.keys(FAULTS).join(', ')}, not ${kind}`)
  return {
    kind,
    since_days: numberOf(fault, 'since_days', where, -1000, 1000),
    days_to_trip: numberOf(fault, 'days_to_trip', where, 0.001, 1000),
  }
}

function parseBackfill(fields: Fields): Backfill {
  const to_s = numberOf(fields, 'to_s', 'backfill', 0, 2 ** 33)
  return {
    from_s: numberOf(fields, 'from_s', 'backfill', Math.max(0, to_s - MOST_BACKFILL_DAYS * 86_400), to_s),
    to_s,
    interval_s: numberOf(fields, 'interval_s', 'backfill', LEAST_INTERVAL_S, 86_400),
  }
}

function parseColdSpell(fields: Fields): ColdSpell {
  const from_s = numberOf(fields, 'from_s', 'cold_spell', 0, 2 ** 33)
  return {
    from_s,
    to_s: numberOf(fields, 'to_s', 'cold_spell', from_s, 2 ** 33),
    shift_k: numberOf(fields, 'shift_k', 'cold_spell', -40, 0),
  }
}

function isFaultKind(text: string): text is FaultKind {
  return Object.hasOwn(FAULTS, text)
}

function objectOf(value: unknown, where: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${where} must be an object`)
  return Object.fromEntries(Object.entries(value))
}

function textOf(fields: Fields, name: string, where: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw new Error(`${where}: ${name} must be a text`)
  return value
}

function numberOf(fields: Fields, name: string, where: string, least: number, most: number): number {
  const value = fields[name]
  if (typeof value !== 'number' || !(value >= least && value <= most))
    throw new Error(`${where}: ${name} must be a number from ${least} to ${most}`)
  return value
}

function oneOf<T extends string>(fields: Fields, name: string, where: string, allowed: readonly T[]): T {
  const value = fields[name]
  const found = allowed.find((choice) => choice === value)
  if (found === undefined) throw new Error(`${where}: ${name} must be one of ${allowed.join(', ')}`)
  return found
}
