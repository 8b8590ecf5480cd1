import { type Fitting, type Misfit, misfitOf, type UnitVersions } from '@heatfleet/contract/firmware/fitting.ts'
import { describe, expect, it } from 'vitest'
import { healthOf, hindranceOf } from './health.ts'
import { afterDeadline, type NextStep } from './runner-rules.ts'
import { opensAt } from './window.ts'

const FIRMWARE: Fitting = {
  product_key: 'r290',
  module: 'dtu',
  hardware_version: 'DTU-4G-B',
  software_version: '1.5.0',
  min_software_version: '1.3',
}
const UNIT: UnitVersions = {
  product_key: 'r290',
  module_type: 'DTU-4G-B',
  module_version: '1.4.2',
  hardware_version: 'CG248075',
  software_version: '2.08',
}
const BOARD = {
  module: 'mcu',
  hardware_version: 'CG248075',
  software_version: '2.9',
  min_software_version: '',
} as const

describe('whether a firmware fits a unit', () => {
  it.each<[string, Partial<Fitting>, Partial<UnitVersions>, Misfit | null]>([
    ['an older version', {}, {}, null],
    ['the minimum itself', {}, { module_version: '1.3.0' }, null],
    ['below the minimum', {}, { module_version: '1.2.9' }, 'min'],
    ['any version without a minimum', { min_software_version: '' }, { module_version: '0.1' }, null],
    ['the same version', {}, { module_version: '1.5.0' }, 'same'],
    ['the same with zeros left out', {}, { module_version: '1.5' }, 'same'],
    ['a newer version', {}, { module_version: '1.10.0' }, 'same'],
    ['another product', {}, { product_key: 'other' }, 'other_product'],
    ['another module', {}, { module_type: 'DTU-W-C' }, 'hw'],
    ['a version that is no number', {}, { module_version: 'V1-beta' }, 'version_unknown'],
    ['a unit that never told', {}, { module_version: '' }, 'version_unknown'],
    // Numbers, not text: 2.08 is 2.8.
    ['the board by its own versions', BOARD, {}, null],
    ['the board with a newer version', BOARD, { software_version: '2.10' }, 'same'],
    ['another board', BOARD, { software_version: '2.8', hardware_version: 'X' }, 'hw'],
  ])('%s', (_, firmware, unit, expected) => {
    expect(misfitOf({ ...FIRMWARE, ...firmware }, { ...UNIT, ...unit })).toBe(expected)
  })
})

const NOW = Date.UTC(2026, 10, 26, 12)
const minutesAgo = (minutes: number) => new Date(NOW - minutes * 60_000)
const WELL = {
  state: 'success' as const,
  reason: null,
  finished_at: minutesAgo(31),
  online: true,
  bus_status: 'ok' as const,
  new_alarm: false,
  tries: 1,
  reports_before: 30,
  reports_after: 30,
}

describe('the health of a unit after its upgrade', () => {
  it.each<[string, Partial<Parameters<typeof healthOf>[0]>, number, string | null]>([
    ['is good after half an hour', {}, 30, 'done'],
    ['is watched until then', { finished_at: minutesAgo(29) }, 30, null],
    ['is not asked for', { finished_at: minutesAgo(0), bus_status: 'lost' }, 0, 'done'],
    ['is bad at once with a new alarm', { finished_at: minutesAgo(1), new_alarm: true }, 30, 'health_alarm'],
    ['is bad at once without its board', { finished_at: minutesAgo(1), bus_status: 'lost' }, 30, 'health_bus'],
    ['may be off line for a while', { finished_at: minutesAgo(1), online: false }, 30, null],
    ['is bad when it is off line in the end', { online: false }, 30, 'health_offline'],
    ['does not matter where it failed', { state: 'check_error', reason: 'crc' }, 30, 'crc'],
    ['does not matter where it was refused', { state: 'rejected', reason: 'hw' }, 30, 'hw'],
    ['does not matter where it was taken back', { state: 'cancelled' }, 30, 'cancelled'],
    ['is bad when it reports half as much', { reports_before: 30, reports_after: 14 }, 30, 'health_reports'],
    ['is good when it reports as much', { reports_before: 30, reports_after: 15 }, 30, 'done'],
    ['is not judged by a few reports', { reports_before: 4, reports_after: 0 }, 30, 'done'],
    ['waits for another try after a broken line', { state: 'comm_exception', tries: 1 }, 30, 'again'],
    ['is bad when its tries are over', { state: 'comm_exception', reason: 'no_progress', tries: 2 }, 30, 'no_progress'],
    ['is not tried again after the deadline', { state: 'comm_exception', reason: 'expired' }, 30, 'expired'],
  ])('%s', (_, change, minutes, expected) => {
    const ended = healthOf({ ...WELL, ...change }, { health_minutes: minutes, retries: 1, retry_minutes: 10 }, NOW)
    expect(ended === null ? null : ended.kind === 'failed' ? ended.reason : ended.kind).toBe(expected)
  })
})

describe('what hinders an upgrade', () => {
  const RULE = { cold_limit_c: -5, spare_heating: true, window: null }
  const HERE = { time_zone: 'Europe/Warsaw', now_ms: NOW, again_ms: 600_000 }
  it.each([
    ['cold', { outside_c: -5.1, demands: [0] }, RULE, 'too_cold'],
    ['not at the limit', { outside_c: -5, demands: [0] }, RULE, null],
    ['heating', { outside_c: 8, demands: [0, 42] }, RULE, 'heats_now'],
    [
      'nothing where neither is asked for',
      { outside_c: -20, demands: [42] },
      { cold_limit_c: null, spare_heating: false, window: null },
      null,
    ],
    ['nothing that is not known', { outside_c: null, demands: [null] }, RULE, null],
  ])('%s', (_, state, rule, expected) => {
    expect(hindranceOf(state, rule, HERE)?.reason ?? null).toBe(expected)
  })

  it.each([
    ['in the morning in Warsaw', 'Europe/Warsaw', '2026-11-20T08:59:00+01:00', '2026-11-20T08:00:00.000Z'],
    ['from its beginning on', 'Europe/Warsaw', '2026-11-20T09:00:00+01:00', null],
    ['at its end', 'Europe/Warsaw', '2026-11-20T17:00:00+01:00', '2026-11-21T08:00:00.000Z'],
    ['at the same moment elsewhere', 'Asia/Shanghai', '2026-11-20T09:00:00+01:00', null],
    ['in the evening there', 'Asia/Shanghai', '2026-11-20T12:00:00+01:00', '2026-11-21T01:00:00.000Z'],
    ['over a change of clocks', 'Europe/Warsaw', '2026-10-24T18:00:00+02:00', '2026-10-25T08:00:00.000Z'],
  ])('the hours of the unit: %s', (_, time_zone, now, opens) => {
    const window = { from: '09:00', to: '17:00' }
    expect(opensAt(window, time_zone, Date.parse(now))?.toISOString() ?? null).toBe(opens)
  })
  it('hours over midnight are one window', () => {
    const night = { from: '22:00', to: '05:00' }
    const at = (now: string) => opensAt(night, 'UTC', Date.parse(now))?.toISOString() ?? null
    expect([at('2026-11-20T21:59:00Z'), at('2026-11-20T23:00:00Z'), at('2026-11-20T04:59:00Z')]).toEqual([
      '2026-11-20T22:00:00.000Z',
      null,
      null,
    ])
  })
})

describe('after a deadline', () => {
  const MINUTE_MS = 60_000
  it.each<[string, Parameters<typeof afterDeadline>[0], Parameters<typeof afterDeadline>[1], NextStep | object]>([
    [
      'a unit that never came',
      { state: 'waiting', announcements: 0 },
      { is_here: false, silent_ms: 1 },
      { reason: 'offline' },
    ],
    [
      'one that left before it answered',
      { state: 'announced', announcements: 1 },
      { is_here: false, silent_ms: 1 },
      { to: 'waiting' },
    ],
    [
      'one that did not answer',
      { state: 'announced', announcements: 1 },
      { is_here: true, silent_ms: 1 },
      { kind: 'again' },
    ],
    [
      'one that never answered',
      { state: 'announced', announcements: 5 },
      { is_here: true, silent_ms: 1 },
      { reason: 'no_answer' },
    ],
    [
      'one that went away in the middle',
      { state: 'downloading', announcements: 1 },
      { is_here: false, silent_ms: 10 * MINUTE_MS },
      { kind: 'wait', ms: 20 * MINUTE_MS },
    ],
    [
      'one that stays away',
      { state: 'downloading', announcements: 1 },
      { is_here: false, silent_ms: 31 * MINUTE_MS },
      { reason: 'offline' },
    ],
    [
      'one that stands still',
      { state: 'downloading', announcements: 1 },
      { is_here: true, silent_ms: 11 * MINUTE_MS },
      { reason: 'no_progress' },
    ],
    [
      'one that only checks',
      { state: 'verifying', announcements: 1 },
      { is_here: true, silent_ms: 11 * MINUTE_MS },
      { reason: 'no_verdict' },
    ],
    [
      'one that is not back',
      { state: 'restarting', announcements: 1 },
      { is_here: true, silent_ms: 11 * MINUTE_MS },
      { reason: 'no_restart' },
    ],
  ])('%s', (_, job, seen, expected) => {
    expect(afterDeadline(job, seen)).toMatchObject(expected)
  })
})
