import type { Block, QueryCommand } from '@heatfleet/modbus/point.ts'

/** Status of a block whose read did not succeed; 1..11 are Modbus exception codes (device-protocol 4). */
export const BLOCK_STATUS = { ok: 0x00, timeout: 0xe0, bad_crc: 0xe1, bus_busy: 0xe2, short_frame: 0xe3 } as const

/** Blocks a report may carry. */
export const MAX_BLOCKS = 16
/** Data bytes of one block: 125 registers, the most one Modbus read can answer. */
export const MAX_BLOCK_DATA_BYTES = 250

/** What is wrong with a block. */
export type BlockFault = 'bad_function' | 'bad_status' | 'bad_quantity' | 'quantity_mismatch' | 'data_with_error'

/** The head of a block as read from the wire, before its function code is known to be one. */
type BlockHead = { fn: number; start: number; quantity: number; status: number }

/**
 * The first fault of a block, or null: function 1..4; known status; at least one register or bit, none past 65535;
 * data exactly as long as the quantity requires (2 bytes a register, 8 bits a byte), and none when the read failed.
 */
export const findBlockFault = ({ fn, start, quantity, status }: BlockHead, dataBytes: number): BlockFault | null => {
  if (!isQueryCommand(fn)) return 'bad_function'
  if (!isBlockStatus(status)) return 'bad_status'
  const neededBytes = fn <= 2 ? Math.ceil(quantity / 8) : quantity * 2
  if (quantity === 0 || start + quantity > 0x1_0000 || neededBytes > MAX_BLOCK_DATA_BYTES) return 'bad_quantity'
  if (status !== BLOCK_STATUS.ok) return dataBytes === 0 ? null : 'data_with_error'
  return dataBytes === neededBytes ? null : 'quantity_mismatch'
}

/** Throws RangeError when a block we build ourselves breaks the rules: that is a bug here, not a bad device. */
export const assertBlock = (block: Block): void => {
  const fault = findBlockFault(block, block.data.length)
  if (fault !== null) throw new RangeError(`block at ${block.start}: ${fault}`)
}

/** Whether a number is a Modbus read function code. */
export const isQueryCommand = (fn: number): fn is QueryCommand => fn === 1 || fn === 2 || fn === 3 || fn === 4

const isBlockStatus = (status: number): boolean => status <= 0x0b || (status >= 0xe0 && status <= 0xe3)
