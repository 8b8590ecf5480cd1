import { describe, expect, it } from 'vitest'
import { type LiveStatus, mergePush } from './live-status.ts'

const push = (at: number | null, attrs: Record<string, number>) => ({
  cmd: 'PushDeviceAttrStatus' as const,
  sn: 1,
  product_key: ['r290'],
  enterprise_info: { enterprise_key: 'heatfleet', package_name: 'test' },
  user_info: { uid: 7 },
  product_info: [{ product_key: 'r290', not_standard: false }],
  mac: 'a',
  at,
  online_status: 'online' as const,
  bus_status: 'ok' as const,
  rssi_dbm: -70,
  alarm_keys: [],
  alarm_severity: null,
  attrs,
})

const accept = (before: LiveStatus | undefined, arrived: Parameters<typeof mergePush>[1]) =>
  mergePush(before, arrived, 5_000)

describe('the latest status of a device', () => {
  it('keeps each value with the time of its report', () => {
    const status = accept(accept(undefined, push(100, { t_out: 38, t_in: 33 })), push(200, { t_out: 39 }))
    expect(status).toMatchObject({ at: 200, received_at: 5_000 })
    expect(Object.fromEntries(status.values)).toEqual({ t_out: { value: 39, at: 200 }, t_in: { value: 33, at: 100 } })
  })

  it('ignores an older report that arrives late', () => {
    const status = accept(accept(undefined, push(200, { t_out: 39 })), push(100, { t_out: 38, t_in: 33 }))
    expect(status.at).toBe(200)
    expect(status.values.get('t_out')).toEqual({ value: 39, at: 200 })
    expect(status.values.get('t_in')).toEqual({ value: 33, at: 100 })
  })

  it('merges a status change without values', () => {
    const status = accept(accept(undefined, push(100, { t_out: 38 })), {
      ...push(null, {}),
      online_status: 'offline',
    })
    expect(status).toMatchObject({ online_status: 'offline', at: 100 })
    expect(status.values.size).toBe(1)
  })
})
