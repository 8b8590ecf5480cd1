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

/** One watcher: a status is one message. */
const SENT = 1

describe('throttling the status of a device', () => {
  it('gives the first at once, and then at most one a second, with what was skipped', () => {
    const clock = createMovedClock(0)
    const given: { at_ms: number; status: DeviceStatus }[] = []
    const throttle = createStatusThrottle(clock, (next) => given.push({ at_ms: clock.now(), status: next }))
    for (let tick = 0; tick < 600; tick++) {
      throttle.add(status(7, tick, { [`k${tick % 3}`]: tick }))
      clock.move(10)
    }
    expect(given.map(({ at_ms }) => at_ms)).toEqual([0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000])
    expect(given[1]?.status).toMatchObject({ at: 99, attrs: { k0: 99, k1: 97, k2: 98 } })
  })

  it('never gives a device twice within a second, also after a pause', () => {
    const clock = createMovedClock(0)
    const times: number[] = []
    const throttle = createStatusThrottle(clock, () => times.push(clock.now()))
    for (const pause_ms of [10, 990, 1_010, 40, 3_000, 700, 1_700, 20, 60_000, 5]) {
      throttle.add(status(3, clock.now()))
      clock.move(pause_ms)
    }
    clock.move(5_000)
    expect(times.length).toBeGreaterThan(5)
    for (const [index, at_ms] of times.entries())
      if (index > 0) expect(at_ms - (times[index - 1] ?? 0)).toBeGreaterThanOrEqual(1_000)
  })

  it('gives other devices their own second', () => {
    const clock = createMovedClock(0)
    const given: [number, number][] = []
    const throttle = createStatusThrottle(clock, ({ device_id }) => {
      given.push([clock.now(), device_id])
      return SENT
    })
    for (const device_id of [1, 2]) throttle.add(status(device_id, 1))
    clock.move(400)
    for (const device_id of [2, 1, 3]) throttle.add(status(device_id, 2))
    clock.move(1_000)
    expect(given).toEqual([
      [0, 1],
      [0, 2],
      [400, 3],
      [1_000, 1],
      [1_000, 2],
    ])
  })

  it('of a fleet that reports at once gives so many in a step, in the order of their reports, and none twice', () => {
    const clock = createMovedClock(0)
    const per_step = new Map<number, number>()
    const order: number[] = []
    const throttle = createStatusThrottle(clock, ({ device_id }) => {
      per_step.set(clock.now(), (per_step.get(clock.now()) ?? 0) + 1)
      order.push(device_id)
      return 100
    })
    const ids = Array.from({ length: 200 }, (_, at) => at + 1)
    for (const device_id of ids) throttle.add(status(device_id, 1))
    clock.move(999)
    expect(order).toEqual(ids)
    expect([...per_step]).toEqual(Array.from({ length: 20 }, (_, step) => [step * 5, 10]))
  })

  it('after a device with many watchers waits as long as their messages take', () => {
    const clock = createMovedClock(0)
    const times: number[] = []
    const throttle = createStatusThrottle(clock, () => {
      times.push(clock.now())
      return 3_000
    })
    for (const device_id of [1, 2]) throttle.add(status(device_id, 1))
    clock.move(900)
    expect(times).toEqual([0, 15])
  })

  it('waits no hour when the clock of the machine is set back by one', () => {
    const clock = createMovedClock(3_600_000)
    const times: number[] = []
    const throttle = createStatusThrottle(clock, () => times.push(clock.now()))
    throttle.add(status(1, 1))
    clock.set(0)
    throttle.add(status(1, 2))
    clock.move(1_000)
    expect(times).toEqual([3_600_000, 0])
  })

  it('rests while nothing is to be pushed', () => {
    const clock = createMovedClock(0)
    const throttle = createStatusThrottle(clock, () => SENT)
    throttle.add(status(1, 1))
    clock.move(60_000)
    expect(clock.armed()).toBeLessThan(3)
  })
})
