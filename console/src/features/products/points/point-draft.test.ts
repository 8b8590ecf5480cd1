import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { describe, expect, it } from 'vitest'
import { newPoint } from './new-point.ts'
import { draftOf, pointOf } from './point-draft.ts'

const point: DataPoint = {
  ...newPoint([]),
  names: { en: 'Mode', zh: '模式', pl: 'Tryb' },
  rw: 'rw',
  write_cmd: 6,
  min: { point: 'heat_min' },
  max: -0.5,
  invalid: [32_767, -1],
  choices: [
    { value: 0, names: { en: 'Cooling', zh: '制冷', pl: 'Chłodzenie' } },
    { value: 1, names: { en: 'Auto', zh: 'Auto', pl: 'Auto' }, fault: 'E1', colour: 'warn' },
  ],
  formulas: { read: 'raw*0.1', write: 'value*10', display: null },
  fault: 'E5',
}

describe('the form values of a data point', () => {
  it('round-trip without edits', () => {
    expect(pointOf(draftOf(point))).toEqual(point)
  })

  it.each<[string, Partial<ReturnType<typeof draftOf>>, Partial<DataPoint>]>([
    ['a limit with a comma is a number', { max: '55,5' }, { max: 55.5 }],
    ['a limit that is a word names a point', { min: ' set_min ' }, { min: { point: 'set_min' } }],
    ['an empty limit is none', { min: '' }, { min: null }],
    ['what is read only has no write command', { rw: 'r' }, { rw: 'r', write_cmd: null }],
  ])('%s', (_, typed, expected) => {
    expect(pointOf({ ...draftOf(point), ...typed })).toMatchObject(expected)
  })

  it.each([
    ['107', 107],
    [' 0x006b ', 107],
    ['6Bh', 107],
    ['0FFFFh', 65_535],
    ['65535', 65_535],
    ['6B', Number.NaN],
    ['0x10000', Number.NaN],
    ['-1', Number.NaN],
    ['1e3', Number.NaN],
    ['', Number.NaN],
  ])('the address %o is register %o', (typed, address) => {
    expect(pointOf({ ...draftOf(point), address: typed }).address).toBe(address)
  })

  it.each([{ invalid: 'none' }, { address: 'x' }, { address: '65536' }])('%o is refused by the schema', (typed) => {
    expect(DataPoint.safeParse(pointOf({ ...draftOf(point), ...typed })).success).toBe(false)
  })
})
