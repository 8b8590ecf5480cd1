import css from './sparkline.module.css'

type SparklineProps = { values: readonly (number | null)[]; width?: number; height?: number }

/** SVG path of a sparkline; a null interrupts the line. Pure. */
export const sparklinePath = (values: readonly (number | null)[], width: number, height: number): string => {
  const values_known = values.filter((value) => value !== null)
  if (values_known.length < 2) return ''
  const low = Math.min(...values_known)
  const span = Math.max(...values_known) - low
  const x = (index: number) => ((index / (values.length - 1)) * (width - 2) + 1).toFixed(1)
  const y = (value: number) =>
    (span === 0 ? height / 2 : height - 1.5 - ((value - low) / span) * (height - 3)).toFixed(1)
  let down = false
  let path = ''
  for (const [index, value] of values.entries()) {
    if (value === null) {
      down = false
      continue
    }
    path += `${down ? 'L' : 'M'}${x(index)} ${y(value)}`
    down = true
  }
  return path
}

/** The last hours of a value as a small curve; decorative, hidden from screen readers. */
export const Sparkline = ({ values, width = 96, height = 20 }: SparklineProps) => (
  <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={css.sparkline}>
    <path d={sparklinePath(values, width, height)} />
  </svg>
)
