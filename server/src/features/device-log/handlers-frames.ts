import type { DecodedFrame, deviceFrames, FramePoint } from '@heatfleet/contract/device-log/frames.ts'
import { UP_CHANNELS } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { REPORT_TYPE, type Report } from '@heatfleet/contract/device-protocol/report.ts'
import { decodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import { decodeJsonReport } from '@heatfleet/contract/device-protocol/report-json.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { wordsOf } from '@heatfleet/modbus/data-type.ts'
import { blocksOfSlave, locate } from '@heatfleet/modbus/locate.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import type { AppContext } from '../../app-context.ts'
import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { readFrame } from '../history/public.ts'
import type { Layout, Layouts } from '../products/public.ts'
import { entryOf, identityOfEntry, REPORT_RANK } from './report-rows.ts'
import { findLogDevice } from './store-connections.ts'
import { FRAME_RANK, LETTER_RANK } from './store-sources.ts'
import { findCapturedFrame, findLetter, listVersionNames } from './store-units.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'> & { layouts: Layouts }
type Stored = { channel: string; payload: Uint8Array; layout_id: number | null; reason: string | null }
type Device = { device_id: number; mac: string; layout_id: number | null }

/** Bytes of a frame that are shown: more than any report has. */
const FRAME_BYTES_MAX = 4_096
const TYPE_NAMES = {
  [REPORT_TYPE.cyclic]: 'cyclic',
  [REPORT_TYPE.reply]: 'reply',
  [REPORT_TYPE.replay]: 'replay',
} as const

/** Frames of the device log, decoded once more. */
export const deviceFrameHandlers = (deps: Deps) => {
  const { db } = deps.database

  const findStored = async (device: Device, entry_id: string): Promise<Stored | null> => {
    const entry = entryOf(entry_id)
    const { device_id, mac, layout_id } = device
    if (entry?.rank === REPORT_RANK) {
      const found = await readFrame(deps, { device_id, at_ms: entry.at_ms, identity: identityOfEntry(entry.id) })
      return found === null ? null : { channel: 'blk', payload: found.raw, layout_id: found.layout_id, reason: null }
    }
    // What was not stored has no version: that in use is tried.
    if (entry?.rank === FRAME_RANK) {
      const found = await findCapturedFrame(db, device_id, entry)
      return found === undefined ? null : { ...found, layout_id, reason: null }
    }
    if (entry?.rank !== LETTER_RANK) return null
    const found = await findLetter(db, mac, entry.id)
    return found === undefined ? null : { ...found, layout_id }
  }

  return {
    deviceFrame: async ({ body: { mac, entry_id } }, { caller }) => {
      const found = await findLogDevice(db, caller.scope, mac)
      if (found === undefined) throw new Refusal('device_not_found', { field: 'mac' })
      const stored = await findStored({ ...found, mac }, entry_id)
      if (stored === null) throw new Refusal('not_found', { field: 'entry_id' })
      const layout_id_now = found.layout_id === stored.layout_id ? null : found.layout_id
      const layout = stored.layout_id === null ? null : await deps.layouts.find(stored.layout_id)
      const layout_now = layout_id_now === null ? null : await deps.layouts.find(layout_id_now)
      const ids = [stored.layout_id, layout_id_now].filter((id) => id !== null)
      const names = new Map((await listVersionNames(db, ids)).map(({ layout_id, ...name }) => [layout_id, name]))
      const { report, unreadable } = readReport(stored)
      return {
        channel: stored.channel,
        bytes: stored.payload.length,
        hex: Buffer.from(stored.payload.subarray(0, FRAME_BYTES_MAX)).toString('hex'),
        unreadable,
        report: report === null ? null : partsOf(report),
        version: names.get(stored.layout_id ?? 0) ?? null,
        version_now: names.get(layout_id_now ?? 0) ?? null,
        points: report === null || layout === null ? [] : pointsOf(caller, report, layout, layout_now),
      }
    },
  } satisfies Pick<Handlers, keyof typeof deviceFrames>
}

const decoderOf = (channel: string) => (channel === 'blk' ? decodeReport : channel === 'blkj' ? decodeJsonReport : null)

/** The report of a frame; other messages have none, and are nothing that could be decoded. */
const readReport = ({ channel, payload, reason }: Stored): { report: Report | null; unreadable: string | null } => {
  const decode = decoderOf(channel)
  if (decode === null) return { report: null, unreadable: Object.hasOwn(UP_CHANNELS, channel) ? null : reason }
  const decoded = decode(payload)
  return decoded.ok ? { report: decoded.report, unreadable: null } : { report: null, unreadable: decoded.reason }
}

const partsOf = ({ seq, type, ts, rssi_dbm, csq, blocks }: Report): DecodedFrame['report'] => ({
  seq,
  type: TYPE_NAMES[type],
  time: ts === 0 ? null : new Date(ts * 1_000).toISOString(),
  rssi_dbm,
  csq,
  blocks: blocks.map(({ data: _, ...block }) => block),
})

/** The points whose registers are in a report, and those that are calculated of them, as far as the caller may see them. */
const pointsOf = (caller: Caller, { blocks }: Report, layout: Layout, layout_now: Layout | null): FramePoint[] => {
  const values = valuesOf(layout, blocks)
  const values_now = layout_now === null ? null : valuesOf(layout_now, blocks)
  const named = new Set(layout.points.flatMap(({ slave }) => (typeof slave === 'number' ? [slave] : [])))
  return layout.points.flatMap((point): FramePoint[] => {
    if (!seesPoint(caller, point)) return []
    const { key, names, unit, decimals, choices, slave, query_cmd, address } = point
    const is_calculated = point.data_type === 'calc'
    const words = is_calculated ? '' : wordsIn(point, blocksOfSlave(blocks, slave, named))
    const value = values.get(key) ?? null
    if (words === null || (is_calculated && value === null)) return []
    const seen_now = layout_now !== null && seesPoint(caller, layout_now.byKey.get(key))
    return [
      {
        key,
        names,
        unit,
        decimals,
        choices,
        register: is_calculated ? null : { slave, fn: query_cmd, address },
        words,
        value,
        ...(values_now === null ? {} : { value_now: seen_now ? (values_now.get(key) ?? null) : null }),
      },
    ]
  })
}

const valuesOf = ({ decoder }: Layout, blocks: Report['blocks']): Map<string, number> => {
  const values = new Float64Array(decoder.keys.length)
  decoder.decodeInto(blocks, values)
  return new Map(decoder.keys.flatMap((key, index) => (Number.isNaN(values[index]) ? [] : [[key, values[index] ?? 0]])))
}

/** Hexadecimal digits of the registers of a point, a bit as one digit; null = no good block has them. */
const wordsIn = ({ query_cmd, address, data_type }: DataPoint, blocks: readonly Block[]): string | null => {
  const count = query_cmd <= 2 ? 1 : wordsOf(data_type)
  const block = count === 0 ? null : locate(blocks, query_cmd, address, count)
  if (block === null) return null
  const index = address - block.start
  if (query_cmd <= 2) return String(((block.data[index >> 3] ?? 0) >> (index & 7)) & 1)
  return Buffer.from(block.data.subarray(2 * index, 2 * (index + count))).toString('hex')
}
