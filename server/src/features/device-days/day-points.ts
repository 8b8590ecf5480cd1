import type { ElectricityMethod, HeatMethod } from '@heatfleet/contract/device-days/device-days.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INSTEAD_OF, type SemanticTag } from '@heatfleet/contract/products/semantic-tags.ts'
import { purposeOf } from '@heatfleet/contract/products/value-purpose.ts'
import { unitName } from '@heatfleet/contract/unit-names.ts'
import type { Layout } from '../products/public.ts'

/** What daily figures are computed from, by meaning (product 3.41). */
export const ROLES = [
  't_out',
  't_in',
  'flow',
  't_ambient',
  'comp_hz',
  'defrost',
  'dhw_valve',
  'cooling',
  'aux_heater',
  'dhw_heater',
  'p_elec',
  'volt',
  'amp',
  'e_elec',
  'e_elec_dhw',
  'e_heat',
  'e_heat_dhw',
  'starts',
  'defrosts',
] as const satisfies readonly SemanticTag[]
export type Role = (typeof ROLES)[number]

/** Keys by which boards name these points, for versions published before the tag existed. */
const KEYS: Partial<Record<Role, readonly string[]>> = {
  comp_hz: ['o_comp'],
  dhw_valve: ['o_3way'],
  cooling: ['dem_cool'],
  dhw_heater: ['o_dheat'],
  e_elec_dhw: ['e_in_dhw'],
  e_heat_dhw: ['e_out_dhw'],
  starts: ['starts'],
  defrosts: ['n_defrost'],
}

/** A value holds until the next one, but no longer than this, or three of its poll periods if that is longer. */
export const HOLD_MS = 15 * 60_000
const HOLD_PERIODS = 3

/** How the figures of a product version are computed. */
export type DayPlan = {
  heat: HeatMethod | null
  electricity: { method: ElectricityMethod; from: 'counter' | 'power' | 'volt_amp' } | null
  /** Longest time that a value of a role holds. */
  hold_ms: Readonly<Partial<Record<Role, number>>>
  /** A longer time without any report is a gap. */
  silence_ms: number
}

/** A point that is read: its key, and the factor to the unit of the role. */
type RolePoint = { role: Role; key: string; factor: number; offset: number }
export type DayPoints = { plan: DayPlan; points: readonly RolePoint[] }

const cached = new WeakMap<Layout, DayPoints>()

/** The points of a product version that daily figures need, and how they are used; those that the method does not need are left out. */
export const dayPointsOf = (layout: Layout): DayPoints => {
  const known = cached.get(layout)
  if (known !== undefined) return known
  const found = new Map<Role, DataPoint>()
  for (const role of ROLES) {
    const point =
      layout.points.find(({ tag }) => tag === role) ??
      layout.points.find(({ tag }) => tag !== null && tag === INSTEAD_OF[role]) ??
      (KEYS[role] ?? []).map((key) => layout.byKey.get(key)).find((one) => one !== undefined)
    if (point !== undefined && scaleOf(role, point) !== null) found.set(role, point)
  }
  const heat = heatMethod(found)
  const electricity = electricityMethod(found)
  const unused = new Set<Role>([
    ...(electricity?.from === 'counter' ? [] : (['e_elec', 'e_elec_dhw'] as const)),
    ...(electricity?.from === 'power' ? [] : (['p_elec'] as const)),
    ...(electricity?.from === 'volt_amp' ? [] : (['volt', 'amp'] as const)),
    ...(heat === 'meter' ? [] : (['e_heat', 'e_heat_dhw'] as const)),
  ])
  const points = [...found].flatMap(([role, point]) => {
    const scale = scaleOf(role, point)
    return scale === null || unused.has(role) ? [] : [{ role, key: point.key, ...scale }]
  })
  const periods_ms = layout.poll_blocks.map(({ period_s }) => period_s * 1_000)
  const holdOf = (key: string): number => {
    const block = layout.poll_blocks.find(({ name }) => name === layout.byKey.get(key)?.block)
    return Math.max(HOLD_MS, HOLD_PERIODS * 1_000 * (block?.period_s ?? 0))
  }
  const made: DayPoints = {
    points,
    plan: {
      heat,
      electricity,
      hold_ms: Object.fromEntries(points.map(({ role, key }) => [role, holdOf(key)])),
      silence_ms: Math.max(HOLD_MS, HOLD_PERIODS * (periods_ms.length === 0 ? 0 : Math.min(...periods_ms))),
    },
  }
  cached.set(layout, made)
  return made
}

/** Temperatures in whole degrees give no difference of a few degrees (domain 8): then the board's own counters count. */
const heatMethod = (found: ReadonlyMap<Role, DataPoint>): HeatMethod | null => {
  const [out, back] = [found.get('t_out'), found.get('t_in')]
  if (out !== undefined && back !== undefined && found.has('flow') && out.decimals > 0 && back.decimals > 0)
    return 'flow'
  return found.has('e_heat') ? 'meter' : null
}

const electricityMethod = (found: ReadonlyMap<Role, DataPoint>): DayPlan['electricity'] => {
  if (found.has('e_elec')) return { method: 'meter', from: 'counter' }
  const power = found.get('p_elec')
  if (power !== undefined) return { method: power.data_type === 'calc' ? 'estimated' : 'meter', from: 'power' }
  return found.has('volt') && found.has('amp') ? { method: 'estimated', from: 'volt_amp' } : null
}

const PLAIN = { factor: 1, offset: 0 }
const CELSIUS = { '°C': PLAIN, '': PLAIN, '°F': { factor: 5 / 9, offset: -160 / 9 } }
const ENERGY = { kWh: PLAIN, Wh: { factor: 0.001, offset: 0 }, MWh: { factor: 1_000, offset: 0 } }
/** Units of the board to those of the role: °C, L/min, W, V, A, kWh. */
const SCALES: Partial<Record<Role, Readonly<Record<string, { factor: number; offset: number }>>>> = {
  t_out: CELSIUS,
  t_in: CELSIUS,
  t_ambient: CELSIUS,
  flow: { 'L/min': PLAIN, 'm³/h': { factor: 1_000 / 60, offset: 0 }, 'L/h': { factor: 1 / 60, offset: 0 } },
  p_elec: { W: PLAIN, kW: { factor: 1_000, offset: 0 } },
  volt: { V: PLAIN },
  amp: { A: PLAIN },
  e_elec: ENERGY,
  e_elec_dhw: ENERGY,
  e_heat: ENERGY,
  e_heat_dhw: ENERGY,
}

/** 1 = hot water, also where the board names its 0 so. */
const REVERSED = { factor: -1, offset: 1 }
const isReversed = ({ choices }: DataPoint): boolean =>
  purposeOf(choices, 0)?.hot_water === true && purposeOf(choices, 1)?.hot_water !== true

/** Null = a unit that the figure cannot be computed from. */
const scaleOf = (role: Role, point: DataPoint): { factor: number; offset: number } | null => {
  if (role === 'dhw_valve' && isReversed(point)) return REVERSED
  const scales = SCALES[role]
  return scales === undefined ? PLAIN : (scales[unitName(point.unit)] ?? null)
}
