import { type DataPoint, isState } from '@heatfleet/contract/products/points.ts'
import type { SemanticTag } from '@heatfleet/contract/products/semantic-tags.ts'
import type { Definition } from '../points/readings.ts'

/** Tags of the schematic's quantities, where a product may assign the quantity to a point of its own. */
const TAG_OF: Readonly<Record<string, SemanticTag>> = {
  power: 'power_on',
  mode: 'mode',
  o_3way: 'dhw_valve',
  dem_cool: 'cooling',
  o_dheat: 'dhw_heater',
  t_out: 't_out',
  t_in: 't_in',
  t_amb: 't_ambient',
  t_dhw: 't_dhw',
  t_coil: 't_coil',
  t_suction: 't_suction',
  t_discharge: 't_discharge',
  p_low: 'p_low',
  p_high: 'p_high',
  comp_hz: 'comp_hz',
  o_comp: 'comp_on',
  fan1: 'fan_rpm',
  eev1: 'eev',
  flow: 'flow',
  q_heat: 'p_heat',
  defrost: 'defrost',
  o_hheat: 'aux_heater',
  sp_heat: 'set_heat',
  sp_cool: 'set_cool',
  sp_dhw: 'set_dhw',
}

/** Of figures beside the schematic. */
const FIGURE_TAG_OF: Readonly<Record<string, SemanticTag>> = { p_el: 'p_elec', cop_now: 'cop' }

/**
 * Finds the point of each quantity: the one with its tag (product 3.41), else the one with the same key, as in the
 * built-in product.
 */
export const schematicPoints = (definition: Definition): ((name: string) => DataPoint | undefined) => {
  const by_tag = new Map<SemanticTag, DataPoint>()
  for (const point of definition.values())
    if (point.tag !== null && !by_tag.has(point.tag)) by_tag.set(point.tag, point)
  return (name) => {
    const tag = TAG_OF[name] ?? FIGURE_TAG_OF[name]
    const tagged = tag === undefined ? undefined : by_tag.get(tag)
    if (tagged !== undefined) return tagged
    const same_key = definition.get(name)
    return same_key !== undefined && (name !== 'power' || isSwitch(same_key)) ? same_key : undefined
  }
}

/** An electric power, too, may have the key `power`: 0 W is not a unit that is switched off. */
const isSwitch = (point: DataPoint): boolean => isState(point) && point.unit === ''

/** Whether any quantity of the schematic is known of a product. */
export const isDrawn = (definition: Definition): boolean => {
  const pointOf = schematicPoints(definition)
  return Object.keys(TAG_OF).some((name) => pointOf(name) !== undefined)
}
