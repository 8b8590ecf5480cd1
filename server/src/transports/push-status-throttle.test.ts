import { describe, expect, it } from 'vitest'
import { createMovedClock } from '../../test/moved-clock.ts'
import { createStatusThrottle, type DeviceStatus, mergeStatus } from './push-status-throttle.ts'

const status = (device_id: number, at: number | null, attrs: Record<string, number> = {}): DeviceStatus => ({
  kind: 'status',
  device_id,
  mac: `mac-${device_id}`,
  agent_path: '/1/',
  product_key: 'p',
  at,
  online_status: 'online',
  bus_status: 'ok',
  rssi_dbm: null,
  alarm_keys: [],
  alarm_severity: null,
  attrs,
  installer_keys: [],
})

describe('joining two reports of a device', () => {
  it.each([
    ['the newest of each value', status(1, 10, { a: 1, b: 1 }), status(1, 20, { b: 2 }), 20, { a: 1, b: 2 }],
    ['a late one fills, never overwrites', status(1, 20, { b: 2 }), status(1, 10, { a: 1, b: 1 }), 20, { a: 1, b: 2 }],
    ['a change of status keeps the values', status(1, 10, { a: 1 }), status(1, null), 10, { a: 1 }],
    ['values after a change of status', status(1, null), status(1, 10, { a: 1 }), 10, { a: 1 }],
  ] as const)('takes %s', (_, before, next, at, attrs) => {
    expect(mergeStatus(before, next)).toMatchObject({ at, attrs })
  })

  it('shows the status that came last', () => {
    expect(mergeStatus(status(1, 10), { ...status(1, null), online_status: 'offline' }).online_status).toBe('offline')
  })
})

describe('spreading pushes over the second', () => {
  it('gives each device at most once a second, with what was skipped', () => {
    const clock = createMovedClock(0)
    const given: { at_ms: number; status: DeviceStatus }[] = []
    const spread = createStatusThrottle(clock, (next) => given.push({ at_ms: clock.now(), status: next }))
    for (let tick = 0; tick < 600; tick++) {
      spread.add(status(7, tick, { [`k${tick % 3}`]: tick }))
      clock.move(10)
    }
    const times = given.map(({ at_ms }) => at_ms)
    expect(times).toHaveLength(6)
    for (const [index, at_ms] of times.entries()) if (index > 0) expect(at_ms - (times[index - 1] ?? 0)).toBe(1_000)
    expect(Object.keys(given[1]?.status.attrs ?? {})).toHaveLength(3)
  })

  it('never gives a device twice within a second, also after a pause', () => {
    const clock = createMovedClock(0)
    const times: number[] = []
    const spread = createStatusThrottle(clock, () => times.push(clock.now()))
    for (const pause_ms of [10, 990, 1_010, 40, 3_000, 700, 1_700, 20, 60_000, 5]) {
      spread.add(status(3, clock.now()))
      clock.move(pause_ms)
    }
    clock.move(5_000)
    for (const [index, at_ms] of times.entries())
      if (index > 0) expect(at_ms - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(1_000)
  })

  it('spreads a fleet evenly instead of bursting', () => {
    const clock = createMovedClock(0)
    const per_slot = new Map<number, number>()
    const spread = createStatusThrottle(clock, () => per_slot.set(clock.now(), (per_slot.get(clock.now()) ?? 0) + 1))
    for (let device_id = 1; device_id <= 1_000; device_id++) spread.add(status(device_id, 1))
    clock.move(1_000)
    expect([...per_slot.values()]).toEqual(Array.from({ length: 20 }, () => 50))
  })

  it('rests while nothing is to be pushed', () => {
    const clock = createMovedClock(0)
    let timers = 0
    const counted = {
      ...clock,
      after: (ms: number, task: () => void) => {
        timers += 1
        return clock.after(ms, task)
      },
    }
    const spread = createStatusThrottle(counted, () => {})
    spread.add(status(1, 1))
    clock.move(60_000)
    expect(timers).toBeLessThan(50)
  })
})
