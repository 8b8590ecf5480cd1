import { Pipe } from './drawn-pipe.tsx'
import { Sensor } from './drawn-text.tsx'
import { FlowTemperature, SetPoint, waterTones } from './drawn-water.tsx'
import css from './schematic.module.css'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import type { SchematicState } from './schematic-state.ts'

type PoolProps = { state: SchematicState; draw: Draw; labels: SchematicLabels }

const BASIN = 'M744 186V306a16 16 0 0 0 16 16H976a16 16 0 0 0 16 -16V186'
const WAVES = 'M746 206q15.3 -9 30.6 0t30.6 0 30.6 0 30.6 0 30.6 0 30.6 0 30.6 0 29.8 0'

/** The water side of a pool heater: the basin itself is the circuit; what comes back is the water one swims in. */
export const PoolSide = ({ state, draw, labels }: PoolProps) => {
  const tones = waterTones(state)
  const moving = state.water !== 'still'
  const tone = (side: 'out' | 'back') => (moving ? tones[side] : 'idle')
  return (
    <g>
      <Pipe d="M744 276H624" tone={tone('back')} flowing={moving} arrow={[686, 276, 180]} width={4} />
      <Pipe d="M588 276H542" tone={tone('back')} flowing={moving} arrow={[562, 276, 180]} width={4} />
      <Pipe d="M542 140H786V198" tone={tone('out')} flowing={moving} arrow={[720, 140, 0]} width={4} />
      <FlowTemperature state={state} draw={draw} labels={labels} />
      <path d={`${WAVES}V306a14 14 0 0 1 -14 14H760a14 14 0 0 1 -14 -14z`} className={css.poolWater} />
      <path d={WAVES} className={css.poolSurface} data-still={moving ? undefined : 'yes'} />
      <path d={BASIN} className={css.body} />
      <path d="M940 252V180a9 9 0 0 1 18 0M962 252V180a9 9 0 0 1 18 0M940 216H962M940 234H962" className={css.body} />
      <Sensor x={858} y={244} label={labels.pool} values={[draw('t_in')]} size="large" />
      <SetPoint x={858} y={346} value={draw(state.mode === 'cooling' ? 'sp_cool' : 'sp_heat')} word={labels.set} />
    </g>
  )
}
