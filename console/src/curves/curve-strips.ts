import { faded } from '../ui/chart/palette.ts'
import type { CurveChartInput } from './curve-option.ts'
import { runsOf } from './statistics.ts'

type Api = {
  value: (dimension: number) => number
  coord: (at: readonly [number, number]) => [number, number]
  size: (of: readonly [number, number]) => [number, number]
}

const STRIP_FILL_PX = 12
/** Opacity of the strip by value; 0 is a thin line, so that "off" differs from "unknown". */
const STRENGTHS = [0, 0.75, 0.55, 0.4, 0.28] as const

/** States over time: a bar while the state is set, a line while it is not, nothing while it is unknown. */
export const stripSeries = (picture: CurveChartInput, yAxisIndex: number) =>
  picture.plan.strips.flatMap((key, row) => {
    const one = picture.series.find((candidate) => candidate.key === key)
    if (one === undefined) return []
    const alarm = picture.points.get(key)?.alarm === true
    const colour = alarm ? picture.palette.bad : key === 'defrost' ? picture.palette.ref_low : picture.palette.ink_3
    return [
      {
        id: `strip-${key}`,
        name: picture.name(key),
        type: 'custom',
        xAxisIndex: 1,
        yAxisIndex,
        encode: { x: [0, 1], y: 2 },
        data: runsOf(one).map((run) => [
          Math.max(run.from, picture.from),
          Math.min(run.to, picture.to),
          row,
          run.value,
        ]),
        color: colour,
        renderItem: (_: unknown, api: Api) => {
          const [x, y] = api.coord([api.value(0), api.value(2)])
          const [end] = api.coord([api.value(1), api.value(2)])
          const value = Math.round(api.value(3))
          const height = value === 0 ? 1.5 : STRIP_FILL_PX
          return {
            type: 'rect',
            shape: { x, y: y - height / 2, width: Math.max(1, end - x), height },
            style: {
              fill:
                value === 0
                  ? faded(picture.palette.ink_3, 0.4)
                  : faded(colour, STRENGTHS[value % STRENGTHS.length] || 0.65),
            },
          }
        },
        tooltip: { show: false },
      },
    ]
  })
