import { COP_MIN_QUALITY, type DeviceDay, USES, type Use } from '@heatfleet/contract/device-days/device-days.ts'
import { STATE_COLOURS } from '../../../curves/device-states.ts'
import type { ChartOption } from '../../../ui/chart/option.ts'
import { faded, type Palette } from '../../../ui/chart/palette.ts'

/** Background of the bars of a use, also of the legend. */
export const colourOfUse = (use: Use, palette: Palette): string => palette[STATE_COLOURS[use]]
export const electricityColour = (palette: Palette): string => palette.acc

type EnergyInput = {
  /** Every day of the period, the oldest first; null = no figures. */
  days: readonly { day: string; figures: DeviceDay | null }[]
  /** Uses with a value on any day. */
  uses: readonly Use[]
  palette: Palette
  /** Unit of energy as the viewer wants it, and a value in it. */
  unit: string
  energy: (kwh: number | null) => number | null
  number: (value: number, decimals: number) => string
  label: (day: string) => string
  tooltip: (day: { day: string; figures: DeviceDay | null }) => string
}

const LEFT_PX = 48
const RIGHT_PX = 8
const TOP_PX = 24
const BARS_PX = 170
const GAP_PX = 30
const COP_PX = 90
const BOTTOM_PX = 22
/** Height of the chart, px. */
export const ENERGY_HEIGHT_PX = TOP_PX + BARS_PX + GAP_PX + COP_PX + BOTTOM_PX

/** Pale where little of the day is known. */
const PALE = 0.35
const isPale = (figures: DeviceDay | null): boolean => figures !== null && figures.quality < COP_MIN_QUALITY

/** Bars of heat by use beside electricity, and the COP below over the same days. Pure. */
export const energyOption = (input: EnergyInput): ChartOption => {
  const { days, uses, palette, unit, energy, label, number } = input
  const axisLabel = { color: palette.ink_3, fontSize: 11 }
  const name = { nameGap: 8, nameTextStyle: { ...axisLabel, align: 'right', padding: [0, 8, 0, 0] } }
  const bars = (id: string, stack: string, colour: string, of: (figures: DeviceDay) => number | null) => ({
    id,
    type: 'bar',
    stack,
    barMaxWidth: 12,
    barGap: '10%',
    barCategoryGap: '30%',
    data: days.map(({ figures }) => ({
      value: figures === null ? null : energy(of(figures)),
      itemStyle: { color: isPale(figures) ? faded(colour, PALE) : colour },
    })),
  })
  const category = (gridIndex: number) => ({
    type: 'category',
    gridIndex,
    data: days.map(({ day }) => label(day)),
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: false },
    axisLabel: { ...axisLabel, show: gridIndex === 1, hideOverlap: true },
  })
  return {
    textStyle: { fontFamily: '"Inter Variable", system-ui, sans-serif' },
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    tooltip: {
      trigger: 'axis',
      confine: true,
      axisPointer: { type: 'shadow', shadowStyle: { color: faded(palette.ink_3, 0.1) } },
      backgroundColor: palette.panel,
      borderColor: palette.line,
      textStyle: { color: palette.ink, fontSize: 12 },
      formatter: (shown: unknown) => {
        const row = days[Array.isArray(shown) ? Number(Object(shown[0]).dataIndex) : -1]
        return row === undefined ? '' : input.tooltip(row)
      },
    },
    grid: [
      { left: LEFT_PX, right: RIGHT_PX, top: TOP_PX, height: BARS_PX },
      { left: LEFT_PX, right: RIGHT_PX, top: TOP_PX + BARS_PX + GAP_PX, height: COP_PX },
    ],
    xAxis: [category(0), category(1)],
    yAxis: [
      {
        type: 'value',
        gridIndex: 0,
        min: 0,
        splitNumber: 4,
        name: unit,
        ...name,
        axisLabel: { ...axisLabel, formatter: (tick: number) => number(tick, 0) },
        splitLine: { lineStyle: { color: palette.line_2 } },
      },
      {
        type: 'value',
        gridIndex: 1,
        min: 0,
        minInterval: 1,
        splitNumber: 3,
        name: 'COP',
        ...name,
        axisLabel: { ...axisLabel, formatter: (tick: number) => number(tick, 0) },
        splitLine: { lineStyle: { color: palette.line_2 } },
      },
    ],
    series: [
      ...uses.map((use) => bars(`heat-${use}`, 'heat', colourOfUse(use, palette), (day) => day[`heat_${use}_kwh`])),
      bars('electricity', 'electricity', electricityColour(palette), (day) => day.electricity_kwh),
      {
        id: 'cop',
        type: 'line',
        xAxisIndex: 1,
        yAxisIndex: 1,
        connectNulls: false,
        symbol: 'circle',
        symbolSize: 5,
        color: palette.ok,
        lineStyle: { width: 1.6 },
        data: days.map(({ figures }) => figures?.cop ?? null),
      },
    ],
  }
}

/** All days of a period up to the last, each with its figures if there are any. */
export const filledDays = (days: readonly DeviceDay[], from: string, to: string) => {
  const byDay = new Map(days.map((figures) => [figures.day, figures]))
  const filled: { day: string; figures: DeviceDay | null }[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10)
    filled.push({ day, figures: byDay.get(day) ?? null })
  }
  return filled
}
const DAY_MS = 86_400_000

/** Uses for which any day has heat or electricity. */
export const usesOf = (days: readonly DeviceDay[]): Use[] =>
  USES.filter((use) =>
    days.some((day) => (day[`heat_${use}_kwh`] ?? 0) !== 0 || (day[`electricity_${use}_kwh`] ?? 0) !== 0),
  )
