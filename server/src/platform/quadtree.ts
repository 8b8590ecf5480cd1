import type { MapBox } from '@heatfleet/contract/map/map-box.ts'

/** Bits of x and of y: as in the table `map_points`. */
const BITS = 26
const SIZE = 2 ** BITS
/** Width of a tile: the whole plane at zoom 0. */
const TILE_PX = 512
/** Where Web Mercator ends. */
const LAT_MAX = 85.05

/** Part of the plane, both ends included. */
export type Square = { x0: number; y0: number; x1: number; y1: number }
/** Codes from `from` to before `to`; below 2^53. */
export type CodeRange = { from: number; to: number }

export const toX = (lon: number): number => clamped(Math.floor(((lon + 180) / 360) * SIZE))
export const toY = (lat: number): number => {
  const radians = (Math.max(-LAT_MAX, Math.min(LAT_MAX, lat)) * Math.PI) / 180
  return clamped(Math.floor(((1 - Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI) / 2) * SIZE))
}
export const toLon = (x: number): number => (x / SIZE) * 360 - 180
export const toLat = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / SIZE))) * 180) / Math.PI

export const squareOf = ({ west, south, east, north }: MapBox): Square => ({
  x0: toX(west),
  y0: toY(north),
  x1: toX(east),
  y1: toY(south),
})

export const boxOf = ({ x0, y0, x1, y1 }: Square): MapBox => ({
  west: toLon(clamped(x0)),
  south: toLat(clamped(y1)),
  east: toLon(clamped(x1)),
  north: toLat(clamped(y0)),
})

/** Units of the plane under so many px of a zoom. */
export const unitsOf = (px: number, zoom: number): number => (px * SIZE) / (TILE_PX * 2 ** zoom)

/** Decimals of degrees that tell a quarter of a pixel under a zoom apart; at most those of ten centimetres. */
export const decimalsAt = (zoom: number): number =>
  Math.min(6, Math.max(1, Math.ceil(-Math.log10(360 / (TILE_PX * 2 ** zoom * 4)))))

/** Bits of x and y in turn, x first. */
export const codeOf = (x: number, y: number): number => {
  let code = 0
  for (let bit = BITS - 1; bit >= 0; bit--) code = code * 4 + ((y >>> bit) & 1) * 2 + ((x >>> bit) & 1)
  return code
}

type Node = { x: number; y: number; bits: number }

/** Ranges of codes that hold the part of the plane, few of them and with little more than it. */
export const rangesOf = (part: Square, ranges_max: number): CodeRange[] => {
  const within: Node[] = []
  const split: Node[] = [{ x: 0, y: 0, bits: BITS }]
  while (split.length > 0 && within.length + split.length + 3 <= ranges_max) {
    // The largest first: it holds most of what is not asked for.
    const node = split.shift()
    if (node === undefined) break
    if (node.bits === 0 || isWithin(node, part)) {
      within.push(node)
      continue
    }
    const bits = node.bits - 1
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const quarter = { x: node.x + dx * 2 ** bits, y: node.y + dy * 2 ** bits, bits }
      if (meets(quarter, part)) split.push(quarter)
    }
  }
  const ranges = [...within, ...split]
    .map(({ x, y, bits }) => ({ from: codeOf(x, y), to: codeOf(x, y) + 4 ** bits }))
    .sort((a, b) => a.from - b.from)
  return joined(ranges)
}

const joined = (ranges: readonly CodeRange[]): CodeRange[] => {
  const all: CodeRange[] = []
  for (const { from, to } of ranges) {
    const last = all.at(-1)
    if (last?.to === from) last.to = to
    else all.push({ from, to })
  }
  return all
}

const isWithin = ({ x, y, bits }: Node, { x0, y0, x1, y1 }: Square): boolean =>
  x >= x0 && y >= y0 && x + 2 ** bits - 1 <= x1 && y + 2 ** bits - 1 <= y1

const meets = ({ x, y, bits }: Node, { x0, y0, x1, y1 }: Square): boolean =>
  x <= x1 && y <= y1 && x + 2 ** bits - 1 >= x0 && y + 2 ** bits - 1 >= y0

/**
 * Bits below those that tell clusters apart: squares of 64 to 128 px under this zoom, larger ones where the view would hold
 * more of them than `cells_max`.
 */
export const cellBits = (zoom: number, part: Square, px: number, cells_max: number): number => {
  let bits = Math.max(0, Math.ceil(BITS - zoom - Math.log2(TILE_PX / px)))
  const cells = () =>
    (Math.floor((part.x1 - part.x0) / 2 ** bits) + 2) * (Math.floor((part.y1 - part.y0) / 2 ** bits) + 2)
  while (bits < BITS && cells() > cells_max) bits++
  return bits
}

const clamped = (n: number): number => Math.max(0, Math.min(SIZE - 1, n))
