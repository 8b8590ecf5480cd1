import { describe, expect, it } from 'vitest'
import { conditionsOf } from './conditions.ts'

const fine = {
  online_status: 'online',
  bus_status: 'ok',
  vcard_pk: 'recognized',
  alarm_keys: [],
  last_offline_time: null,
  parsing_failed: false,
  texts: [],
  point_count: 105,
  is_drawn: true,
  connected: true,
  has_reported: true,
} as const

describe('alerts of a device', () => {
  it.each([
    ['a healthy one has none', {}, []],
    ['faults come before being offline', { alarm_keys: ['f07'], online_status: 'offline' }, ['alarm', 'offline']],
    [
      'a lost bus is only reported while the module is online',
      { bus_status: 'lost', online_status: 'offline' },
      ['offline'],
    ],
    ['a lost bus', { bus_status: 'lost' }, ['bus_lost']],
    ['never online is no offline', { online_status: 'never' }, ['never']],
    ['an unknown board', { vcard_pk: 'unrecognized' }, ['unrecognized']],
    ['a definition without points', { point_count: 0 }, ['no_points']],
    ['reports that cannot be read', { parsing_failed: true }, ['parsing_failed']],
    ['nothing can be read without points', { parsing_failed: true, point_count: 0 }, ['no_points']],
    ['points without a meaning', { is_drawn: false }, ['no_tags']],
    ['no points have no meaning either', { point_count: 0, is_drawn: false }, ['no_points']],
    ['a definition still on its way is no empty one', { point_count: null }, []],
    ['a console without push', { connected: false }, ['disconnected']],
  ] as const)('%s', (_, change, kinds) => {
    expect(conditionsOf({ ...fine, ...change }).map(({ kind }) => kind)).toEqual(kinds)
  })

  it.each([true, false])('offline, and whether values were ever reported: %s', (has_reported) => {
    const since = '2026-11-20T08:00:00.000Z'
    expect(conditionsOf({ ...fine, online_status: 'offline', last_offline_time: since, has_reported })).toEqual([
      { kind: 'offline', since, has_reported },
    ])
  })
})
