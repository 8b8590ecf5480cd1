import { describe, expect, it } from 'vitest'
import { alarmListPath, alarmNoteOf, deviceListPath, importDays } from './fleet-part.ts'

describe('the address of what a figure counts', () => {
  it.each([
    ['all units', {}, {}, '/device/device-list'],
    ['of a distributor and a product', { agent_id: 7, product_key: 'r290' }, {}, '?product_key=r290&agent_id=7'],
    [
      'of a state',
      {},
      { online_status: 'never', manufacturer_stock: 'no' },
      '?online_status=never&manufacturer_stock=no',
    ],
    ['nothing for what is empty', { product_key: '' }, { region_code: '' }, ''],
  ] as const)('%s', (_, part, filters, expected) => {
    expect(deviceListPath(part, filters)).toBe(`/device/device-list${expected.replace('/device/device-list', '')}`)
  })
})

describe('days of import of an age', () => {
  it.each([
    ['the youngest', 0, 30, { import_from: '2026-10-27' }],
    ['between', 30, 90, { import_from: '2026-08-28', import_to: '2026-10-26' }],
    ['the oldest', 180, null, { import_to: '2026-05-29' }],
  ] as const)('%s: no day is in two classes', (_, from_days, to_days, expected) => {
    expect(importDays('2026-11-25', { from_days, to_days })).toEqual(expected)
  })
})

describe('the note below the units with a fault', () => {
  it.each([
    ['nothing is known yet', 0, undefined, null],
    ['no alarm stands', 0, [], 'none'],
    ['alarms stand that no unit reports', 0, [{ alarms: 4 }], 'other'],
    ['units report faults', 3, [{ alarms: 4 }], 'severities'],
  ])('%s', (_, faulty_units, severities, note) => {
    expect(alarmNoteOf(faulty_units, severities)).toBe(note)
  })

  it('leads to the alarms of that part', () => {
    expect(alarmListPath({ agent_id: 7 })).toBe('/issue/issue-list?tab=all&condition=active&under=7')
  })
})
