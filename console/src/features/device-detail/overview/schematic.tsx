import { Coil, Compressor, Fan, FourWayValve, RefrigerantPipes } from './drawn-outdoor.tsx'
import { HeatingCircuit, PlateExchanger, Pump, Tank, ThreeWayValve, WaterPipes } from './drawn-water.tsx'
import css from './schematic.module.css'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import type { SchematicState } from './schematic-state.ts'

type SchematicProps = { state: SchematicState; draw: Draw; labels: SchematicLabels }

/**
 * The live drawing of one unit: refrigerant circuit on the left, water on the right, values where the sensors sit.
 * It shows what {@link SchematicState} says and decides nothing itself.
 */
export const Schematic = ({ state, draw, labels }: SchematicProps) => (
  <svg
    viewBox="0 28 1004 328"
    role="img"
    aria-label={labels.description}
    className={css.drawing}
    data-mode={state.mode}
    data-stale={state.stale ?? undefined}
  >
    <rect x="8" y="36" width="558" height="314" rx="12" className={css.frame} />
    <text x="22" y="56" className={css.label}>
      {labels.outdoor_unit}
    </text>
    <RefrigerantPipes state={state} draw={draw} labels={labels} />
    <Fan state={state} draw={draw} labels={labels} />
    <Coil state={state} draw={draw} labels={labels} />
    <FourWayValve state={state} labels={labels} />
    <Compressor state={state} draw={draw} labels={labels} />
    <WaterPipes state={state} draw={draw} labels={labels} />
    <PlateExchanger state={state} draw={draw} labels={labels} />
    <Pump state={state} draw={draw} labels={labels} />
    <HeatingCircuit state={state} draw={draw} labels={labels} />
    <ThreeWayValve state={state} />
    <Tank state={state} draw={draw} labels={labels} />
  </svg>
)
