import { HeatingCircuit, Tank, ThreeWayValve, WaterPipes } from './drawn-water.tsx'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import type { SchematicState } from './schematic-state.ts'

type CircuitProps = { state: SchematicState; draw: Draw; labels: SchematicLabels }

/** The water side of a house: a valve that sends the water to the heating circuit or to the tank. */
export const CircuitSide = (props: CircuitProps) => (
  <g>
    <WaterPipes {...props} />
    <HeatingCircuit {...props} />
    <ThreeWayValve state={props.state} />
    <Tank {...props} />
  </g>
)
