import type { DeviceRecords } from '@heatfleet/contract/devices/records.ts'
import { expect, test } from 'vitest'
import { recordFile } from './record-text.ts'

const TITLES = {
  nr: 'No.',
  time: 'Time',
  code: 'Code',
  raw: 'On the board',
  fault: 'Fault',
  severity: 'Severity',
  severities: { fault: 'Fault' },
}
const names = (en: string, pl = '') => ({ en, zh: '', pl })
const table: DeviceRecords = {
  key: 'errors',
  names: names('Error history'),
  has_code: true,
  has_time: true,
  columns: [{ key: 't_amb', names: names('Outdoor', 'Zewnętrzna'), unit: '°C', decimals: 1, choices: [] }],
  count: 10,
  unread: 0,
  read_at: 0,
  time_zone: 'Europe/Warsaw',
  records: [
    {
      nr: 1,
      time: '2026-11-27T14:35:00',
      code: { value: 7, code: 'F07', names: names('Flow fault', 'Brak przepływu'), severity: 'fault' },
      values: [{ key: 't_amb', value: -2.5 }],
    },
    { nr: 2, time: null, code: { value: 99, code: null, names: null, severity: null }, values: [] },
  ],
}

test('a file of records has the time of the place, code, name and values of each; what is not known is empty', () => {
  expect(recordFile(table, TITLES, 'pl')).toEqual([
    ['No.', 'Time (Europe/Warsaw)', 'Code', 'On the board', 'Fault', 'Severity', 'Zewnętrzna (°C)'],
    [1, '2026-11-27 14:35:00', 'F07', 7, 'Brak przepływu', 'Fault', -2.5],
    [2, '', '99', 99, '', '', ''],
  ])
})

test('without codes and times only the place and the values', () => {
  expect(recordFile({ ...table, has_code: false, has_time: false }, TITLES, 'en')).toEqual([
    ['No.', 'Outdoor (°C)'],
    [1, -2.5],
    [2, ''],
  ])
})
