import type { ChartOption } from './option.ts'

/** Kinds of series that `echarts-series.ts` registers. */
const LATER_SERIES: readonly unknown[] = ['bar', 'custom']

type Series = { type?: unknown; markLine?: unknown }

/** True when an option has series, marks or titles that would not be drawn before {@link moreSeries} is loaded. */
export const needsMoreSeries = ({ series, title }: ChartOption): boolean =>
  title !== undefined ||
  (Array.isArray(series) ? (series as Series[]) : []).some(
    ({ type, markLine }) => LATER_SERIES.includes(type) || markLine !== undefined,
  )

/** Loads a part of the chart library once for all charts; a failed load is tried again by the next chart. */
const part = (load: () => Promise<unknown>) => {
  let loading: Promise<unknown> | null = null
  let is_loaded = false
  return {
    isLoaded: () => is_loaded,
    load: async (): Promise<void> => {
      loading ??= load()
      try {
        await loading
        is_loaded = true
      } catch (error) {
        loading = null
        throw error
      }
    },
  }
}

/** Bars, strips, marked moments and titles. */
export const moreSeries = part(async () => (await import('./echarts-series.ts')).registerSeries())

/** Tooltip and axis pointer: shown under the pointer alone, and fetched when one comes. */
export const tooltip = part(async () => (await import('./echarts-tooltip.ts')).registerTooltip())
