import { describe, expect, it } from 'vitest'
import { curveCsv } from './curve-csv.ts'

describe('the text of what is shown', () => {
  it('has a row a time and an empty cell for what is not known', () => {
    const series = [
      { mac: 'm', key: 'a', t: [0, 60_000], v: [1.5, null], min: null, max: null },
      { mac: 'm', key: 'b', t: [60_000], v: [2], min: null, max: null },
    ]
    expect(curveCsv(series, (key) => (key === 'a' ? 'Flow, °C' : '=b'), 'Time')).toBe(
      '\uFEFFTime,"Flow, °C",\'=b\r\n1970-01-01T00:00:00.000Z,1.5,\r\n1970-01-01T00:01:00.000Z,,2\r\n',
    )
  })
})
