import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { VirtualFleet } from '@heatfleet/contract/products/virtual-units.ts'

type Spec = VirtualFleet['units'][number]
/** What makes a board: its registers, what they mean, and its bus. */
export type Board = Pick<Spec, 'points' | 'blocks' | 'baud' | 'fmt' | 'slave' | 'board'>

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Of a hundred sensors so many read what no machine has: broken, or not fitted. */
const BROKEN_PERCENT = 2
const BROKEN_VALUE = 32_767
/** Where quantities of a unit lie on a running machine. */
const RANGES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  '°C': [-15, 75],
  K: [0, 12],
  bar: [1, 28],
  Hz: [0, 90],
  '%': [0, 100],
  V: [215, 242],
  A: [0, 15],
  W: [0, 6_000],
  kW: [0, 12],
}

/** A board of a product as one of many: settings of its own, other temperatures, some sensors broken. */
export const varied = (board: Board, random: () => number): Board => ({
  ...board,
  points: board.points.map((point) => ({ ...point, default_value: settingOf(point, random) })),
})

const settingOf = (point: DataPoint, random: () => number): number | null => {
  const { alarm, choices, data_type, min, max, rw, step, unit, tag } = point
  if (alarm || tag !== null || data_type === 'bit' || data_type === 'bool' || data_type === 'calc') return null
  if (choices.length > 0) return choices[Math.floor(random() * choices.length)]?.value ?? null
  if (rw === 'r' && random() * 100 < BROKEN_PERCENT) return BROKEN_VALUE
  if (typeof min === 'number' && typeof max === 'number')
    return min + Math.round((random() * (max - min)) / (step ?? 1)) * (step ?? 1)
  const range = RANGES[unit]
  return range === undefined ? null : range[0] + random() * (range[1] - range[0])
}

/** Boards that no known list describes. */
export const UNKNOWN_BOARDS = ['unlisted', 'shifted', 'shorter', 'noise', 'zeros', 'silent'] as const
export type UnknownBoard = (typeof UNKNOWN_BOARDS)[number]

/** Registers by which a shifted board differs from its list. */
const SHIFT = 7

/**
 * A board that nobody may recognise: of a list that is not known, or like a known one but with its quantities elsewhere,
 * without one of its blocks, with anything or nothing in its registers, or without power.
 */
export const unknownBoard = (kind: UnknownBoard, known: Board, unlisted: Board, random: () => number): Board => {
  switch (kind) {
    case 'unlisted':
      return varied(unlisted, random)
    case 'shifted':
      return shifted(varied(known, random))
    case 'shorter':
      return shorter(varied(known, random), random)
    case 'noise':
      return { ...known, points: noise(known, random) }
    case 'zeros':
      return { ...known, points: [] }
    case 'silent':
      return { ...known, board: 'silent' }
  }
}

const shifted = (board: Board): Board => ({
  ...board,
  points: board.points.map((point) => ({ ...point, address: point.address + SHIFT })),
  blocks: board.blocks.map((block) => ({ ...block, start: block.start + SHIFT })),
})

const shorter = (board: Board, random: () => number): Board => {
  const out = board.blocks[Math.floor(random() * board.blocks.length)]
  return { ...board, blocks: board.blocks.filter((block) => block !== out) }
}

/** Every register holds any word. */
const noise = ({ blocks, points }: Board, random: () => number): DataPoint[] => {
  const [like] = points
  if (like === undefined) return []
  return blocks.flatMap(({ fn, start, quantity }) =>
    Array.from(
      { length: quantity },
      (_, at): DataPoint => ({
        ...like,
        key: `n${fn}_${start + at}`,
        query_cmd: fn,
        address: start + at,
        reg_len: 1,
        data_type: fn <= 2 ? 'bit' : 'u16',
        bit: null,
        formulas: { read: 'raw', write: null, display: null },
        rw: 'r',
        write_cmd: null,
        unit: '',
        min: null,
        max: null,
        step: null,
        choices: [],
        invalid: [],
        tag: null,
        alarm: false,
        accumulate: false,
        default_value: Math.floor(random() * 65_536),
      }),
    ),
  )
}
