import { z } from 'zod'
import { POLL_BLOCKS_MAX } from '../device-protocol/device-commands.ts'
import { pollBlocksOf } from './plan.ts'
import type { DataPoint } from './points.ts'
import { PollBlock } from './products.ts'
import { polledRecords, type RecordTable } from './record-tables.ts'
import { placesOf } from './register-places.ts'
import type { ProductAccess } from './settings.ts'

/** Pause of the module between two reads, ms (`gap` of the poll plan). */
export const POLL_PAUSE_MS = 50
/** What boards commonly take before they answer, ms; no list of registers tells it. */
const BOARD_ANSWER_MS = 30
/** Above this share of its time a bus has no room for commands and repeats. */
export const BUS_LOAD_MAX = 0.8
/** Above this share of the blocks that a plan may hold, the next points may not fit. */
export const BLOCKS_NEAR = 0.85
/** Gaps that are listed. */
const GAPS_LISTED_MAX = 50

/** What a poll plan costs: shown before it is published. */
export const PollFigures = z.object({
  blocks: z.number().int(),
  blocks_max: z.number().int(),
  /** Slave addresses that are asked. */
  slaves: z.array(z.number().int()),
  /** Registers and bits of all blocks; `unnamed` = of them, those that no point names. */
  registers: z.number().int(),
  unnamed: z.number().int(),
  /** Runs of unnamed registers longer than the product's `gap_max`, read along since blocks had to be joined. */
  gaps: z.array(PollBlock.pick({ slave: true, fn: true, start: true, quantity: true })).max(GAPS_LISTED_MAX),
  /** Time on the bus of all blocks of one period, ms. */
  periods: z.array(z.object({ period_s: z.number().int(), blocks: z.number().int(), bus_ms: z.number().int() })),
  /** Share of all time in which the bus is busy with reading; above 1 the plan cannot be kept. */
  load: z.number(),
})
export type PollFigures = z.output<typeof PollFigures>

export const examplePollFigures: PollFigures = {
  blocks: 1,
  blocks_max: POLL_BLOCKS_MAX,
  slaves: [1],
  registers: 50,
  unnamed: 4,
  gaps: [],
  periods: [{ period_s: 60, blocks: 1, bus_ms: 195 }],
  load: 0.003,
}

/**
 * The figures of the poll plan that a definition gives. Bus time by Modbus over serial line 2.5: a request has 8
 * characters, an answer 5 and its data, each frame ends with a silence of 3.5; then the board's and the module's pauses.
 */
export const pollFiguresOf = (
  points: readonly DataPoint[],
  access: ProductAccess,
  record_tables: readonly RecordTable[] = [],
): PollFigures => {
  const blocks = pollBlocksOf(points, access, record_tables)
  const named = new Set([
    ...points.flatMap((point) =>
      placesOf({ ...point, slave: point.slave ?? access.slave }).map((place) => place.replace(/\/[^/]*$/, '')),
    ),
    ...polledRecords(record_tables, { slave: access.slave, period_s: 1 }).flatMap((record) =>
      Array.from({ length: record.reg_len }, (_, at) => `${record.slave}/${record.query_cmd}/${record.address + at}`),
    ),
  ])
  const runs = blocks.flatMap((block) => unnamedRuns(block, named))
  const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
  const periods = [...new Set(blocks.map(({ period_s }) => period_s))]
    .sort((a, b) => a - b)
    .map((period_s) => {
      const own = blocks.filter((block) => block.period_s === period_s)
      return { period_s, blocks: own.length, bus_ms: Math.round(sum(own.map((block) => busMs(block, access)))) }
    })
  return {
    blocks: blocks.length,
    blocks_max: POLL_BLOCKS_MAX,
    slaves: [...new Set(blocks.map(({ slave }) => slave))].sort((a, b) => a - b),
    registers: sum(blocks.map(({ quantity }) => quantity)),
    unnamed: sum(runs.map(({ quantity }) => quantity)),
    gaps: runs.filter(({ quantity }) => quantity > access.gap_max).slice(0, GAPS_LISTED_MAX),
    periods,
    load: Math.round(sum(blocks.map((block) => busMs(block, access) / 1000 / block.period_s)) * 1000) / 1000,
  }
}

/** Time of one read on the bus, ms. */
export const busMs = (
  { fn, quantity }: Pick<PollBlock, 'fn' | 'quantity'>,
  { baud, format }: Pick<ProductAccess, 'baud' | 'format'>,
): number => {
  // One start bit, eight data bits, parity or a second stop bit, one stop bit.
  const bits = format === '8N1' ? 10 : 11
  const characters = 8 + 5 + (fn <= 2 ? Math.ceil(quantity / 8) : 2 * quantity) + 2 * 3.5
  return (characters * bits * 1000) / baud + BOARD_ANSWER_MS + POLL_PAUSE_MS
}

type Run = PollFigures['gaps'][number]

const unnamedRuns = ({ slave, fn, start, quantity }: PollBlock, named: ReadonlySet<string>): Run[] => {
  const runs: Run[] = []
  for (let address = start; address < start + quantity; address++) {
    if (named.has(`${slave}/${fn}/${address}`)) continue
    const last = runs.at(-1)
    if (last !== undefined && last.start + last.quantity === address) last.quantity += 1
    else runs.push({ slave, fn, start: address, quantity: 1 })
  }
  return runs
}
