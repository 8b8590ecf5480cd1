import { Pipe } from './drawn-pipe.tsx'
import { FlowTemperature, ReturnTemperature, Tank, waterTones } from './drawn-water.tsx'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import type { SchematicState } from './schematic-state.ts'

type HotWaterProps = { state: SchematicState; draw: Draw; labels: SchematicLabels }

/** The water side of a unit that does nothing but charge a tank: no valve, no circuit. */
export const HotWaterSide = ({ state, draw, labels }: HotWaterProps) => {
  const tones = waterTones(state)
  const moving = state.water !== 'still'
  const tone = (side: 'out' | 'back') => (moving ? tones[side] : 'idle')
  return (
    <g>
      <Pipe d="M842 276H624" tone={tone('back')} flowing={moving} arrow={[720, 276, 180]} width={4} />
      <Pipe d="M588 276H542" tone={tone('back')} flowing={moving} arrow={[562, 276, 180]} width={4} />
      <Pipe d="M542 140H800V180H842" tone={tone('out')} flowing={moving} arrow={[720, 140, 0]} width={4} />
      <FlowTemperature state={state} draw={draw} labels={labels} />
      <ReturnTemperature state={state} draw={draw} labels={labels} />
      <g transform="translate(-58 0)">
        <Tank state={state} draw={draw} labels={labels} />
      </g>
    </g>
  )
}
