import type { Device } from '@heatfleet/contract/devices/devices.ts'
import { purposeOf } from '@heatfleet/contract/products/value-purpose.ts'
import { useMemo } from 'react'
import { useLive } from '../cloud/live.ts'
import { usePointText } from '../points/point-text.ts'
import { useDefinition } from '../points/use-definition.ts'
import { copNow, type Measured } from './cop-now.ts'
import { schematicPoints } from './schematic-points.ts'
import { adaptToSchematic, type OperatingMode, schematicState } from './schematic-state.ts'

type Unit = Pick<Device, 'mac' | 'product_key' | 'online_status' | 'bus_status' | 'alarm_keys'>

/**
 * The newest values of a watched unit by the names that its drawing has for them, whatever its product calls them, and what it works
 * for now; null = no value has come yet.
 */
export const useUnitValues = (unit: Unit) => {
  const live = useLive(unit.mac)
  const { definition, schematic } = useDefinition(unit.product_key)
  const { textOf } = usePointText()
  const pointOf = useMemo(() => (definition === null ? () => undefined : schematicPoints(definition)), [definition])
  const values = live?.values
  const read = (name: string) => {
    const point = pointOf(name)
    return point === undefined ? undefined : values?.get(point.key)?.value
  }
  const mode: OperatingMode | null =
    live === undefined || definition === null || live.values.size === 0
      ? null
      : adaptToSchematic(
          schematic,
          schematicState(read, (name) => purposeOf(pointOf(name)?.choices ?? [], read(name)), live),
        ).mode
  const measured = (name: string): Measured | undefined => {
    const value = read(name)
    return value === undefined ? undefined : { value, unit: pointOf(name)?.unit ?? '' }
  }
  const cop = copNow({
    mode,
    cop: read('cop_now'),
    heat: measured('q_heat'),
    power: measured('p_el'),
    flow: measured('flow'),
    flow_t: measured('t_out'),
    return_t: measured('t_in'),
  })
  return { live, read, mode, cop, textOf: (name: string, value = read(name)) => textOf(pointOf(name), value) }
}

/** The set-point that a unit works towards in a mode. */
export const setPointOf = (mode: OperatingMode | null): 'sp_dhw' | 'sp_cool' | 'sp_heat' =>
  mode === 'hot_water' ? 'sp_dhw' : mode === 'cooling' ? 'sp_cool' : 'sp_heat'
