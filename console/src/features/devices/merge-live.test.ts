import { exampleDevice } from '@heatfleet/contract/devices/example-device.ts'
import { describe, expect, test } from 'vitest'
import type { LiveStatus } from '../../cloud/live-status.ts'
import { mergeLive } from './merge-live.ts'

const device = { ...exampleDevice, last_report_time: '2026-11-21T09:15:00.000Z', flow_c: 38.6 }
const reported = Date.parse('2026-11-21T09:15:00.000Z')
const asked_at = reported + 5_000
const push = (over: Partial<LiveStatus>): LiveStatus => ({
  mac: device.mac,
  online_status: 'online',
  bus_status: 'ok',
  rssi_dbm: -80,
  alarm_keys: [],
  alarm_severity: null,
  at: reported + 30_000,
  received_at: asked_at + 26_000,
  values: new Map([['t_out', { value: 41.2, at: reported + 30_000 }]]),
  ...over,
})

describe('a row of the list with pushes over it', () => {
  test('is the fetched row until something is pushed', () => {
    expect(mergeLive(device, undefined, asked_at)).toMatchObject({
      online_status: 'online',
      since: device.online_since,
      report_at: reported,
      flow: { value: 38.6, at: reported },
    })
  })

  test('takes status, alarms, flow and age from a push', () => {
    expect(mergeLive(device, push({ alarm_keys: ['e11', 'e14'] }), asked_at)).toMatchObject({
      alarm_count: 2,
      alarm_status: true,
      rssi_dbm: -80,
      report_at: reported + 30_000,
      flow: { value: 41.2 },
    })
  })

  test('goes offline by a bare status push, without inventing since when', () => {
    const gone = push({ online_status: 'offline', at: null, values: new Map() })
    expect(mergeLive(device, gone, asked_at)).toMatchObject({
      online_status: 'offline',
      since: null,
      report_at: reported,
      flow: { value: 38.6 },
    })
  })

  test('believes a later fetch more than an earlier push, but keeps the later value', () => {
    const earlier = push({ online_status: 'offline', received_at: asked_at - 1 })
    expect(mergeLive(device, earlier, asked_at)).toMatchObject({ online_status: 'online', flow: { value: 41.2 } })
  })

  test('believes a push of the moment the row was asked for', () => {
    const now = push({ online_status: 'offline', received_at: asked_at })
    expect(mergeLive(device, now, asked_at).online_status).toBe('offline')
  })

  test('knows no flow when none was ever reported', () => {
    const silent = { ...device, last_report_time: null, flow_c: null }
    expect(mergeLive(silent, undefined, asked_at)).toMatchObject({ report_at: null, flow: { value: null, at: null } })
  })
})
