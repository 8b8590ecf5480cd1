import { describe, expect, it } from 'vitest'
import {
  addPoint,
  boundsOf,
  type CurveView,
  pan,
  readView,
  versusShift,
  writeView,
  zoomBy,
  zoomTo,
} from './curve-view.ts'

const NOW = 1_795_252_500_000
const HOUR = 3_600_000
const USUAL = { part: 'curve', versus: 'none', resolution: 'auto', aggregate: 'auto' } as const
const read = (text: string) => readView(new URLSearchParams(text), ['t_out'])

describe('the address of a view', () => {
  it.each<CurveView>([
    { ...USUAL, points: ['t_out', 't_in'], span: { kind: 'last', period: '7d' } },
    { ...USUAL, points: ['p_high'], span: { kind: 'fixed', from: NOW - HOUR, to: NOW }, part: 'timeline' },
    { ...USUAL, points: ['p_high'], span: { kind: 'last', period: '365d' }, versus: 'year', resolution: '1h' },
    { ...USUAL, points: [], span: { kind: 'last', period: '24h' }, part: 'table', aggregate: 'time_weighted' },
  ])('opens the same view again: %j', (view) => {
    const query = writeView(new URLSearchParams('tab=curves&from=1&period=30d&part=statistics&versus=day'), view)
    expect(readView(query, ['t_out'])).toEqual(view)
    expect(query.get('tab')).toBe('curves')
  })
  it.each([
    ['', ['t_out'], '24h'],
    ['points=a,a,b', ['a', 'b'], '24h'],
    ['points=a,<script>', ['a'], '24h'],
    ['period=100y', ['t_out'], '24h'],
    ['from=5&to=4', ['t_out'], '24h'],
    ['part=map&versus=decade&resolution=2m&aggregate=sdev', ['t_out'], '24h'],
    [`points=${Array.from({ length: 14 }, (_, index) => `p${index}`).join(',')}`, 12, '24h'],
  ] as const)('falls back instead of failing: %s', (text, points, period) => {
    const view = read(text)
    if (typeof points === 'number') expect(view.points).toHaveLength(points)
    else expect(view.points).toEqual(points)
    expect(view.span).toEqual({ kind: 'last', period })
  })
})

describe('zooming', () => {
  const day: CurveView = { ...USUAL, points: ['t_out'], span: { kind: 'last', period: '24h' } }
  it('takes the dragged period', () => {
    expect(boundsOf(zoomTo(day, NOW - 2 * HOUR, NOW - HOUR, NOW), NOW)).toMatchObject({
      from: NOW - 2 * HOUR,
      to: NOW - HOUR,
    })
  })
  it('never shows less than a minute', () => {
    const { from, to } = boundsOf(zoomTo(day, NOW - HOUR, NOW - HOUR + 10, NOW), NOW)
    expect(to - from).toBe(60_000)
  })
  it('halves and doubles around the middle, never into the future', () => {
    expect(boundsOf(zoomBy(day, 0.5, NOW), NOW)).toMatchObject({ from: NOW - 18 * HOUR, to: NOW - 6 * HOUR })
    expect(boundsOf(zoomBy(day, 2, NOW), NOW)).toMatchObject({ from: NOW - 48 * HOUR, to: NOW })
  })
  it('moves into the past by a part of the span', () => {
    expect(boundsOf(pan(day, -0.5, NOW), NOW)).toMatchObject({ from: NOW - 36 * HOUR, to: NOW - 12 * HOUR })
  })
})

describe('choosing points', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => `p${index}`)
  it.each([
    ['one more', ['a'], 'b', null, 2],
    ['the same again', ['a'], 'a', 'twice', 1],
    ['a thirteenth', twelve, 'x', 'too_many', 12],
  ] as const)('%s', (_, points, key, problem, count) => {
    const added = addPoint(points, key)
    expect(added.problem).toBe(problem)
    expect(added.points).toHaveLength(count)
  })
})

describe('the comparison period', () => {
  const view: CurveView = { ...USUAL, points: [], span: { kind: 'fixed', from: NOW - 5 * HOUR, to: NOW } }
  it.each([
    ['none', null],
    ['before', 5],
    ['day', 24],
    ['week', 168],
    ['year', 364 * 24],
  ] as const)('%s is %s hours earlier', (versus, hours) => {
    expect(versusShift({ ...view, versus }, NOW)).toBe(hours === null ? null : hours * HOUR)
  })
})
