import { describe, expect, it } from 'vitest'
import { samplePoint } from '../../../points/sample-points.ts'
import { type BatchField, batchChange } from './batch-change.ts'

const points = [samplePoint('a'), samplePoint('b', { tag: 't_out', accumulate: true, invalid: [32_767] })]

describe('one field of many points', () => {
  it.each<[BatchField, string, unknown]>([
    ['tag', 't_in', 't_in'],
    ['tag', '', null],
    ['alarm', 'yes', true],
    ['accumulate', 'no', false],
    ['invalid', '32767, -32768', [32_767, -32_768]],
    ['invalid', '', []],
    ['group_tag', ' energy ', 'energy'],
    ['tier', 'slow', 'slow'],
    ['in_history', 'no', false],
  ])('%s becomes “%s”', (field, typed, value) => {
    const changed = batchChange(points, field, typed)
    expect(changed?.map((point) => point[field as keyof typeof point])).toEqual([value, value])
  })

  it.each<[BatchField, string]>([
    ['invalid', '0xFFZZ'],
    ['invalid', '1,2,3,4,5,6,7,8,9'],
    ['tag', 'temperature'],
    ['tier', 'sometimes'],
  ])('%s takes no “%s”', (field, typed) => {
    expect(batchChange(points, field, typed)).toBeNull()
  })

  it('the word order turns 32-bit types and leaves the others out', () => {
    const wide = [
      samplePoint('e', { data_type: 'u32_be', reg_len: 2 }),
      samplePoint('f', { data_type: 'float32_le', reg_len: 2 }),
      samplePoint('g'),
    ]
    expect(batchChange(wide, 'word_order', 'le')?.map(({ key, data_type }) => `${key} ${data_type}`)).toEqual([
      'e u32_le',
    ])
  })
})
