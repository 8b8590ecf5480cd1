import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { describe, expect, it } from 'vitest'
import { samplePoint } from '../../../points/sample-points.ts'
import { faultEntry, namedValuePoints, productFaults } from './product-faults.ts'

const names = (en: string) => ({ en, zh: en, pl: en })
const choice = (value: number, en: string, fault?: string): DataPoint['choices'][number] =>
  fault === undefined ? { value, names: names(en) } : { value, names: names(en), fault }
const bit = samplePoint('f_pump', { data_type: 'bit', bit: 3, alarm: true, fault: 'F07' })
const word = samplePoint('fault_code', {
  data_type: 'u16',
  alarm: true,
  choices: [choice(0, 'None'), choice(5, 'Pump', 'E5'), choice(9, 'Unnamed')],
})
const bare = samplePoint('fault_word', { data_type: 'u16', alarm: true })
const mode = samplePoint('mode', { data_type: 'enum', choices: [choice(1, 'Heating')] })
const number = samplePoint('t_out')

const fault = (set_name: string, code: string, change: Partial<FaultCode> = {}): FaultCode => ({
  fault_id: 1,
  set_name,
  code,
  code_num: null,
  register: null,
  bit: null,
  names: names(code),
  category: '',
  severity: 'warning',
  causes: { en: '', zh: '', pl: '' },
  checks: { en: '', zh: '', pl: '' },
  remedies: { en: '', zh: '', pl: '' },
  parts: [],
  manual_url: '',
  source: '',
  built_in: true,
  updated_by: '',
  updated_at: '',
  ...change,
})

describe('the faults of a product', () => {
  it('are its fault bits and all values of its fault words except the healthy one', () => {
    expect(
      productFaults([number, bit, word, bare, mode]).map(({ point, value, code }) => [point.key, value, code]),
    ).toEqual([
      ['f_pump', null, 'F07'],
      ['fault_code', 5, 'E5'],
      ['fault_code', 9, null],
      ['fault_word', null, null],
    ])
  })

  it('exclude points with named values', () => {
    expect(namedValuePoints([number, bit, word, mode]).map(({ key }) => key)).toEqual(['mode'])
  })
})

describe('the knowledge base entry of a code', () => {
  const faults = [fault('one', 'F01'), fault('two', 'F01'), fault('two', 'F02')]
  it.each([
    { sets: ['one', 'two'], code: 'F01', found: 'one' },
    { sets: ['two', 'one'], code: 'F01', found: 'two' },
    { sets: ['one', 'two'], code: 'F02', found: 'two' },
    { sets: ['one'], code: 'F02', found: undefined },
    { sets: ['one'], code: null, found: undefined },
  ])('of $code in $sets is that of set $found', ({ sets, code, found }) => {
    expect(faultEntry(faults, sets, code)?.set_name).toBe(found)
  })

  it('is the custom one rather than the built-in one', () => {
    const own = fault('one', 'F01', { fault_id: 7, built_in: false })
    expect(faultEntry([...faults, own], ['one'], 'F01')?.fault_id).toBe(7)
  })
})
