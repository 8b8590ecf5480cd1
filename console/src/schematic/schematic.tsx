import type { Schematic as SchematicName } from '@heatfleet/contract/products/settings.ts'
import { Coil, Compressor, Fan, FourWayValve, RefrigerantPipes } from './outdoor-parts.tsx'
import { Pipe } from './pipe.tsx'
import css from './schematic.module.css'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import type { SchematicState } from './schematic-state.ts'
import { Sensor } from './sensor.tsx'
import {
  FlowTemperature,
  HeatingCircuit,
  PlateExchanger,
  Pump,
  ReturnTemperature,
  SetPoint,
  Tank,
  ThreeWayValve,
  WaterPipes,
  waterTones,
} from './water-parts.tsx'

type PoolProps = { state: SchematicState; draw: Draw; labels: SchematicLabels }

const BASIN = 'M744 186V306a16 16 0 0 0 16 16H976a16 16 0 0 0 16 -16V186'
const WAVES = 'M746 206q15.3 -9 30.6 0t30.6 0 30.6 0 30.6 0 30.6 0 30.6 0 30.6 0 29.8 0'

/** The water side of a pool heater: the basin is the circuit, and the return is the pool's temperature. */
const PoolSide = ({ state, draw, labels }: PoolProps) => {
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
      <SetPoint x={858} y={346} value={draw(state.mode === 'cooling' ? 'sp_cool' : 'sp_heat')} label={labels.set} />
    </g>
  )
}

type HousingProps = { labels: SchematicLabels }

/** The whole refrigerant circuit outdoors in one housing. */
const OneHousing = ({ labels }: HousingProps) => (
  <g>
    <rect x="8" y="36" width="558" height="314" rx="12" className={css.frame} />
    <text x="22" y="56" className={css.label}>
      {labels.outdoor_unit}
    </text>
  </g>
)

/** Compressor and coil outdoors, exchanger and pump in an indoor housing; two refrigerant lines between them. */
const TwoHousings = ({ labels }: HousingProps) => (
  <g>
    <path d="M465 36H20a12 12 0 0 0 -12 12V338a12 12 0 0 0 12 12H465" className={css.frame} />
    <text x="22" y="56" className={css.label}>
      {labels.outdoor_unit}
    </text>
    <path d="M465 36H640a12 12 0 0 1 12 12V338a12 12 0 0 1 -12 12H465" className={css.frame} />
    <text x="638" y="56" textAnchor="end" className={css.label}>
      {labels.indoor_unit}
    </text>
    {/* Interrupted behind the label. */}
    <path d="M465 36V314M465 338V350" className={css.wall} />
  </g>
)

type HotWaterProps = { state: SchematicState; draw: Draw; labels: SchematicLabels }

/** The water side of a device that only charges a tank: no valve, no circuit. */
const HotWaterSide = ({ state, draw, labels }: HotWaterProps) => {
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

type CircuitProps = { state: SchematicState; draw: Draw; labels: SchematicLabels }

/** The water side of a building: a valve directs the water to the heating circuit or to the tank. */
const CircuitSide = (props: CircuitProps) => (
  <g>
    <WaterPipes {...props} />
    <HeatingCircuit {...props} />
    <ThreeWayValve state={props.state} />
    <Tank {...props} />
  </g>
)

export type DrawnSchematic = Exclude<SchematicName, 'none'>
type SchematicProps = { schematic: DrawnSchematic; state: SchematicState; draw: Draw; labels: SchematicLabels }

/** Housing and water side of each schematic. */
const DRAWINGS = {
  air_water_monobloc: { Housing: OneHousing, Side: CircuitSide },
  air_water_split: { Housing: TwoHousings, Side: CircuitSide },
  hot_water: { Housing: OneHousing, Side: HotWaterSide },
  pool: { Housing: OneHousing, Side: PoolSide },
} as const satisfies Record<DrawnSchematic, object>

/**
 * The live schematic of one device: refrigerant circuit on the left, water on the right, values at the sensors. Renders
 * {@link SchematicState} and decides nothing itself.
 */
export const Schematic = ({ schematic, state, draw, labels }: SchematicProps) => {
  const { Housing, Side } = DRAWINGS[schematic]
  const parts = { state, draw, labels }
  return (
    <svg
      viewBox="0 28 1004 328"
      role="img"
      aria-label={labels.description}
      className={css.drawing}
      data-mode={state.mode}
      data-stale={state.stale ?? undefined}
    >
      <Housing labels={labels} />
      <RefrigerantPipes {...parts} />
      <Fan {...parts} />
      <Coil {...parts} />
      <FourWayValve state={state} labels={labels} />
      <Compressor {...parts} />
      <PlateExchanger {...parts} />
      <Side {...parts} />
      <Pump {...parts} />
    </svg>
  )
}
