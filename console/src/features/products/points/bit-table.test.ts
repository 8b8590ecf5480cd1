import { checkDefinition } from '@heatfleet/contract/products/check.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { describe, expect, it } from 'vitest'
import { type BitTableRow, bitChange, bitPoints, bitTableRows, isInWord } from './bit-table.ts'
import { applyChange } from './draft-change.ts'
import { newPoint } from './new-point.ts'

const at = (key: string, address: number, more: Partial<DataPoint> = {}): DataPoint => ({
  ...newPoint([]),
  key,
  address,
  names: { en: key, zh: '', pl: '' },
  ...more,
})
const bitAt = (key: string, bit: number, more: Partial<DataPoint> = {}) =>
  at(key, 7, { data_type: 'bit', bit, ...more })

const pump = bitAt('pump', 3, { tag: 'pump_pwm', unit: 'x' })
const sensor = bitAt('sensor', 0, { alarm: true, normal: 1, fault: 'F01' })
const points = [at('inlet', 6), sensor, pump, at('outlet', 8, { group_tag: 'water' })]
const settings = INITIAL_SETTINGS

/** The saved points after some rows were edited. */
const saved = (typed: Readonly<Record<number, Partial<BitTableRow>>>, state_name = sensor) => {
  const rows = bitTableRows(points, state_name).map((row) => ({ ...row, ...typed[row.bit] }))
  return applyChange({ points, settings }, bitChange(points, state_name, bitPoints(points, state_name, rows))).points
}

describe('the bits of a word', () => {
  it('are sixteen rows with the values of their points', () => {
    const rows = bitTableRows(points, sensor)
    expect(rows.map(({ bit }) => bit)).toEqual([...Array(16).keys()])
    expect(rows.filter(({ used }) => used)).toEqual([
      { bit: 0, used: true, en: 'sensor', zh: '', pl: '', alarm: true, normal: 1, fault: 'F01' },
      { bit: 3, used: true, en: 'pump', zh: '', pl: '', alarm: false, normal: 0, fault: '' },
    ])
  })

  it('change nothing without edits', () => {
    expect(saved({})).toEqual(points)
  })

  it('keep the fields that the table does not show', () => {
    expect(saved({ 3: { zh: '水泵', alarm: true, fault: ' E5 ' } })).toContainEqual({
      ...pump,
      names: { en: 'pump', zh: '水泵', pl: '' },
      alarm: true,
      fault: 'E5',
    })
  })

  it('become points after those of their word, and are removed when unused', () => {
    const after = saved({ 0: { used: false }, 5: { used: true, en: 'Frost' }, 15: { used: true, en: 'High pressure' } })
    expect(after.map(({ key }) => key)).toEqual(['inlet', 'pump', 'r7_b5', 'r7_b15', 'outlet'])
    expect(after.find(({ key }) => key === 'r7_b15')).toMatchObject({
      data_type: 'bit',
      bit: 15,
      address: 7,
      query_cmd: 3,
    })
  })

  it('get unique keys beside a point of the whole word', () => {
    const state_name = at('status', 8)
    const all = [at('r8_b1', 90), state_name]
    const rows = bitTableRows(all, state_name).map((row) => (row.bit === 1 ? { ...row, used: true, en: 'On' } : row))
    expect(bitPoints(all, state_name, rows).map(({ key }) => key)).toEqual(['r8_b1_2'])
  })

  it("pass the product's validation", () => {
    const found = checkDefinition({ points: saved({ 9: { used: true, en: 'Oil return' } }), settings })
    expect(found.filter(({ severity, key }) => severity === 'error' && key === 'r7_b9')).toEqual([])
  })

  it.each<[string, boolean, Partial<DataPoint>]>([
    ['a word', true, {}],
    ['a bit of a word', true, { data_type: 'bit', bit: 2 }],
    ['an input register', true, { query_cmd: 4 }],
    ['a coil', false, { query_cmd: 1, data_type: 'bool' }],
    ['two registers', false, { data_type: 'u32_be', reg_len: 2 }],
    ['a calculated point', false, { data_type: 'calc' }],
  ])('of %s are addressable: %s', (_, can, more) => {
    expect(isInWord(at('one', 1, more))).toBe(can)
  })
})
