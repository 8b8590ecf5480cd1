import type { Schematic as SchematicName } from '@heatfleet/contract/products/settings.ts'
import { CircuitSide } from './drawn-circuit.tsx'
import { HotWaterSide } from './drawn-hot-water.tsx'
import { OneHousing, TwoHousings } from './drawn-housing.tsx'
import { Coil, Compressor, Fan, FourWayValve, RefrigerantPipes } from './drawn-outdoor.tsx'
import { PoolSide } from './drawn-pool.tsx'
import { PlateExchanger, Pump } from './drawn-water.tsx'
import css from './schematic.module.css'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import type { SchematicState } from './schematic-state.ts'

/** The schematics that are drawn. */
export type DrawnSchematic = Exclude<SchematicName, 'none'>
type SchematicProps = { schematic: DrawnSchematic; state: SchematicState; draw: Draw; labels: SchematicLabels }

/** What tells one schematic from another: how it is housed, and where its water goes. */
const DRAWINGS = {
  air_water_monobloc: { Housing: OneHousing, Side: CircuitSide },
  air_water_split: { Housing: TwoHousings, Side: CircuitSide },
  hot_water: { Housing: OneHousing, Side: HotWaterSide },
  pool: { Housing: OneHousing, Side: PoolSide },
} as const satisfies Record<DrawnSchematic, object>

/**
 * The live drawing of one unit: refrigerant circuit on the left, water on the right, values where the sensors sit.
 * It shows what {@link SchematicState} says and decides nothing itself.
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
