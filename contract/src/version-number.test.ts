import { describe, expect, it } from 'vitest'
import { compareVersions, VersionNumber, versionKey } from './version-number.ts'

describe('a version', () => {
  it.each(['1.0', '2.4.1', '0.0.1', '10.20.30.40', '99999.0', ' 2.4 '])('%j is one', (text) => {
    expect(VersionNumber.safeParse(text).success).toBe(true)
  })

  it.each(['', '2', 'v2.4', '2.', '2.4.', '.4', '2.04', '1.2.3.4.5', '2.4-beta', '2.4 1', '100000.0', '-1.2', '２.４'])(
    '%j is none',
    (text) => {
      expect(VersionNumber.safeParse(text).success).toBe(false)
    },
  )
})

describe('of two versions', () => {
  it.each([
    ['2.4.1', '<', '2.4.2'],
    ['2.4.9', '<', '2.4.10'],
    ['2.9', '<', '2.10'],
    ['9.9.9.9', '<', '10.0'],
    ['2.4', '<', '2.4.0.1'],
    ['0.9', '<', '1.0'],
    ['2.4', '=', '2.4.0'],
    ['2.4.0.0', '=', '2.4'],
    ['2.4.1', '=', '2.4.1'],
    ['2.0.1', '>', '2.0'],
    ['3.0', '>', '2.99.99'],
    ['2.10.0', '>', '2.9.99'],
  ] as const)('%s %s %s, and the other way round', (one, sign, other) => {
    const expected = { '<': -1, '=': 0, '>': 1 }[sign]
    expect(Math.sign(compareVersions(one, other))).toBe(expected)
    expect(Math.sign(compareVersions(other, one))).toBe(expected === 0 ? 0 : -expected)
    // Equal versions are one list of numbers: the database keeps them apart by it.
    expect(JSON.stringify(versionKey(one)) === JSON.stringify(versionKey(other))).toBe(expected === 0)
  })
})
