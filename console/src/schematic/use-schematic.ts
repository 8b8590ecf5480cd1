import type { Schematic } from '@heatfleet/contract/products/settings.ts'
import { usePointText } from '../points/point-text.ts'
import type { Definition, Readings } from '../points/readings.ts'
import { drawnPoints } from './drawn-points.ts'
import type { Draw } from './schematic-labels.ts'
import { type Connection, schematicState, suitedTo } from './schematic-state.ts'
import { useSchematicLabels } from './use-schematic-labels.ts'

/** All that the drawing of a unit needs: what it does, its values as drawn, and the words. */
export const useSchematic = (unit: {
  schematic: Schematic
  definition: Definition
  readings: Readings
  connection: Connection
}) => {
  const { textOf } = usePointText()
  const pointOf = drawnPoints(unit.definition)
  const read = (name: string) => {
    const point = pointOf(name)
    return point === undefined ? undefined : unit.readings.get(point.key)?.value
  }
  const draw: Draw = (name) => textOf(pointOf(name), read(name))
  const state = suitedTo(unit.schematic, schematicState(read, unit.connection))
  return { state, draw, labels: useSchematicLabels(state, draw) }
}
