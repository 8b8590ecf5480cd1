import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import { formatNumber, UNKNOWN } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { DeviceView } from '../device-view.ts'
import css from './control.module.css'
import { curveWarning, flowAt, heatingCurve } from './heating-curve.ts'
import type { Commands } from './use-commands.ts'

const BOX = { width: 560, height: 240, left: 30, right: 14, top: 12, bottom: 34 } as const
const OUTDOOR = { min: -25, max: 20 } as const
const FLOW = { min: 20, max: 60 } as const

/** The heating curve drawn beside its fields: staged knees are filled, the current outdoor temperature is marked. */
export const CurveDrawing = ({ view, commands }: { view: DeviceView; commands: Commands }) => {
  const t = useMessages('device-detail')
  const { language } = usePointText()
  const knees = heatingCurve(view.definition ?? new Map(), view.readings, commands.staged)
  if (knees === null) return null
  const xs = knees.map((knee) => knee.outdoor_c)
  const ys = knees.map((knee) => knee.flow_c)
  const [x0, x1] = [Math.min(OUTDOOR.min, ...xs), Math.max(OUTDOOR.max, ...xs)]
  const [y0, y1] = [Math.min(FLOW.min, ...ys), Math.max(FLOW.max, ...ys)]
  const x = (value: number) => BOX.left + ((value - x0) / (x1 - x0)) * (BOX.width - BOX.left - BOX.right)
  const y = (value: number) =>
    BOX.height - BOX.bottom - ((value - y0) / (y1 - y0)) * (BOX.height - BOX.top - BOX.bottom)
  const sorted = [...knees].sort((one, other) => one.outdoor_c - other.outdoor_c)
  const line = [
    [x0, flowAt(knees, x0) ?? 0] as const,
    ...sorted.map((knee) => [knee.outdoor_c, knee.flow_c] as const),
    [x1, flowAt(knees, x1) ?? 0] as const,
  ]
  const outdoor = view.readings.get('t_amb')?.value
  const flow = outdoor === undefined ? null : flowAt(knees, outdoor)
  const warning = curveWarning(knees)
  const formatC = (value: number | null | undefined) =>
    value === null || value === undefined ? UNKNOWN : `${formatNumber(value, 1, language)} °C`
  return (
    <Panel title={t(($) => $.control.curve_title)}>
      <svg
        viewBox={`0 0 ${BOX.width} ${BOX.height}`}
        className={css.curve}
        role="img"
        aria-label={t(($) => $.control.curve_description, { outdoor: formatC(outdoor), flow: formatC(flow) })}
      >
        {ticks(y0, y1, 10).map((value) => (
          <g key={`y${value}`}>
            <line x1={BOX.left} x2={BOX.width - BOX.right} y1={y(value)} y2={y(value)} />
            <text x={BOX.left - 6} y={y(value) + 4} textAnchor="end">
              {formatNumber(value, 0, language)}
            </text>
          </g>
        ))}
        {ticks(x0, x1, 10).map((value) => (
          <text key={`x${value}`} x={x(value)} y={BOX.height - 12} textAnchor="middle">
            {formatNumber(value, 0, language)}
          </text>
        ))}
        <text x={BOX.width - BOX.right} y={BOX.height - 1} textAnchor="end">
          {t(($) => $.control.curve_outdoor)}
        </text>
        <polyline points={line.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ')} />
        {outdoor !== undefined && flow !== null && outdoor >= x0 && outdoor <= x1 && (
          <g className={css.curveNow}>
            <path d={`M${x(outdoor)} ${BOX.height - BOX.bottom}V${y(flow)}H${BOX.left}`} />
            <circle cx={x(outdoor)} cy={y(flow)} r="3.5" />
            <text x={x(outdoor) + 7} y={y(flow) - 7}>
              {t(($) => $.control.curve_now)} {formatC(flow)}
            </text>
          </g>
        )}
        {knees.map((knee) => (
          <circle
            key={knee.x_key}
            cx={x(knee.outdoor_c)}
            cy={y(knee.flow_c)}
            r="4.5"
            className={css.knee}
            data-staged={knee.staged || undefined}
          />
        ))}
      </svg>
      {warning !== null && (
        <p className={css.oddity}>
          {warning === 'order' ? t(($) => $.control.curve_order) : t(($) => $.control.curve_rising)}
        </p>
      )}
    </Panel>
  )
}

const ticks = (from: number, to: number, step: number): number[] => {
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, index) => first + index * step)
}
