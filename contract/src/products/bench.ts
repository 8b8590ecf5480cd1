import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { ByProduct } from './products.ts'

/** Why a point has no value in a frame. */
const ABSENCES = ['not_in_frame', 'block_failed', 'invalid', 'not_decodable', 'needs_missing'] as const

/** What one definition makes of a point. */
const Reading = z.object({
  value: z.number().nullable(),
  /** Of a point that holds characters. */
  text: z.string().nullable(),
  absent: z.enum(ABSENCES).nullable(),
})

/** One point of a frame: the draft's reading beside the published one; null = that side does not have the point. */
export const BenchRow = z.object({
  key: z.string(),
  names: z.object({ en: z.string(), zh: z.string(), pl: z.string() }),
  unit: z.string(),
  address: z.number().int().nullable(),
  /** The registers' words as they came, hex. */
  raw: z.string().nullable(),
  draft: Reading.nullable(),
  published: Reading.nullable(),
  differs: z.boolean(),
})
export type BenchRow = z.output<typeof BenchRow>

/** A block as it was found in the frame. */
const FoundBlock = z.object({
  slave: z.number().int(),
  fn: z.number().int(),
  start: z.number().int().nullable(),
  quantity: z.number().int(),
  /** 0 ok, 1..11 Modbus exception, 0xE0.. bus failure (device protocol 4). */
  status: z.number().int(),
})

export const productBench = endpoints({
  testDecode: {
    method: 'POST',
    path: '/product/test-decode/:product_key',
    kind: 'read',
    of: 'product-draft',
    needs: 'product:edit',
    about: 'device',
    params: ByProduct,
    body: z.union([
      z.object({
        /** An RTU answer, a request and its answer, or a report of the device protocol; hex, blanks allowed. */
        frame: z.string().min(1).max(LIMITS.frame_text_max),
        /** First register of a bare RTU answer. */
        start: z.number().int().min(0).max(65_535).nullable().default(null),
      }),
      /** The newest blocks of a live or simulated unit. */
      z.object({ mac: DeviceId }),
    ]),
    result: z.object({
      kind: z.enum(['rtu', 'report', 'device']),
      blocks: z.array(FoundBlock),
      rows: z.array(BenchRow),
    }),
    fails: ['product_unknown', 'data_parsing_failed', 'device_not_found'],
    says: 'Decodes a frame with the draft beside the published version. `why` and `at` tell what is wrong with a frame.',
    example: { kind: 'rtu', blocks: [{ slave: 1, fn: 3, start: 14, quantity: 1, status: 0 }], rows: [] },
  },
  testEncode: {
    method: 'POST',
    path: '/product/test-encode/:product_key',
    kind: 'read',
    of: 'product-draft',
    needs: 'product:edit',
    about: 'unscoped',
    params: ByProduct,
    body: z.object({
      key: z.string().max(LIMITS.point_key_max),
      value: z.number(),
      /** The register as it is now, where only a part of it is written. */
      current_word: z.number().int().min(0).max(65_535).nullable().default(null),
      /** Values of points that are limits of this one. */
      values: z.record(z.string(), z.number()).default({}),
    }),
    result: z.union([
      z.object({ ok: z.literal(true), frame: z.string(), raw: z.number(), reads_back: z.number().nullable() }),
      z.object({
        ok: z.literal(false),
        reason: z.enum([
          'not_writable',
          'not_a_value',
          'limit_unknown',
          'below_min',
          'above_max',
          'off_step',
          'not_invertible',
          'out_of_range',
          'needs_current_word',
        ]),
      }),
    ]),
    fails: ['product_unknown', 'point_unknown'],
    says: 'The RTU frame that would set a point of the draft to a value, and what the board’s echo reads back as.',
    example: { ok: true, frame: '01 06 00 CA 00 64 A8 1F', raw: 100, reads_back: 50 },
  },
})
