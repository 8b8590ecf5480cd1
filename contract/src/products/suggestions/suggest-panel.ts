import { LIMITS } from '../../limits.ts'
import { unitName } from '../../unit-names.ts'
import { type DataPoint, isState } from '../points.ts'
import type { SemanticTag } from '../semantic-tags.ts'
import type { ProductPanel, Schematic } from '../settings.ts'
import { namedPoints } from './suggest-tags.ts'
import type { Certainty, NamedPoint, Reason, SuggestionOf } from './suggestion.ts'
import { type Concept, WORDS } from './vocabulary.ts'

/** Groups of the panel by what a tag is about; names that the console has in each language. */
const GROUP_OF_TAG: Readonly<Partial<Record<SemanticTag, string>>> = {
  t_out: 'status',
  t_in: 'status',
  t_ambient: 'status',
  t_dhw: 'dhw',
  t_room: 'status',
  t_buffer: 'hydraulic',
  comp_hz: 'status',
  comp_on: 'status',
  comp_hz_target: 'refrigerant',
  flow: 'hydraulic',
  pump_pwm: 'hydraulic',
  fan_rpm: 'electric',
  t_coil: 'refrigerant',
  t_suction: 'refrigerant',
  t_discharge: 'refrigerant',
  p_high: 'refrigerant',
  p_low: 'refrigerant',
  eev: 'refrigerant',
  evi: 'refrigerant',
  volt: 'electric',
  amp: 'electric',
  p_elec: 'energy',
  p_heat: 'energy',
  cop: 'energy',
  e_elec: 'energy',
  e_heat: 'energy',
  e_elec_dhw: 'energy',
  e_heat_dhw: 'energy',
  starts: 'maintenance',
  defrosts: 'defrost',
  power_on: 'control',
  mode: 'control',
  set_heat: 'control',
  set_cool: 'control',
  set_dhw: 'control',
  set_floor: 'control',
}

/** Groups by unit and by words, first match first. */
const GROUPS: readonly {
  group: string
  units?: readonly string[]
  words?: readonly Concept[]
  written?: boolean
  state?: boolean
}[] = [
  { group: 'defrost', words: ['defrost'] },
  { group: 'dhw', words: ['hot_water'] },
  { group: 'energy', units: ['kWh', 'MWh', 'Wh', 'kW', 'W'] },
  { group: 'electric', units: ['V', 'A'] },
  { group: 'maintenance', units: ['h'], written: false },
  { group: 'refrigerant', words: ['expansion'] },
  { group: 'refrigerant', words: ['discharge'] },
  { group: 'refrigerant', words: ['suction'] },
  { group: 'refrigerant', words: ['coil'] },
  { group: 'refrigerant', words: ['pressure'] },
  { group: 'hydraulic', words: ['flow_rate'] },
  { group: 'hydraulic', words: ['pump'] },
  { group: 'control', written: true },
  { group: 'state', state: true },
  { group: 'status', units: ['°C', 'Hz', '%', 'r/min', 'K'] },
]

/** Tags as they will be once the suggestions accepted by default are taken. */
type TagsByKey = ReadonlyMap<string, SemanticTag>

/** Suggests a group of the panel for each point that a list put under no heading. */
export const suggestGroups = (
  points: readonly DataPoint[],
  tags: TagsByKey,
  alarms: ReadonlySet<string>,
): SuggestionOf<'group'>[] =>
  namedPoints(points).flatMap((named): SuggestionOf<'group'>[] => {
    const { point } = named
    if (point.group_tag !== '' || point.data_type === 'calc') return []
    const found = groupOf(named, tags.get(point.key) ?? null, alarms)
    return found === null ? [] : [{ id: `group:${point.key}`, kind: 'group', key: point.key, ...found }]
  })

type Found = { group: string; certainty: Certainty; reasons: Reason[] }

const groupOf = ({ point, words }: NamedPoint, tag: SemanticTag | null, alarms: ReadonlySet<string>): Found | null => {
  if (point.alarm || alarms.has(point.key))
    return { group: 'fault', certainty: 'sure', reasons: [{ code: 'fault_word', text: '' }] }
  const of_tag = tag === null ? undefined : GROUP_OF_TAG[tag]
  if (of_tag !== undefined) return { group: of_tag, certainty: 'sure', reasons: [{ code: 'tagged', text: tag ?? '' }] }
  const unit = unitName(point.unit)
  const rule = GROUPS.find(
    ({ units, words: concepts, written, state }) =>
      (units?.includes(unit) ?? true) &&
      (concepts?.every((concept) => WORDS[concept].test(words)) ?? true) &&
      (written === undefined || written === (point.rw === 'rw')) &&
      (state === undefined || state === isState(point)),
  )
  if (rule === undefined) return null
  const reason: Reason =
    rule.words !== undefined
      ? { code: 'name', text: WORDS[rule.words[0] ?? 'mode'].exec(words)?.[0] ?? '' }
      : rule.units !== undefined
        ? { code: 'unit', text: unit }
        : { code: rule.written === true ? 'written' : 'type', text: point.data_type }
  return { group: rule.group, certainty: 'sure', reasons: [reason] }
}

/** Curves that a person wants first, best first. */
const CURVE_TAGS = [
  't_out',
  't_in',
  't_ambient',
  't_dhw',
  'comp_hz',
  'p_elec',
  'flow',
  'defrost',
] as const satisfies readonly SemanticTag[]
const CURVES_MAX = Math.min(6, LIMITS.history_points_max)

/** Suggests the curves drawn first, where the product names none. */
export const suggestCurves = (panel: ProductPanel, tags: TagsByKey): SuggestionOf<'curves'>[] => {
  if (panel.default_curves.length > 0) return []
  const by_tag = new Map([...tags].map(([key, tag]) => [tag, key]))
  const known = CURVE_TAGS.filter((tag) => by_tag.has(tag)).slice(0, CURVES_MAX)
  const curves = known.flatMap((tag) => by_tag.get(tag) ?? [])
  if (curves.length < 2) return []
  const reasons: Reason[] = [{ code: 'tagged', text: known.join(', ') }]
  return [{ id: 'curves', kind: 'curves', key: null, curves, certainty: 'sure', reasons }]
}

/** Suggests the picture of a unit where another than the product's fits its points. */
export const suggestSchematic = (
  panel: ProductPanel,
  points: readonly DataPoint[],
  tags: TagsByKey,
): SuggestionOf<'schematic'>[] => {
  const has = new Set(tags.values())
  const named = namedPoints(points)
  const pool = named.find(({ words }) => /\bpool|\bschwimmbad|\bbasen|泳池/.test(words))
  const [schematic, certainty, text]: [Schematic, Certainty, string] =
    !has.has('t_out') && !has.has('t_in') && has.has('t_dhw')
      ? ['hot_water', 'likely', 't_dhw']
      : pool !== undefined && !has.has('t_dhw') && !named.some(({ words }) => WORDS.hot_water.test(words))
        ? ['pool', 'likely', pool.point.names.en]
        : has.has('t_out') || has.has('t_in')
          ? ['air_water_monobloc', 'sure', 't_out, t_in']
          : ['none', 'possible', '']
  if (schematic === panel.schematic || (schematic === 'air_water_monobloc' && panel.schematic === 'air_water_split'))
    return []
  const reasons: Reason[] = [{ code: 'tagged', text }]
  return [{ id: 'schematic', kind: 'schematic', key: null, schematic, certainty, reasons }]
}
