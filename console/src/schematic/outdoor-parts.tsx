import { Pipe } from './pipe.tsx'
import css from './schematic.module.css'
import type { Draw, SchematicLabels } from './schematic-labels.ts'
import type { SchematicState } from './schematic-state.ts'
import { FaultMark, Sensor } from './sensor.tsx'

type PartProps = { state: SchematicState; draw: Draw; labels: SchematicLabels }

const COIL_ROWS = [128, 150, 172, 194, 216, 238, 260, 282] as const
const DROPS = [
  [176, 300, 0],
  [188, 296, 0.5],
  [198, 302, 0.9],
] as const

/** The fan of the outdoor coil; it turns when it is reported to turn. */
export const Fan = ({ state, draw, labels }: PartProps) => (
  <g>
    <circle cx="88" cy="206" r="48" className={css.body} />
    <g className={state.fan ? css.turning : undefined}>
      <path
        className={css.blade}
        d="M88 206c-10-19-6-38 4-42 11 8 9 27-4 42zM88 206c21 3 36 15 36 27-15 3-30-8-36-27zM88 206c-10 19-27 23-38 17 5-15 21-21 38-17z"
      />
    </g>
    <circle cx="88" cy="206" r="5" className={css.hub} />
    <Sensor x={88} y={128} label={labels.outdoor} values={[draw('t_amb')]} />
    <Sensor x={88} y={274} label={labels.fan} values={[draw('fan1')]} />
    {state.faulty.includes('fan') && <FaultMark x={130} y={166} />}
  </g>
)

/** The outdoor coil: evaporator in heating, condenser in cooling and defrost; drops while frost melts. */
export const Coil = ({ state, draw, labels }: PartProps) => (
  <g>
    <g className={css[state.coil === 'idle' ? 'idle' : state.coil === 'evaporates' ? 'low' : 'high']}>
      <path className={css.coil} d={`M168 116V292M204 116V292${COIL_ROWS.map((y) => `M168 ${y}H204`).join('')}`} />
    </g>
    {state.mode === 'defrost' && (
      <g className={css.melting}>
        {DROPS.map(([x, y, delay]) => (
          <path key={x} d={`M${x} ${y}c-4 6-3 9 0 9s4-3 0-9z`} style={{ animationDelay: `${delay}s` }} />
        ))}
        {[140, 184, 228].map((y) => (
          <path key={y} className={css.flake} d={`M148 ${y}m-8 0h16m-12 -7l8 14m0 -14l-8 14`} />
        ))}
      </g>
    )}
    <Sensor x={186} y={state.mode === 'defrost' ? 324 : 312} label={labels.coil} values={[draw('t_coil')]} />
    {state.faulty.includes('coil') && <FaultMark x={220} y={196} />}
  </g>
)

/** The four-way valve with its two passages in the position the circuit runs in. */
export const FourWayValve = ({ state, labels }: Omit<PartProps, 'draw'>) => {
  const moving = state.refrigerant !== 'still'
  const forward = state.valve === 'forward'
  return (
    <g>
      <rect x="307" y="106" width="76" height="36" rx="10" className={css.panelBody} />
      <g className={css[moving ? 'low' : 'idle']}>
        <path className={css.passage} d={forward ? 'M307 124 Q329 124 329 142' : 'M383 124 Q333 118 329 142'} />
      </g>
      <g className={css[moving ? 'high' : 'idle']}>
        <path className={css.passage} d={forward ? 'M361 142 Q361 124 383 124' : 'M361 142 Q357 118 307 124'} />
      </g>
      <text x="345" y="96" textAnchor="middle" className={css.label}>
        {labels.four_way}
      </text>
      {state.faulty.includes('valve') && <FaultMark x={384} y={102} />}
    </g>
  )
}

/** The compressor with suction and discharge gas. */
export const Compressor = ({ state, draw, labels }: PartProps) => (
  <g>
    <g className={css[state.compressor ? 'high' : 'idle']}>
      <circle cx="345" cy="202" r="30" className={css.machine} />
      <path d="M326 184 L366 194 M326 220 L366 210" className={css.machineLine} />
    </g>
    <Sensor x={262} y={154} label={labels.suction} values={[draw('t_suction'), draw('p_low')]} />
    <Sensor x={430} y={154} label={labels.discharge} values={[draw('t_discharge'), draw('p_high')]} />
    <Sensor x={345} y={249} label={labels.compressor} values={[draw('comp_hz')]} />
    {state.faulty.includes('compressor') && <FaultMark x={384} y={182} />}
  </g>
)

/** The refrigerant pipes and the expansion valve, coloured by their side of the compressor. */
export const RefrigerantPipes = ({ state, draw, labels }: PartProps) => {
  const flowing = state.refrigerant !== 'still'
  const reversed = state.refrigerant === 'reversed'
  const tone = (side: 'high' | 'low') => (flowing ? side : 'idle')
  // Each temperature is placed on the side of its phase change.
  const [low, high] = state.valve === 'reversed' ? [430, 262] : [262, 430]
  return (
    <g>
      <Pipe
        d="M204 124H307"
        tone={tone(reversed ? 'high' : 'low')}
        flowing={flowing}
        reversed={reversed}
        arrow={[252, 124, 0]}
      />
      <Pipe
        d="M383 124H478"
        tone={tone(reversed ? 'low' : 'high')}
        flowing={flowing}
        reversed={reversed}
        arrow={[434, 124, 0]}
      />
      <Pipe d="M329 142V177" tone={tone('low')} flowing={flowing} arrow={[329, 162, 90]} />
      <Pipe d="M361 177V142" tone={tone('high')} flowing={flowing} arrow={[361, 159, -90]} />
      <Pipe
        d="M478 288H361"
        tone={tone(reversed ? 'low' : 'high')}
        flowing={flowing}
        reversed={reversed}
        arrow={[424, 288, 180]}
        width={2.5}
      />
      <Pipe
        d="M329 288H204"
        tone={tone(reversed ? 'high' : 'low')}
        flowing={flowing}
        reversed={reversed}
        arrow={[262, 288, 180]}
        width={2.5}
      />
      <g className={css[tone('low')]}>
        <path d="M329 275 L361 301 V275 L329 301 Z" className={css.machine} />
      </g>
      <Sensor x={345} y={320} label={labels.expansion} values={[draw('eev1')]} />
      <Sensor x={low} y={256} label={labels.evaporating} values={[draw('t_evap')]} />
      <Sensor x={high} y={256} label={labels.condensing} values={[draw('t_cond')]} />
    </g>
  )
}
