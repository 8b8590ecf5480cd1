import { describe, expect, it } from 'vitest'
import { rangeOf } from './byte-range.ts'

const FILE = { size: 1_000, etag: '"a1"' }
const answer = (range?: string, if_range?: string) => rangeOf({ range, if_range }, FILE)
const part = (first: number, last: number) => ({ kind: 'part', first, last })

describe('a range of 1,000 bytes', () => {
  it.each([
    ['bytes=0-', part(0, 999)],
    ['bytes=0-0', part(0, 0)],
    ['bytes=999-', part(999, 999)],
    ['bytes=10-19', part(10, 19)],
    ['bytes=990-5000', part(990, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes=-5000', part(0, 999)],
    [' bytes=5- ', part(5, 999)],
  ])('%s is a part', (range, expected) => {
    expect(answer(range)).toEqual(expected)
  })
  it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=999999999999999-', 'bytes=-0'])('%s is outside', (range) => {
    expect(answer(range)).toEqual({ kind: 'outside' })
  })
  it.each([
    undefined,
    '',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-4',
    'bytes=0-1,5-6',
    'items=0-1',
    'bytes=1e2-',
    'bytes=+1-',
    'bytes=0x1-',
    'bytes=9999999999999999-',
    'bytes=1.5-2',
  ])('%s is answered with the whole', (range) => {
    expect(answer(range)).toEqual({ kind: 'whole' })
  })
  it('holds for the version that is named alone', () => {
    expect(answer('bytes=5-', '"a1"')).toEqual(part(5, 999))
    for (const other of ['"a2"', 'W/"a1"', 'a1', 'Fri, 27 Nov 2026 10:00:00 GMT', ''])
      expect(answer('bytes=5-', other)).toEqual({ kind: 'whole' })
  })
})
