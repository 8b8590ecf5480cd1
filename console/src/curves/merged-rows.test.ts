import { QUALITY_BIT } from '@heatfleet/contract/device-protocol/quality.ts'
import { describe, expect, it } from 'vitest'
import { marksOfRow, mergedRows } from './merged-rows.ts'

const curve = (key: string, t: number[], v: (number | null)[]) => ({ mac: 'a', key, t, v, min: null, max: null })

describe('curves as rows', () => {
  const { replay, not_read } = QUALITY_BIT
  const rows = mergedRows(
    [curve('t_out', [1, 2, 3], [35, null, 36]), curve('t_in', [1, 4], [30, 31])],
    [
      { mac: 'a', key: 't_out', t: [3, 5], q: [replay, not_read] },
      { mac: 'a', key: 't_in', t: [5], q: [replay] },
    ],
  )
  it('are joined by time, newest first, without gaps', () => {
    expect(rows.map(({ at, values }) => [at, Object.fromEntries(values)])).toEqual([
      [5, {}],
      [4, { t_in: 31 }],
      [3, { t_out: 36 }],
      [1, { t_out: 35, t_in: 30 }],
    ])
  })
  it('carry quality marks, also without a value', () => {
    expect(rows.map(marksOfRow)).toEqual([replay | not_read, 0, replay, 0])
    expect(rows[0]?.marks.get('t_in')).toBe(replay)
  })
})
