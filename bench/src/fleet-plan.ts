import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import { openRandom, type Random } from './seeded-random.ts'

/** How large a fleet is, everything derived from its devices so that a small one has the shape of a large one. */
export type FleetSize = {
  devices: number
  provinces: number
  cities: number
  counties: number
  roles: number
  carton: number
}

/** A distributor before it has an id: its number in the plan, and its parent's. */
export type PlannedAgent = { level: 1 | 2 | 3; parent: number | null; name: string; region_code: string }

/** A device as far as chance decides it; `agent` is the number of its distributor in the plan. */
export type PlannedDevice = {
  mac: string
  name: string
  agent: number
  product: number
  net: 'wifi' | '4g'
  online: boolean
  /** Hours it has been off line; null = on line now or never. */
  offline_h: number | null
  alarm: boolean
  bus_lost: boolean
  identify_status: 'recognized' | 'not_started' | 'identifying' | 'unrecognized'
  software_version: string
}

export const PRODUCTS = 3
const ROLES = 300
const PROVINCES = 34
/** Most devices that came in one carton: consecutive ids, one distributor. */
const CARTON_MAX = 20
/** The last of the fleet: one province that has just begun, whose ids all lie at the end. */
const YOUNG_PERCENT = 2

/** 1,000,000 devices give 20,034 distributors; never fewer than two cities a province and two counties a city. */
export const sizeOf = (devices: number): FleetSize => {
  const cities = Math.max(2 * PROVINCES, Math.round(devices * 0.0015))
  const counties = Math.max(2 * cities, Math.round(devices * 0.0185))
  // In a small fleet smaller, or most counties would have nothing at all.
  const carton = Math.max(1, Math.min(CARTON_MAX, Math.floor(devices / counties / 2)))
  return { devices, provinces: PROVINCES, cities, counties, roles: ROLES, carton }
}

/** Provinces, then cities, then counties: every parent stands before its children. */
export const planAgents = (size: FleetSize): PlannedAgent[] => {
  const two = (number: number): string => String(number % 100).padStart(2, '0')
  const agents: PlannedAgent[] = []
  for (let at = 0; at < size.provinces; at += 1)
    agents.push({ level: 1, parent: null, name: `Province ${at + 1}`, region_code: `${11 + at}0000` })
  for (let at = 0; at < size.cities; at += 1) {
    const parent = at % size.provinces
    const region_code = `${11 + parent}${two(1 + Math.floor(at / size.provinces))}00`
    agents.push({ level: 2, parent, name: `City ${at + 1}`, region_code })
  }
  for (let at = 0; at < size.counties; at += 1) {
    const city = at % size.cities
    const parent = size.provinces + city
    const region_code = `${agents[parent]?.region_code.slice(0, 4)}${two(1 + Math.floor(at / size.cities))}`
    agents.push({ level: 3, parent, name: `County ${at + 1}`, region_code })
  }
  return agents
}

/**
 * The devices in the order they were imported. Distributors differ in size (a few sell most), ids come in cartons, most
 * units are on line, and the last province is young: all its ids lie at the end, where a plan that walks the ids in
 * order meets them last.
 */
export function* planDevices(size: FleetSize): Generator<PlannedDevice> {
  const random = openRandom(7)
  const young_from = Math.floor(size.devices * (1 - YOUNG_PERCENT / 100))
  let agent = 0
  for (let at = 0; at < size.devices; at += 1) {
    if (at % size.carton === 0 || at === young_from) agent = chooseAgent(random, size, at >= young_from)
    yield deviceAt(random, at, agent)
  }
}

const chooseAgent = (random: Random, size: FleetSize, young: boolean): number => {
  const young_province = size.provinces - 1
  const draw = (): number => {
    if (random.percent(1)) return random.below(size.provinces)
    if (random.percent(2)) return size.provinces + random.below(size.cities)
    // The square prefers small numbers: the first tenth of the counties has a third of the devices.
    const share = random.below(1_000_000) / 1_000_000
    return size.provinces + size.cities + Math.floor(share * share * size.counties)
  }
  for (;;) {
    const agent = draw()
    if ((provinceOf(size, agent) === young_province) === young) return agent
  }
}

/** Number of the province an agent of the plan lies in. */
export const provinceOf = (size: FleetSize, agent: number): number => {
  if (agent < size.provinces) return agent
  const city =
    agent < size.provinces + size.cities ? agent - size.provinces : (agent - size.provinces - size.cities) % size.cities
  return city % size.provinces
}

const PLACES = ['Linden', 'Harbour', 'Mill', 'Orchard', 'Station', 'Lake', 'Meadow', 'Castle'] as const
const KINDS = ['Villa', 'House', 'School', 'Hotel', 'Office'] as const

const deviceAt = (random: Random, at: number, agent: number): PlannedDevice => {
  const net = random.percent(70) ? '4g' : 'wifi'
  const mac = net === '4g' ? imeiOf(`8634${String(at).padStart(10, '0')}`) : `a4c1${at.toString(16).padStart(8, '0')}`
  const kind = random.below(1_000)
  const online = kind < 900
  const never = kind >= 960
  return {
    mac,
    name: `${random.pick(KINDS)} ${random.pick(PLACES)} ${at + 1}`,
    agent,
    product: random.percent(70) ? 0 : random.percent(67) ? 1 : 2,
    net,
    online,
    // Most come back soon; the tail reaches months.
    offline_h: online || never ? null : 1_500 ** (random.below(1_000) / 1_000),
    alarm: !never && random.percent(2),
    bus_lost: !never && random.percent(1),
    identify_status: never
      ? 'not_started'
      : random.percent(98)
        ? 'recognized'
        : random.pick(['identifying', 'unrecognized']),
    software_version: `2.${random.below(12)}`,
  }
}
