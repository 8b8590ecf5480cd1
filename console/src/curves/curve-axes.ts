import type { AxisPlan } from './axes.ts'
import type { CurveChartInput } from './curve-option.ts'
import { shortLabel } from './sources.ts'

/** Width of one axis of values, and of the names at the right end of the curves. */
export const AXIS_PX = 46
export const LABELS_PX = 152

/** Formats a tick with a minus sign instead of a hyphen. */
export const realMinus = (tick: number): string => String(tick).replace('-', '−')

/** Index of the strips' axis: after those of the curves (at least one). */
export const yStrips = (plan: AxisPlan) => Math.max(1, plan.axes.length)

/** Index of the compressor's grid and time axis: after the strips. */
export const compressorGrid = ({ strips }: AxisPlan) => (strips.length === 0 ? 1 : 2)
const yCompressor = (plan: AxisPlan) => yStrips(plan) + (plan.strips.length === 0 ? 0 : 1)

/** From zero, with the unit, its half and its end. */
export const compressorAxis = ({ palette, plan, unitOf }: CurveChartInput, { unit }: { unit: string }) => ({
  type: 'value',
  gridIndex: compressorGrid(plan),
  position: 'left',
  min: 0,
  splitNumber: 2,
  name: unitOf(unit),
  nameGap: 4,
  nameTextStyle: { color: palette.ink_3, fontSize: 11, align: 'right' },
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { color: palette.ink_3, fontSize: 11, hideOverlap: true },
  splitLine: { lineStyle: { color: palette.line_2 } },
})

export const valueAxes = ({ plan, palette, unitOf }: CurveChartInput) =>
  (plan.axes.length === 0 ? [{ unit: '', keys: [] }] : plan.axes).map(({ unit }, index) => ({
    type: 'value',
    gridIndex: 0,
    position: 'left',
    offset: index * AXIS_PX,
    scale: true,
    splitNumber: 4,
    name: unitOf(unit),
    nameGap: 10,
    nameTextStyle: { color: palette.ink_3, fontSize: 11, align: 'right' },
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: palette.ink_3, fontSize: 11, formatter: realMinus },
    // Only the first axis has grid lines.
    splitLine: { show: index === 0, lineStyle: { color: palette.line_2 } },
  }))

export const stripAxis = ({ plan, palette, name }: CurveChartInput) => {
  const names = plan.strips.map(name)
  return {
    type: 'category',
    gridIndex: 1,
    position: 'right',
    inverse: true,
    data: names,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      color: palette.ink_2,
      fontSize: 11,
      width: LABELS_PX - 12,
      overflow: 'truncate',
      formatter: (one: string) => shortLabel(one, names),
    },
  }
}

/** The axes that each curve is drawn on. */
export const valueGrids = (plan: AxisPlan) => [
  ...plan.axes.map(({ keys }, yAxisIndex) => ({ keys, xAxisIndex: 0, yAxisIndex })),
  ...(plan.compressor === null
    ? []
    : [{ keys: plan.compressor.keys, xAxisIndex: compressorGrid(plan), yAxisIndex: yCompressor(plan) }]),
]
