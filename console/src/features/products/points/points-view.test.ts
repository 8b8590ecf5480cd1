import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { describe, expect, it } from 'vitest'
import { newPoint } from './new-point.ts'
import type { PointsAddress } from './points-filters.tsx'
import { filterRows, pointTableRows } from './points-view.ts'

const point = (key: string, part: Partial<DataPoint>): DataPoint => ({
  ...newPoint([]),
  key,
  names: { en: key, zh: key, pl: key },
  ...part,
})
const published = [point('inlet', { address: 14 }), point('outlet', { address: 15, group_tag: 'water' })]
const points = [
  point('inlet', { address: 14, unit: '°C' }),
  point('outlet', { address: 15, group_tag: 'water' }),
  point('setpoint', { address: 15, rw: 'rw', write_cmd: 6, data_type: 's16' }),
  point('untried', { address: 16, rw: 'rw', write_cmd: 6, write_verified: false }),
]
const rows = pointTableRows({ points, settings: INITIAL_SETTINGS }, published)
const everything: PointsAddress = { text: '', group: '', data_type: undefined, rw: undefined, only: undefined }

describe('the rows of the table', () => {
  it('hold differences to the current version, and findings', () => {
    expect(
      rows.map(({ row_number, change, fields, findings }) => [
        row_number,
        change,
        fields,
        findings.map(({ code }) => code),
      ]),
    ).toEqual([
      [1, 'changed', ['unit'], []],
      [2, 'same', [], []],
      [3, 'added', [], ['overlap']],
      [4, 'added', [], ['write_unverified']],
    ])
  })

  it.each<[Partial<PointsAddress>, string[]]>([
    [{}, ['inlet', 'outlet', 'setpoint', 'untried']],
    [{ text: 'LET' }, ['inlet', 'outlet']],
    [{ text: '14' }, ['inlet']],
    [{ text: '0xe' }, ['inlet']],
    [{ group: 'water' }, ['outlet']],
    [{ data_type: 's16' }, ['setpoint']],
    [{ only: 'changed' }, ['inlet', 'setpoint', 'untried']],
    [{ only: 'found' }, ['setpoint', 'untried']],
    [{ rw: 'rw' }, ['setpoint', 'untried']],
    [{ rw: 'rw', text: 'inlet' }, []],
    [{ only: 'untried' }, ['untried']],
  ])('%o shows %o', (filter, expected) => {
    expect(filterRows(rows, { ...everything, ...filter }).map((row) => row.point.key)).toEqual(expected)
  })
})
