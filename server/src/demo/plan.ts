import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { type Building, drawBuilding } from './buildings.ts'
import { type Country, type Place, PROVINCES } from './demo-locations.ts'
import { openRandom, type Random } from './random.ts'

/** A distributor of the demo; `parent` is an index into the same list, always earlier. */
export type PlannedDistributor = {
  place: Place
  country: Country
  level: 1 | 2 | 3
  parent: number | null
}

/** A developing fault, in the simulator's form. */
type PlannedFault = { kind: string; since_days: number; days_to_trip: number }

/** A heat pump of the demo. */
export type PlannedUnit = Building & {
  mac: string
  net: '4g' | 'wifi'
  iccid: string | null
  /** Index of its distributor. */
  distributor: number
  lat: number
  lon: number
  model: string
  rated_kw: number
  climate: 'ulm' | 'sandpoint'
  house: 'modern' | 'retrofit'
  fault: PlannedFault | null
  hw: string
  fw: string
  /** Its district has a weak signal. */
  weak_signal: boolean
  /**
   * `live` = simulated; `never` = imported and not powered yet; `unrecognized` = was online once with an unknown board
   * and is offline since.
   */
  state: 'live' | 'never' | 'unrecognized'
  import_tag: string
  /** Days before the demo was created. */
  imported_days_ago: number
}

export type DemoPlan = { distributors: PlannedDistributor[]; units: PlannedUnit[] }

/** The demo's fleet, the same for the same seed and count: distributors of three levels, `count` units spread over them. */
export const planDemo = (seed: number, count: number): DemoPlan => {
  const random = openRandom(seed)
  const distributors: PlannedDistributor[] = []
  for (const province of PROVINCES) addPlaces(distributors, province, province.country, 1, null)
  const units = Array.from({ length: count }, (_, at) => drawUnit(random, distributors, at))
  return { distributors, units }
}

const addPlaces = (
  list: PlannedDistributor[],
  place: Place,
  country: Country,
  level: 1 | 2 | 3,
  parent: number | null,
): void => {
  const index = list.push({ place, country, level, parent }) - 1
  for (const below of place.below ?? []) addPlaces(list, below, country, level === 1 ? 2 : 3, index)
}

/** Most devices belong to the county's distributor, some to the city's, few to the province's. */
const LEVEL_SHARES = [
  { level: 1, share: 0.05 },
  { level: 2, share: 0.2 },
  { level: 3, share: 0.75 },
] as const
const SIZES_KW = [6, 8, 8, 8, 10, 10, 12, 16] as const
const FIRMWARES = ['1.4.2', '1.4.2', '1.4.2', '1.4.1', '1.3.9'] as const
const WIFI_SHARE = 0.4
const RETROFIT_SHARE = 0.45
/** Of 200: six are imported and never powered, four have an unknown board. */
const NEVER_POWERED_EVERY = 29
const UNRECOGNIZED_EVERY = 47

/** Devices with a fault and its progress: one has just tripped, one trips within the first hours. */
const FAULTS: Record<number, PlannedFault> = {
  11: { kind: 'refrigerant_leak', since_days: 9, days_to_trip: 21 },
  23: { kind: 'evaporator_fouling', since_days: 5, days_to_trip: 14 },
  42: { kind: 'strainer_blockage', since_days: 6.9, days_to_trip: 7 },
  67: { kind: 'sensor_drift', since_days: 10, days_to_trip: 30 },
  88: { kind: 'condenser_scaling', since_days: 12, days_to_trip: 40 },
  104: { kind: 'compressor_wear', since_days: 20, days_to_trip: 60 },
  131: { kind: 'sensor_open', since_days: 1.2, days_to_trip: 1 },
  158: { kind: 'air_in_water', since_days: 2, days_to_trip: 6 },
}

const drawUnit = (random: Random, distributors: readonly PlannedDistributor[], at: number): PlannedUnit => {
  const level = drawLevel(random)
  const distributor = random.pick([...distributors.entries()].filter(([, entry]) => entry.level === level))[0]
  const entry = distributors[distributor]
  if (entry === undefined) throw new Error('The distributor was picked from this list.')
  const { place, country } = entry
  const net = random.next() < WIFI_SHARE ? 'wifi' : '4g'
  const rated_kw = random.pick(SIZES_KW)
  const imported_days_ago = random.pick([210, 180, 120, 45, 20])
  return {
    ...drawBuilding(random, country, random.pick(place.streets ?? [place.address])),
    mac: net === '4g' ? imeiOf(`86341206${String(100_000 + at * 37)}`) : `7cdfa1${hex6(0x21_0000 + at * 0x11)}`,
    net,
    iccid: net === '4g' ? iccidOf(country, at) : null,
    distributor,
    lat: round5(place.lat + place.spread * random.near()),
    lon: round5(place.lon + place.spread * random.near()),
    model: `R290-${String(rated_kw).padStart(2, '0')}M`,
    rated_kw,
    climate: place.climate ?? 'ulm',
    house: random.next() < RETROFIT_SHARE ? 'retrofit' : 'modern',
    fault: FAULTS[at] ?? null,
    hw: net === '4g' ? 'DTU-4G-B' : 'DTU-W-C',
    fw: random.pick(FIRMWARES),
    weak_signal: place.has_weak_signal ?? false,
    state: stateOf(at + 1),
    import_tag: `${country}-${imported_days_ago > 100 ? '01' : '02'}`,
    imported_days_ago,
  }
}

const stateOf = (number: number): PlannedUnit['state'] => {
  if (number % NEVER_POWERED_EVERY === 0) return 'never'
  return number % UNRECOGNIZED_EVERY === 0 ? 'unrecognized' : 'live'
}

const drawLevel = (random: Random): 1 | 2 | 3 => {
  let left = random.next()
  for (const { level, share } of LEVEL_SHARES) {
    if (left < share) return level
    left -= share
  }
  return 3
}

/** Issuer and country, then an account number, then the Luhn digit. Source: domain 7. */
const ISSUERS: Record<Country, string> = { CN: '898600', PL: '894803', DE: '894902' }

const iccidOf = (country: Country, at: number): string => {
  const digits = `${ISSUERS[country]}${String(240_100_000_000 + at * 7_919)}`.padEnd(18, '0')
  // imeiOf appends a Luhn digit to any digits.
  return imeiOf(digits)
}

const hex6 = (value: number): string => value.toString(16).padStart(6, '0')
const round5 = (degrees: number): number => Math.round(degrees * 1e5) / 1e5
