import { Pipe } from './pipe.tsx'
import css from './schematic.module.css'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import type { SchematicState } from './schematic-state.ts'
import { FaultMark, Sensor } from './sensor.tsx'

type PartProps = { state: SchematicState; draw: Draw; labels: SchematicLabels }

const EXCHANGER_TONE = { heats: 'warm', cools: 'cold', idle: 'idle' } as const

/** The plate heat exchanger between refrigerant and water, with the heat it transfers. */
export const PlateExchanger = ({ state, draw, labels }: PartProps) => (
  <g>
    <rect x="478" y="104" width="64" height="206" rx="9" className={css.panelBody} />
    <g className={css[EXCHANGER_TONE[state.exchanger]]}>
      <path className={css.plates} d="M486 118l48 22-48 22 48 22-48 22 48 22-48 22 48 22-48 22" />
    </g>
    <Sensor x={510} y={74} label={labels.output} values={[draw('q_heat')]} />
    <text x="510" y="330" textAnchor="middle" className={css.label}>
      {labels.exchanger}
    </text>
    {state.faulty.includes('exchanger') && <FaultMark x={542} y={106} />}
  </g>
)

/** The pump in the return pipe. */
export const Pump = ({ state, draw, labels }: PartProps) => (
  <g>
    <g className={css[state.water === 'still' ? 'idle' : waterTones(state).back]}>
      <circle cx="606" cy="276" r="17" className={css.machine} />
      <path d="M612 266l-16 10 16 10z" className={css.arrow} />
    </g>
    <Sensor x={606} y={312} label={labels.pump} values={[draw('flow')]} />
    {state.faulty.includes('pump') && <FaultMark x={626} y={258} />}
  </g>
)

/** Colours of the water to and from the exchanger. */
export const waterTones = (state: SchematicState) =>
  state.exchanger === 'cools' ? ({ out: 'cold', back: 'warm' } as const) : ({ out: 'hot', back: 'cold' } as const)

/** Water pipes: flow to the three-way valve, from there to the tank or the circuit, and the common return. */
export const WaterPipes = ({ state, draw, labels }: PartProps) => {
  const tones = waterTones(state)
  const moving = state.water !== 'still'
  const toTank = state.water === 'tank'
  const toCircuit = state.water === 'circuit'
  const tone = (used: boolean, side: 'out' | 'back') => (used ? tones[side] : 'idle')
  return (
    <g>
      <Pipe d="M900 276H762" tone={tone(toTank, 'back')} flowing={toTank} arrow={[826, 276, 180]} width={4} />
      <Pipe d="M762 276H624" tone={tone(moving, 'back')} flowing={moving} arrow={[720, 276, 180]} width={4} />
      <Pipe d="M588 276H542" tone={tone(moving, 'back')} flowing={moving} arrow={[562, 276, 180]} width={4} />
      <Pipe d="M542 140H688" tone={tone(moving, 'out')} flowing={moving} arrow={[662, 140, 0]} width={4} />
      <Pipe d="M700 128V84H872V180H900" tone={tone(toTank, 'out')} flowing={toTank} arrow={[800, 84, 0]} width={4} />
      <Pipe d="M712 140H752" tone={tone(toCircuit, 'out')} flowing={toCircuit} arrow={[736, 140, 0]} width={4} />
      <FlowTemperature state={state} draw={draw} labels={labels} />
      <ReturnTemperature state={state} draw={draw} labels={labels} />
    </g>
  )
}

/** Temperature of the water that leaves the exchanger. */
export const FlowTemperature = ({ state, draw, labels }: PartProps) => (
  <Sensor x={610} y={104} label={labels.flow} values={[draw('t_out')]} size="large" tone={waterTones(state).out} />
)

/** Temperature of the returning water. */
export const ReturnTemperature = ({ state, draw, labels }: PartProps) => (
  <Sensor
    x={686}
    y={240}
    label={labels.return}
    values={[draw('t_in')]}
    size="large"
    tone={waterTones(state).back === 'warm' ? 'hot' : 'cold'}
  />
)

/** The three-way valve: the triangle towards the active branch is filled. */
export const ThreeWayValve = ({ state }: Pick<PartProps, 'state'>) => {
  const tones = waterTones(state)
  const side = (used: boolean) => `${css[used ? tones.out : 'idle']} ${used ? css.filled : ''}`
  return (
    <g>
      <path d="M700 140l-13 -9v18z" className={`${css.machine} ${side(state.water !== 'still')}`} />
      <path d="M700 140l13 -9v18z" className={`${css.machine} ${side(state.water === 'circuit')}`} />
      <path d="M700 140l-9 -13h18z" className={`${css.machine} ${side(state.water === 'tank')}`} />
    </g>
  )
}

/** The hot water tank with its coil, temperature and set-point. */
export const Tank = ({ state, draw, labels }: PartProps) => {
  const charging = state.water === 'tank' && state.mode === 'hot_water'
  return (
    <g>
      <rect x="900" y="112" width="92" height="214" rx="18" className={css.panelBody} />
      <path
        d="M902 160H990V308a16 16 0 0 1-16 16H918a16 16 0 0 1-16-16z"
        className={state.stale === null ? css.tankWater : css.tankStale}
        data-charging={charging ? 'yes' : undefined}
      />
      <g className={css[charging ? 'warm' : 'idle']}>
        <path
          className={css.plates}
          d="M900 180H926c44 2 44 22 0 24c44 2 44 22 0 24c44 2 44 22 0 24c44 2 44 22 0 24H900"
        />
      </g>
      <Sensor x={946} y={104} label={labels.hot_water} values={[]} />
      <text x="946" y="144" textAnchor="middle" className={css.text}>
        <tspan className={css.large}>{draw('t_dhw').text}</tspan>
        <tspan className={css.unitLarge}> {draw('t_dhw').unit}</tspan>
      </text>
      {state.tank_heater && <Heater x={968} y={300} label={labels.electric_heater} />}
      <SetPoint x={946} y={346} value={draw('sp_dhw')} label={labels.set} />
      {state.faulty.includes('tank') && <FaultMark x={990} y={116} />}
    </g>
  )
}

/** The heating circuit: a floor loop from the flow to the return colour. */
export const HeatingCircuit = ({ state, draw, labels }: PartProps) => {
  const used = state.water === 'circuit'
  const loop = 'M752 140H838a14 14 0 0 1 0 28H776a14 14 0 0 0 0 28H838a14 14 0 0 1 0 28H776a14 14 0 0 0 -14 14V276'
  const cooling = state.exchanger === 'cools'
  return (
    <g>
      <defs>
        <linearGradient id="circuit-loop" x1="0" y1="140" x2="0" y2="270" gradientUnits="userSpaceOnUse">
          <stop offset="0" className={cooling ? css.stopCold : css.stopHot} />
          <stop offset="1" className={cooling ? css.stopWarm : css.stopCold} />
        </linearGradient>
      </defs>
      <g className={css.idle}>
        <path
          d={loop}
          className={css.pipe}
          strokeWidth="4"
          style={used ? { stroke: 'url(#circuit-loop)' } : undefined}
        />
        {used && <path d={loop} className={css.stream} strokeWidth="2" />}
      </g>
      <text x="800" y="124" textAnchor="middle" className={css.label}>
        {labels.circuit}
      </text>
      {state.circuit_heater && <Heater x={728} y={122} label={labels.electric_heater} />}
      <SetPoint x={806} y={306} value={draw(state.mode === 'cooling' ? 'sp_cool' : 'sp_heat')} label={labels.set} />
    </g>
  )
}

/** Target temperature of the water. */
export const SetPoint = ({
  x,
  y,
  value,
  label,
}: {
  x: number
  y: number
  value: { text: string; unit: string }
  label: string
}) => (
  <text x={x} y={y} textAnchor="middle" className={css.label}>
    {label} <tspan className={css.setValue}>{value.text}</tspan> {value.unit}
  </text>
)

/** The icon of an active electric heater. */
const Heater = ({ x, y, label }: { x: number; y: number; label: string }) => (
  <g transform={`translate(${x} ${y})`} className={css.heater}>
    <title>{label}</title>
    <path d="M2 -11 L-6 2 H0 L-2 11 L7 -3 H1 Z" />
  </g>
)
