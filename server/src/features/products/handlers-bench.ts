import { type ReadFrame, readFrameText } from '@heatfleet/contract/device-protocol/frame-text.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { encodeWrite, readBack, resolveLimits, type Write } from '@heatfleet/modbus/encode.ts'
import { buildRequest, requestOf } from '@heatfleet/modbus/frame.ts'
import { toHex } from '@heatfleet/modbus/hex.ts'
import type { Block } from '@heatfleet/modbus/point.ts'
import { wordsOfWrite } from '@heatfleet/modbus/write-group.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { unpackLatestBlocks } from '../../ingest/latest-blocks.ts'
import { benchRows } from './bench-rows.ts'
import { readDraft, readPublished } from './drafts.ts'
import { findNewestBlocks } from './store-newest-blocks.ts'

/** The test bench: frames decoded by the draft beside the published version, values encoded by the draft. */
export const productBenchHandlers = ({ database: { db } }: Pick<AppContext, 'database'>) =>
  ({
    testDecode: async ({ params: { product_key }, body }, { caller }) => {
      const [draft, published] = [await readDraft(db, product_key), await readPublished(db, product_key)]
      const read = 'mac' in body ? await readDevice(caller.scope, body.mac) : readPasted(body)
      return {
        kind: read.kind,
        blocks: read.blocks.map(({ slave, fn, start, quantity, status }) => ({ slave, fn, start, quantity, status })),
        rows: benchRows(draft.points, published.points, read.blocks),
      }

      async function readDevice(scope: typeof caller.scope, mac: string) {
        const packed = await findNewestBlocks(db, scope, mac)
        if (packed === undefined) throw new Refusal('device_not_found')
        const blocks: Block[] = packed === null ? [] : unpackLatestBlocks(packed).map(({ block }) => block)
        return { kind: 'device' as const, blocks }
      }
    },

    testEncode: async ({ params: { product_key }, body }) => {
      const { points, settings } = await readDraft(db, product_key)
      const point = points.find(({ key }) => key === body.key)
      if (point === undefined) throw new Refusal('point_unknown', { field: 'key' })
      const limits = resolveLimits(point, body.values)
      if (limits === null) return { ok: false, reason: 'limit_unknown' }
      const encoded = encodeWrite(point, body.value, { limits, currentWord: body.current_word })
      if (!encoded.ok) return encoded
      const frame = buildRequest(requestOf(point.slave ?? settings.access.slave, encoded.write))
      return { ok: true, frame: spaced(frame), raw: encoded.raw, reads_back: echoOf(point, encoded.write) }
    },
  }) satisfies Pick<Handlers, 'testDecode' | 'testEncode'>

const readPasted = ({ frame, start }: { frame: string; start: number | null }): Extract<ReadFrame, { ok: true }> => {
  const read = readFrameText(frame, start)
  if (!read.ok) throw new Refusal('data_parsing_failed', { field: 'frame', details: { why: read.why } })
  return read
}

/** What the point reads as once the board holds what was written. */
const echoOf = (point: Parameters<typeof readBack>[0], write: Write): number | null => {
  const words = wordsOfWrite(write)
  const is_alias = point.query_cmd >= 3 && (write.fn === 5 || write.fn === 15)
  return readBack(point, is_alias ? [(words[0] ?? 0) << (point.bit ?? 0)] : words)
}

const spaced = (bytes: Uint8Array): string =>
  toHex(bytes)
    .toUpperCase()
    .replaceAll(/(..)(?!$)/g, '$1 ')
