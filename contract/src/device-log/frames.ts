import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { Choice, Words } from '../products/points.ts'

/** A version of a product, by which a frame is decoded. */
const FrameVersion = z.object({
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Null = a draft. */
  version: z.number().int().nullable(),
})

/** One point of a frame. */
export const FramePoint = z.object({
  key: z.string(),
  names: Words,
  unit: z.string(),
  decimals: z.number().int(),
  choices: z.array(Choice),
  /** Modbus function and address; null = calculated of other points. */
  register: z
    .object({ slave: z.number().int().nullable(), fn: z.number().int(), address: z.number().int() })
    .nullable(),
  /** Its registers as the board sent them, in hexadecimal digits; empty = calculated. */
  words: z.string(),
  /** By the version it was decoded with; null = no valid value. */
  value: z.number().nullable(),
  /** By the version in use now; null = no value. Left out where that is the same version. */
  value_now: z.number().nullable().optional(),
})
export type FramePoint = z.infer<typeof FramePoint>

/** A frame decoded once more: its bytes, its parts, and what each point was. */
export const DecodedFrame = z.object({
  channel: z.string(),
  bytes: z.number().int(),
  /** Hexadecimal digits, of a long frame the beginning. */
  hex: z.string(),
  /** Why it cannot be decoded: a code of the gateway. Null = it can. */
  unreadable: z.string().nullable(),
  /** Null = not a report. */
  report: z
    .object({
      seq: z.number().int(),
      type: z.enum(['cyclic', 'reply', 'replay']),
      /** By the clock of the module; null = it was not set. */
      time: z.iso.datetime().nullable(),
      rssi_dbm: z.number().nullable(),
      csq: z.number().nullable(),
      blocks: z.array(
        z.object({
          slave: z.number().int(),
          fn: z.number().int(),
          start: z.number().int(),
          quantity: z.number().int(),
          /** 0 = good; otherwise a code of the bus. */
          status: z.number().int(),
        }),
      ),
    })
    .nullable(),
  /** The version it was decoded with; null = none is known. */
  version: FrameVersion.nullable(),
  /** The version in use, where it is another. */
  version_now: FrameVersion.nullable(),
  /** Points whose registers are in the frame, and what is calculated of them. */
  points: z.array(FramePoint),
})
export type DecodedFrame = z.infer<typeof DecodedFrame>

/** Frames of the device log (product 3.16). */
export const deviceFrames = endpoints({
  deviceFrame: {
    method: 'POST',
    path: '/device-inventory/device-frame',
    kind: 'read',
    of: 'device-log',
    needs: 'log:raw',
    about: 'device',
    body: z.object({ mac: DeviceId, entry_id: z.string().max(100) }),
    sends: { body: { entry_id: '2026-11-21T09:15:00.000000Z|14|81' } },
    result: DecodedFrame,
    fails: ['device_not_found', 'not_found'],
    says: 'The frame of an entry of the device log (a report, an unreadable frame, a message of a capture), decoded once more: by the version it came under and by the one in use.',
    example: {
      channel: 'blk',
      bytes: 26,
      hex: '48500101001169202ad40100c4120101030007000100020119b1c2',
      unreadable: null,
      report: {
        seq: 17,
        type: 'cyclic',
        time: '2026-11-21T09:15:00.000Z',
        rssi_dbm: -60,
        csq: 18,
        blocks: [{ slave: 1, fn: 3, start: 7, quantity: 1, status: 0 }],
      },
      version: {
        product_key: 'r290-monobloc',
        product_name: 'R290 整体式热泵',
        product_english_name: 'R290 monobloc',
        version: 1,
      },
      version_now: null,
      points: [
        {
          key: 't_out',
          names: { en: 'Outdoor temperature', zh: '室外温度', pl: 'Temperatura zewnętrzna' },
          unit: '°C',
          decimals: 1,
          choices: [],
          register: { slave: null, fn: 3, address: 7 },
          words: '0119',
          value: 28.1,
        },
      ],
    },
  },
})
