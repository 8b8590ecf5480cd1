import css from './schematic.module.css'
import type { DrawnValue } from './schematic-labels.ts'

type SensorProps = {
  x: number
  /** Baseline of the label; values follow below, one per line. */
  y: number
  label: string
  values: readonly DrawnValue[]
  /** Large figures for the main temperatures, in their semantic colour. */
  size?: 'normal' | 'large'
  tone?: 'hot' | 'cold' | 'plain'
}

/** A label with measured values at the sensor's position. */
export const Sensor = ({ x, y, label, values, size = 'normal', tone = 'plain' }: SensorProps) => (
  <text x={x} y={y} textAnchor="middle" className={css.text}>
    <tspan className={css.label}>{label}</tspan>
    {values.map((value, line_index) => (
      <tspan
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of a sensor never change their order
        key={line_index}
        x={x}
        dy={line_index === 0 && size === 'large' ? 20 : 16}
        className={`${size === 'large' ? css.large : css.value} ${tone === 'plain' ? '' : css[`${tone}Text`]}`}
      >
        {value.text}
        {value.unit !== '' && <tspan className={size === 'large' ? css.unitLarge : css.unit}> {value.unit}</tspan>}
      </tspan>
    ))}
  </text>
)

/** The triangle that marks a part with a fault. */
export const FaultMark = ({ x, y }: { x: number; y: number }) => (
  <g transform={`translate(${x} ${y})`} className={css.fault}>
    <path d="M0 -10 L11 9 H-11 Z" />
    <path d="M0 -3 V3 M0 6 V6.5" className={css.faultStroke} />
  </g>
)
