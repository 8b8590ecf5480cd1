import type { Schematic } from '@heatfleet/contract/products/settings.ts'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import type { Definition, Readings } from '../points/readings.ts'
import { drawnPoints } from './drawn-points.ts'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import type { SchematicState } from './schematic-state.ts'
import { type Connection, schematicState, suitedTo } from './schematic-state.ts'

/** Texts of the schematic, including the description of its state. */
const useSchematicLabels = (state: SchematicState, draw: Draw): SchematicLabels => {
  const t = useMessages('device-detail')
  const words = t(($) => $.schematic, { returnObjects: true })
  const spoken = (key: string) => `${draw(key).text} ${draw(key).unit}`.trim()
  return {
    ...words,
    description: t(($) => $.schematic.description, {
      mode: t(($) => $.mode[state.stale ?? state.mode]),
      flow: spoken('t_out'),
      return: spoken('t_in'),
      outdoor: spoken('t_amb'),
      tank: spoken('t_dhw'),
      compressor: spoken('comp_hz'),
    }),
  }
}

/** Props of the schematic of a device. */
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
