import css from './schematic.module.css'

/** Semantic colour of a pipe; `idle` = no flow, and neither warm nor cold is known. */
type PipeTone = 'high' | 'low' | 'hot' | 'cold' | 'warm' | 'idle'

type PipeProps = {
  /** SVG path drawn in the direction of the forward flow. */
  d: string
  tone: PipeTone
  flowing: boolean
  /** The flow runs against the direction of `d`. */
  reversed?: boolean
  /** Position and angle in degrees of the arrow for forward flow; shows the direction without animation. */
  arrow?: readonly [x: number, y: number, degrees: number]
  width?: number
}

/** A pipe in its semantic colour; animated only while something flows. */
export const Pipe = ({ d, tone, flowing, reversed = false, arrow, width = 3.5 }: PipeProps) => (
  <g className={css[tone]}>
    <path d={d} className={css.pipe} strokeWidth={width} />
    {flowing && (
      <path d={d} className={css.stream} strokeWidth={width * 0.5} data-reversed={reversed ? 'yes' : undefined} />
    )}
    {flowing && arrow !== undefined && (
      <path
        d="M-6 -6.5 L6.5 0 L-6 6.5 Z"
        className={css.arrow}
        transform={`translate(${arrow[0]} ${arrow[1]}) rotate(${arrow[2] + (reversed ? 180 : 0)})`}
      />
    )}
  </g>
)
