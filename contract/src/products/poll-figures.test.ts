import { describe, expect, test } from 'vitest'
import { checkDefinition } from './check.ts'
import { pollBlocksOf, withBlocks, withoutOwnSlave } from './plan.ts'
import { DataPoint } from './points.ts'
import { busMs, pollFiguresOf } from './poll-figures.ts'
import { INITIAL_SETTINGS } from './settings.ts'

const { access } = INITIAL_SETTINGS
const at = (address: number, more: Partial<DataPoint> = {}): DataPoint =>
  DataPoint.parse({
    key: `p${address}_${more.slave ?? 'own'}`,
    names: { en: `Point ${address}`, zh: '', pl: '' },
    address,
    reg_len: 1,
    query_cmd: 3,
    write_cmd: null,
    rw: 'r',
    data_type: 'u16',
    bit: null,
    formulas: { read: 'raw', write: null, display: null },
    unit: '',
    decimals: 0,
    min: null,
    max: null,
    step: null,
    default_value: null,
    invalid: [],
    choices: [],
    group_tag: '',
    tab: '',
    block: null,
    accumulate: false,
    alarm: false,
    in_history: true,
    level: 'user',
    ...more,
  })

describe('the poll plan of several slaves', () => {
  const points = [at(0), at(2), at(0, { slave: 7 }), at(300, { slave: 7, data_type: 'u64_le', reg_len: 4 })]

  test('asks each slave for its own blocks', () => {
    expect(
      pollBlocksOf(points, access).map(({ name, slave, start, quantity }) => [name, slave, start, quantity]),
    ).toEqual([
      ['A', 1, 0, 3],
      ['B', 7, 0, 1],
      ['C', 7, 300, 4],
    ])
  })

  test('a point is read by the block of its slave', () => {
    const placed = withBlocks(points, pollBlocksOf(points, access), access)
    expect(placed.map(({ block }) => block)).toEqual(['A', 'A', 'B', 'C'])
  })

  test('one address at two slaves is no overlap; the own slave by name is the own one', () => {
    const overlaps = (list: DataPoint[]) =>
      checkDefinition({ points: list, settings: INITIAL_SETTINGS }).filter(({ code }) => code === 'overlap').length
    expect(overlaps([at(0), at(0, { slave: 7 })])).toBe(0)
    expect(overlaps([at(0), at(0, { slave: 1 })])).toBe(1)
    expect(withoutOwnSlave([at(0, { slave: 1 }), at(0, { slave: 7 })], access).map(({ slave }) => slave)).toEqual([
      null,
      7,
    ])
  })

  test('tells what is read that no point names', () => {
    expect(pollFiguresOf(points, access)).toMatchObject({
      blocks: 3,
      slaves: [1, 7],
      registers: 8,
      unnamed: 1,
      gaps: [],
    })
  })
})

describe('the cost of a poll plan', () => {
  test('a read of 50 registers at 19200 8N2 takes 120 characters of 11 bits, and the pauses', () => {
    expect(busMs({ fn: 3, quantity: 50 }, { baud: 19_200, format: '8N2' })).toBeCloseTo((120 * 11_000) / 19_200 + 80, 6)
  })

  test('gaps wider than allowed are reported where blocks had to be joined', () => {
    const far = Array.from({ length: 102 }, (_, n) => at(n * 20))
    const { blocks, gaps, load } = pollFiguresOf(far, { ...access, gap_max: 0 })
    expect(blocks).toBe(100)
    expect(gaps).toEqual([
      { slave: 1, fn: 3, start: 1, quantity: 19 },
      { slave: 1, fn: 3, start: 41, quantity: 19 },
    ])
    expect(load).toBeGreaterThan(0.1)
  })

  test('a bus that cannot keep its periods has a load above 1', () => {
    const tiers_s = { fast: 5, normal: 5, slow: 300 }
    expect(
      pollFiguresOf(
        Array.from({ length: 80 }, (_, n) => at(n * 20)),
        { ...access, baud: 1200, tiers_s },
      ).load,
    ).toBeGreaterThan(1)
  })
})

describe('a point of several bits', () => {
  const codesOf = (point: DataPoint) =>
    checkDefinition({ points: [point], settings: INITIAL_SETTINGS }).map(({ code, field }) => `${code} ${field}`)

  test.each<[Partial<DataPoint>, string[]]>([
    [{ bit: 4, bit_len: 3 }, []],
    [{ bit: null, bit_len: 3 }, ['bit_missing bit']],
    [{ bit: 4, bit_len: null }, ['bit_missing bit_len']],
    [{ bit: 14, bit_len: 3 }, ['bits_beyond_register bit_len']],
  ])('%j has the findings %j', (more, findings) => {
    expect(codesOf(at(0, { data_type: 'bits', ...more }))).toEqual(findings)
  })

  test('its bits overlap with a single one of them', () => {
    const points = [at(0, { data_type: 'bits', bit: 4, bit_len: 3 }), at(0, { key: 'b', data_type: 'bit', bit: 5 })]
    const found = checkDefinition({ points, settings: INITIAL_SETTINGS })
    expect(found.filter(({ code }) => code === 'overlap')).toHaveLength(1)
  })
})
