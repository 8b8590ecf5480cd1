import type { Schematic } from '@heatfleet/contract/products/settings.ts'
import { purposeOf } from '@heatfleet/contract/products/value-purpose.ts'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import type { Definition, Readings } from '../points/readings.ts'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import { schematicPoints } from './schematic-points.ts'
import type { SchematicState } from './schematic-state.ts'
import { adaptToSchematic, type Connection, type ReadPurpose, schematicState } from './schematic-state.ts'

/** Texts of the schematic, including the description of its state. */
const useSchematicLabels = (state: SchematicState, draw: Draw): SchematicLabels => {
  const t = useMessages('device-detail')
  const texts = t(($) => $.schematic, { returnObjects: true })
  const spokenValue = (key: string) => `${draw(key).text} ${draw(key).unit}`.trim()
  return {
    ...texts,
    description: t(($) => $.schematic.description, {
      mode: t(($) => $.mode[state.stale ?? state.mode]),
      flow: spokenValue('t_out'),
      return: spokenValue('t_in'),
      outdoor: spokenValue('t_amb'),
      tank: spokenValue('t_dhw'),
      compressor: spokenValue('comp_hz'),
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
  const pointOf = schematicPoints(unit.definition)
  const read = (name: string) => {
    const point = pointOf(name)
    return point === undefined ? undefined : unit.readings.get(point.key)?.value
  }
  const purpose: ReadPurpose = (name) => purposeOf(pointOf(name)?.choices ?? [], read(name))
  const t = useMessages('device-detail')
  const draw: Draw = (name) => {
    const runs = name === 'comp_hz' && pointOf(name) === undefined ? read('o_comp') : undefined
    if (runs === undefined) return textOf(pointOf(name), read(name))
    // A board without a frequency says whether the compressor runs.
    return { text: runs === 1 ? t(($) => $.schematic.running) : t(($) => $.schematic.stopped), unit: '' }
  }
  const state = adaptToSchematic(unit.schematic, schematicState(read, purpose, unit.connection))
  return { state, draw, labels: useSchematicLabels(state, draw) }
}
