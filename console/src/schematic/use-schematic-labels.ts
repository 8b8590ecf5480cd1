import { useMessages } from '../messages/messages.ts'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import type { SchematicState } from './schematic-state.ts'

/** The words of the drawing, with one sentence that says what it shows. */
export const useSchematicLabels = (state: SchematicState, draw: Draw): SchematicLabels => {
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
