import { z } from 'zod'
import { POLL_BLOCKS_MAX } from '../device-protocol/device-commands.ts'
import { BusSettings } from '../device-protocol/device-messages.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { Replay, ReplaySpeed } from '../simulator/replay.ts'
import { ONLINE_STATES } from '../transitions.ts'
import { DataPoint } from './points.ts'
import { ByProduct, PollBlock, PRODUCT_DATA_TYPES, ProductKey } from './products.ts'
import { RecordTable } from './record-tables.ts'
import { WriteSequence } from './settings.ts'

/** What is wired to the module of a virtual unit: a board, or one that answers nothing. */
const VIRTUAL_BOARDS = ['answers', 'silent'] as const
export type VirtualBoard = (typeof VIRTUAL_BOARDS)[number]

/** A simulated unit of a product, for trying it before hardware exists; it speaks the real device protocol. */
export const VirtualUnit = z.object({
  mac: z.string(),
  device_name: z.string(),
  /** The product it was started from; a unit of a draft reads by a copy of that draft. */
  product_key: z.string(),
  of: z.enum(['draft', 'published']),
  online_status: z.enum(ONLINE_STATES),
  started_by: z.string(),
  started_at: z.iso.datetime(),
  /** It ends by itself then. */
  ends_at: z.iso.datetime(),
  /** The unit whose last day it shows; null = a machine of its own. */
  replay: z.object({ mac: z.string(), speed: ReplaySpeed }).nullable(),
})
export type VirtualUnit = z.output<typeof VirtualUnit>

/** The complete set of virtual units, sent to the simulator at each change; the secret is 32 bytes in hex. */
export const VirtualFleet = z.object({
  url: z.string(),
  units: z.array(
    z.object({
      did: DeviceId,
      secret_hex: z.string().regex(/^[0-9a-f]{64}$/),
      /** Bus settings of the board. */
      ...BusSettings.pick({ baud: true, fmt: true }).shape,
      slave: BusSettings.shape.addr,
      /** `silent` = a board that answers nothing, as one without power. */
      board: z.enum(VIRTUAL_BOARDS).default('answers'),
      /** In which form it reports. */
      data_type: z.enum(PRODUCT_DATA_TYPES),
      points: z.array(DataPoint).max(LIMITS.points_max),
      /** What the board wants around a value before it takes it. */
      write_sequences: z.array(WriteSequence).max(LIMITS.write_sequences_max).default([]),
      /** Repeated records that the board keeps. */
      record_tables: z.array(RecordTable).max(LIMITS.record_tables_max).default([]),
      /** What the board shows instead of its own machine. */
      replay: Replay.optional(),
      /** Registers that the board has: those of the poll blocks; it refuses all others. */
      blocks: z.array(PollBlock.pick({ slave: true, fn: true, start: true, quantity: true })).max(POLL_BLOCKS_MAX),
    }),
  ),
})
export type VirtualFleet = z.output<typeof VirtualFleet>

/** A virtual unit to be started. */
export const VirtualUnitDraft = z.object({
  of: z.enum(['draft', 'published']),
  /** Whose unit it is; null = stock of the manufacturer, for accounts that nothing narrows. */
  agent_id: RowId.nullable(),
  /** The board behind the module, where it is another product's: for trying detection. */
  board_pk: ProductKey.optional(),
  board: z.enum(VIRTUAL_BOARDS).default('answers'),
})

const example: VirtualUnit = {
  mac: '02a1b2c3d4e5',
  device_name: 'Virtual carel-monobloc',
  product_key: 'carel-monobloc',
  of: 'draft',
  online_status: 'online',
  started_by: 'admin',
  started_at: '2026-11-21T09:15:00.000Z',
  ends_at: '2026-11-21T13:15:00.000Z',
  replay: null,
}

export const virtualUnits = endpoints({
  virtualUnitList: {
    method: 'GET',
    path: '/product/virtual-units',
    kind: 'read',
    of: 'virtual-unit',
    needs: 'product:view',
    about: 'unscoped',
    result: z.array(VirtualUnit),
    fails: [],
    says: 'The virtual units in scope, newest first.',
    example: [example],
  },
  virtualUnitStart: {
    method: 'POST',
    path: '/product/virtual-unit/:product_key',
    kind: 'change',
    of: 'virtual-unit',
    needs: 'product:simulate',
    about: 'unscoped',
    params: ByProduct,
    body: VirtualUnitDraft,
    result: z.object({ mac: z.string() }),
    fails: [
      'product_unknown',
      'product_disabled',
      'no_data_point',
      'unpublished_data_points',
      'draft_faulty',
      'virtual_units_full',
      'distributor_not_found',
    ],
    says: `Starts a simulated unit of a product, marked as such; at most ${LIMITS.virtual_units_max}, for some hours each.`,
    example: { mac: '02a1b2c3d4e5' },
  },
  virtualUnitStop: {
    method: 'DELETE',
    path: '/product/virtual-unit/:mac',
    kind: 'change',
    of: 'virtual-unit',
    needs: 'product:simulate',
    about: 'unscoped',
    params: z.object({ mac: DeviceId }),
    result: z.object({ mac: z.string() }),
    fails: ['virtual_unit_unknown'],
    says: 'Stops a virtual unit and removes it with everything it reported.',
    example: { mac: '02a1b2c3d4e5' },
  },
})
