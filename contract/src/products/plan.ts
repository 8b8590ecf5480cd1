import { planBlocks } from '@heatfleet/modbus/poll-blocks.ts'
import { POLL_BLOCKS_MAX } from '../device-protocol/device-commands.ts'
import type { DataPoint } from './points.ts'
import type { PollBlock } from './products.ts'
import { polledRecords, type RecordTable } from './record-tables.ts'
import type { ProductAccess } from './settings.ts'

/** The poll plan of a definition: one block for each request, named A, B … Z, A1 … Pure; both sides use it. */
export const pollBlocksOf = (
  points: readonly DataPoint[],
  access: ProductAccess,
  record_tables: readonly RecordTable[] = [],
): PollBlock[] =>
  planBlocks(
    [
      ...points.map((point) => ({
        ...point,
        slave: point.slave ?? access.slave,
        period_s: access.tiers_s[point.tier],
      })),
      ...polledRecords(record_tables, { slave: access.slave, period_s: access.tiers_s.slow }),
    ],
    { gap_max: access.gap_max, alone: access.alone, blocks_max: POLL_BLOCKS_MAX },
  ).map((block, place) => ({ name: nameOf(place), ...block }))

/** The points with the slave address left out where it is the product's own: that one may change, or be found by detection. */
export const withoutOwnSlave = (points: readonly DataPoint[], { slave }: Pick<ProductAccess, 'slave'>): DataPoint[] =>
  points.map((point) => (point.slave === slave ? { ...point, slave: null } : point))

/** The points with the block that reads each; null for calculated ones. */
export const withBlocks = (
  points: readonly DataPoint[],
  blocks: readonly PollBlock[],
  access: Pick<ProductAccess, 'slave'>,
): DataPoint[] =>
  points.map((point) => ({
    ...point,
    block:
      point.data_type === 'calc'
        ? null
        : (blocks.find(
            ({ slave, fn, start, quantity }) =>
              slave === (point.slave ?? access.slave) &&
              fn === point.query_cmd &&
              start <= point.address &&
              point.address < start + quantity,
          )?.name ?? null),
  }))

const nameOf = (place: number): string => {
  const round = Math.floor(place / 26)
  return String.fromCharCode(65 + (place % 26)) + (round === 0 ? '' : String(round))
}
