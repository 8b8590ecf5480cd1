import { AGGREGATES, type Aggregate, RESOLUTIONS, type Resolution } from '@heatfleet/contract/history/history.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

/** Selectable lengths, hours. */
const PERIODS = { '24h': 24, '7d': 24 * 7, '30d': 24 * 30, '365d': 24 * 365 } as const
type Period = keyof typeof PERIODS

const HOUR_MS = 3_600_000
/** Offsets of the comparison period; 52 weeks keep the day of the week. */
const VERSUS_MS = { day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, year: 364 * 24 * HOUR_MS } as const
export const VERSUS = ['none', 'before', 'day', 'week', 'year'] as const
type Versus = (typeof VERSUS)[number]

/** Views of the same history. */
export const PARTS = ['curve', 'table', 'statistics', 'timeline'] as const
type Part = (typeof PARTS)[number]

/** The state of the history screen: everything a link needs to reproduce it. */
export type CurveView = {
  points: readonly string[]
  /** A running period that ends now, or a fixed one. */
  span: { kind: 'last'; period: Period } | { kind: 'fixed'; from: number; to: number }
  part: Part
  versus: Versus
  resolution: Resolution
  aggregate: Aggregate
}

/** Values of the query parameters; the first of each is the default and omitted. */
const CHOICES = {
  part: PARTS,
  versus: VERSUS,
  resolution: Object.keys(RESOLUTIONS) as Resolution[], // the keys of that table
  aggregate: AGGREGATES,
} as const
/** A shorter span shows nothing more: devices report every ten seconds at best. */
export const SPAN_MIN_MS = 60_000
const SPAN_MAX_MS = LIMITS.history_period_days_max * 24 * HOUR_MS

/** Parses a view from the query; missing or invalid values fall back to defaults. */
export const readView = (query: URLSearchParams, fallback: readonly string[]): CurveView => {
  const points_text = query.get('points')
  const points =
    points_text === null ? fallback : points_text.split(',').filter((key) => /^[a-z0-9_]{1,40}$/i.test(key))
  const from = Number(query.get('from') ?? Number.NaN)
  const to = Number(query.get('to') ?? Number.NaN)
  const fixed = Number.isFinite(from) && Number.isFinite(to) && to - from >= SPAN_MIN_MS && to - from <= SPAN_MAX_MS
  const period = query.get('period')
  return {
    points: [...new Set(points)].slice(0, LIMITS.history_points_max),
    span: fixed
      ? { kind: 'fixed', from, to }
      : { kind: 'last', period: period !== null && isPeriod(period) ? period : '24h' },
    part: chosen(PARTS, query.get('part')),
    versus: chosen(VERSUS, query.get('versus')),
    resolution: chosen(CHOICES.resolution, query.get('resolution')),
    aggregate: chosen(AGGREGATES, query.get('aggregate')),
  }
}

/** The first value is the default. */
const chosen = <Value extends string>(values: readonly Value[], text: string | null): Value => {
  const [usual] = values
  if (usual === undefined) throw new Error('nothing to choose from')
  return values.find((value) => value === text) ?? usual
}

/** Writes a view into a query and keeps other parameters. */
export const writeView = (query: URLSearchParams, view: CurveView): URLSearchParams => {
  const next = new URLSearchParams(query)
  next.set('points', view.points.join(','))
  for (const name of ['period', 'from', 'to']) next.delete(name)
  if (view.span.kind === 'last') next.set('period', view.span.period)
  else {
    next.set('from', String(view.span.from))
    next.set('to', String(view.span.to))
  }
  for (const [name, values] of Object.entries(CHOICES)) {
    const value = view[name as keyof typeof CHOICES] // the keys of that table
    if (value === values[0]) next.delete(name)
    else next.set(name, value)
  }
  return next
}

export const isPeriod = (text: string): text is Period => text in PERIODS

/** The period of a view, unix ms. */
export const boundsOf = (view: CurveView, now: number): { from: number; to: number } =>
  view.span.kind === 'fixed' ? view.span : { from: now - PERIODS[view.span.period] * HOUR_MS, to: now }

/** Offset of the comparison period, ms; null = no comparison. */
export const versusShift = (view: CurveView, now: number): number | null => {
  if (view.versus === 'none') return null
  if (view.versus !== 'before') return VERSUS_MS[view.versus]
  const { from, to } = boundsOf(view, now)
  return to - from
}

/** Narrows a view to the dragged period, not below {@link SPAN_MIN_MS} and not into the future. */
export const zoomTo = (view: CurveView, from: number, to: number, now: number): CurveView => {
  const middle = (from + to) / 2
  const half = Math.min(SPAN_MAX_MS, Math.max(SPAN_MIN_MS, to - from)) / 2
  const end = Math.min(now, Math.round(middle + half))
  return { ...view, span: { kind: 'fixed', from: Math.round(end - 2 * half), to: end } }
}

/** Zooms around the middle: a factor below 1 zooms in, above 1 out. */
export const zoomBy = (view: CurveView, factor: number, now: number): CurveView => {
  const { from, to } = boundsOf(view, now)
  const half = ((to - from) * factor) / 2
  return zoomTo(view, (from + to) / 2 - half, (from + to) / 2 + half, now)
}

/** Moves by a fraction of the span; negative = into the past. */
export const pan = (view: CurveView, part: number, now: number): CurveView => {
  const { from, to } = boundsOf(view, now)
  const by = (to - from) * part
  return zoomTo(view, from + by, to + by, now)
}

/** Adds a point unless it is present already or twelve are (spec 5). */
export const addPoint = (
  points: readonly string[],
  key: string,
): { points: readonly string[]; problem: 'too_many' | 'twice' | null } => {
  if (points.includes(key)) return { points, problem: 'twice' }
  if (points.length >= LIMITS.history_points_max) return { points, problem: 'too_many' }
  return { points: [...points, key], problem: null }
}
