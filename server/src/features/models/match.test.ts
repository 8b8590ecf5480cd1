import { describe, expect, it, test } from 'vitest'
import {
  boardOf,
  fingerprintFor,
  pointAt,
  readBoard,
  sensorAt,
  settingAt,
  type TestBoard,
} from '../../../test/model-boards.ts'
import type { Fingerprint } from './fingerprint.ts'
import { candidatesOf, type Evidence, matchOf, recognitionOf } from './match.ts'
import { busProbesOf, nextRead, onBus } from './probe-plan.ts'

const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)
const sensors = (from: number, count: number) => range(from, count).map((address) => sensorAt(address))
const settings = (from: number, count: number) => range(from, count).map((address) => settingAt(address))

const ALPHA = [...sensors(0, 20), ...settings(100, 20)]
const BETA = [...sensors(300, 20), ...settings(400, 20)]
/** All of alpha and a block more. */
const ALPHA_PLUS = [...ALPHA, ...settings(200, 20)]

/** Reads a board until nothing is left to be read, as a detection does. */
const judge = (lists: readonly Fingerprint[], board: TestBoard) => {
  const evidence: Evidence[] = []
  for (;;) {
    const { matches, block } = nextRead(lists, evidence)
    if (block === null) {
      const { recognized, reason } = recognitionOf(matches)
      return {
        key: recognized?.product_key ?? null,
        reason,
        candidates: candidatesOf(matches, 5),
        reads: evidence.length,
      }
    }
    evidence.push(readBoard(board, block.fn, block.start, block.quantity))
  }
}

const alpha = fingerprintFor('alpha', ALPHA)
const beta = fingerprintFor('beta', BETA)
const plus = fingerprintFor('alpha-plus', ALPHA_PLUS)
const warm = (address: number) => 300 + (address % 50)

describe('a board', () => {
  test.each([
    ['of the first list', ALPHA, [alpha, beta], 'alpha'],
    ['of the second list', BETA, [alpha, beta], 'beta'],
    ['of the smaller of two lists, which refuses the rest of the larger', ALPHA, [alpha, plus], 'alpha'],
    ['of the larger of two lists, which fits the smaller one too', ALPHA_PLUS, [alpha, plus], 'alpha-plus'],
  ])('%s is recognised', (_, points, lists, key) => {
    expect(judge(lists, boardOf(points, warm))).toMatchObject({ key, reason: 'matched' })
  })

  const unknown: [string, TestBoard, string][] = [
    ['that refuses everything', new Map(), 'no_match'],
    ['that holds nothing where settings have a lowest value', boardOf(ALPHA, () => 0), 'no_match'],
    ['that holds other quantities at the same registers', boardOf(ALPHA, () => 9_000), 'no_match'],
    ['that holds anything', boardOf(ALPHA, (address) => (address * 7_919 + 12_345) & 0xffff), 'no_match'],
    ['that lacks one block of the list', boardOf(sensors(0, 20), warm), 'no_match'],
    ['that lacks one register of the list', boardOf(ALPHA.slice(0, -1), warm), 'no_match'],
    [
      'that fits in nine registers of eleven',
      boardOf(ALPHA, (address) => (address % 11 < 2 ? 40_000 : warm(address))),
      'no_match',
    ],
  ]
  test.each(unknown)('%s stays unrecognised', (_, board, reason) => {
    expect(judge([alpha, beta], board)).toMatchObject({ key: null, reason })
  })

  it('that holds nothing proves too little', () => {
    const list = fingerprintFor('sensors', sensors(0, 40))
    expect(
      judge(
        [list],
        boardOf(sensors(0, 40), () => 0),
      ),
    ).toMatchObject({ key: null, reason: 'too_little' })
  })

  it('of which two lists say the same is too close, and both are named', () => {
    const twin = fingerprintFor('twin', ALPHA)
    const { key, reason, candidates } = judge([alpha, twin, beta], boardOf(ALPHA, warm))
    expect({ key, reason }).toEqual({ key: null, reason: 'too_close' })
    expect(candidates.slice(0, 2)).toMatchObject([
      { product_key: 'alpha', match_percent: 100 },
      { product_key: 'twin', match_percent: 100 },
    ])
  })

  it('is not taken for a list whose narrower limits happen to hold too', () => {
    const narrow = fingerprintFor('narrow', [
      ...sensors(0, 20),
      ...range(100, 20).map((at) => settingAt(at, { min: 25, max: 40 })),
    ])
    expect(judge([alpha, narrow], boardOf(ALPHA, warm))).toMatchObject({ key: null, reason: 'too_close' })
  })

  it('whose values leave the narrower limits is told from that list', () => {
    const narrow = fingerprintFor('narrow', [
      ...sensors(0, 20),
      ...range(100, 20).map((at) => settingAt(at, { min: 25, max: 28 })),
    ])
    expect(judge([alpha, narrow], boardOf(ALPHA, warm))).toMatchObject({ key: 'alpha', reason: 'matched' })
  })

  it('with another scale at the same registers is told apart', () => {
    const whole = { formulas: { read: 'raw', write: null, display: null } }
    const degrees = fingerprintFor('degrees', [
      ...range(0, 20).map((at) => sensorAt(at, whole)),
      ...range(100, 20).map((at) => settingAt(at, whole)),
    ])
    expect(judge([alpha, degrees], boardOf(ALPHA, warm)).key).toBe('alpha')
    expect(
      judge(
        [alpha, degrees],
        boardOf(ALPHA, () => 40),
      ).key,
    ).toBe('degrees')
  })

  it('with two failed sensors of forty registers is still recognised', () => {
    expect(
      judge(
        [alpha, beta],
        boardOf(ALPHA, (address) => (address < 2 ? 30_000 : warm(address))),
      ).key,
    ).toBe('alpha')
  })

  it('whose sensors are not fitted is recognised by the rest', () => {
    const missing = range(0, 20).map((address) => sensorAt(address, { invalid: [0x7fff] }))
    const list = fingerprintFor('list', [...missing, ...settings(100, 20)])
    const board = boardOf(ALPHA, (address) => (address < 20 ? 0x7fff : warm(address)))
    const { key, candidates } = judge([list, beta], board)
    expect(key).toBe('list')
    expect(candidates[0]).toMatchObject({ checked: 20, implausible: 0 })
  })

  it('that is silent about a block is not recognised', () => {
    const evidence: Evidence[] = alpha.blocks.map(({ fn, start, quantity }, at) =>
      at === 0 ? { fn, start, quantity, answer: 'silent' } : readBoard(boardOf(ALPHA, warm), fn, start, quantity),
    )
    const match = matchOf(alpha, evidence)
    expect(match.silent).toBe(1)
    expect(recognitionOf([match])).toEqual({ recognized: null, reason: 'no_match' })
  })

  it('is not recognised before all of the list was read', () => {
    const [block] = alpha.blocks
    if (block === undefined) throw new Error('alpha has blocks')
    const match = matchOf(alpha, [readBoard(boardOf(ALPHA, warm), block.fn, block.start, block.quantity)])
    expect(match.unread).toHaveLength(alpha.blocks.length - 1)
    expect(recognitionOf([match]).recognized).toBeNull()
  })
})

describe('what a list proves', () => {
  it('names of an enumeration are checked, numbers without limits are not', () => {
    const enumeration = pointAt(5, {
      data_type: 'enum',
      choices: [1, 2].map((value) => ({ value, names: { en: 'a', zh: 'a', pl: 'a' } })),
    })
    const [block] = fingerprintFor('mixed', [enumeration, pointAt(6)]).blocks
    expect(block?.checked.map(({ point }) => point.address)).toEqual([5])
  })

  it('a limit that is another point is taken from what the board holds', () => {
    const points = [settingAt(10, { key: 'top' }), settingAt(11, { key: 'low', max: { point: 'top' } })]
    const list = fingerprintFor('limits', points)
    const board = (top: number): Evidence =>
      readBoard(
        new Map([
          [10, top],
          [11, 400],
        ]),
        3,
        10,
        2,
      )
    expect(matchOf(list, [board(500)])).toMatchObject({ checked: 2, implausible: 0 })
    expect(matchOf(list, [board(300)])).toMatchObject({ checked: 2, implausible: 1 })
  })

  it('a list without anything to check is never recognised', () => {
    const bare = range(0, 20).map((address) => pointAt(address))
    expect(judge([fingerprintFor('bare', bare)], boardOf(bare, warm)).key).toBeNull()
  })

  it('digits that are none contradict a clock', () => {
    const list = fingerprintFor('clock', [pointAt(0, { data_type: 'bcd_low' })])
    expect(matchOf(list, [readBoard(new Map([[0, 0xff]]), 3, 0, 1)])).toMatchObject({ checked: 1, implausible: 1 })
    expect(matchOf(list, [readBoard(new Map([[0, 0x12]]), 3, 0, 1)])).toMatchObject({ checked: 1, implausible: 0 })
  })

  it('a wrong list is dropped after its first block', () => {
    const lists = [
      alpha,
      beta,
      ...range(0, 6).map((at) => fingerprintFor(`other-${at}`, settings(1_000 + at * 200, 30))),
    ]
    expect(judge(lists, boardOf(ALPHA, warm)).reads).toBeLessThanOrEqual(2 + 1 + 6)
  })
})

describe('probes of the bus', () => {
  const fast = fingerprintFor('fast', BETA, { baud: 19_200, format: '8N2' })
  const other = fingerprintFor('other', settings(700, 5), { slave: 16 })

  it('name each bus of a list, the present one first', () => {
    const [probes = []] = busProbesOf([alpha, plus, fast, other], fast.access)
    expect(probes.map(({ baud, fmt, a }) => `${baud} ${fmt} ${a}`)).toEqual([
      '19200 8N2 1',
      '9600 8N1 1',
      '9600 8N1 16',
    ])
  })

  it('ask for a register of every list on the same bus', () => {
    const [probes = []] = busProbesOf([alpha, beta], null)
    expect(probes.map(({ s }) => s)).toEqual([alpha, beta].map(({ blocks }) => blocks[0]?.checked[0]?.point.address))
  })

  it('never exceed what a command takes', () => {
    const many = range(0, 90).map((at) => fingerprintFor(`list-${at}`, settings(at * 50, 3)))
    expect(busProbesOf(many, null).map(({ length }) => length)).toEqual([32, 32])
  })

  it('only lists of the bus that answered remain', () => {
    expect(onBus([alpha, fast, other], { baud: 9_600, fmt: '8N1', a: 16 })).toEqual([other])
  })
})
