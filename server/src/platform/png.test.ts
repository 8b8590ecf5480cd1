import { Refusal } from '@heatfleet/contract/errors.ts'
import { describe, expect, it } from 'vitest'
import { png } from '../../test/png.ts'
import { readPng } from './png.ts'

const LIMITS = { field: 'picture', bytes_max: 200, side_px_max: 16 }
/** Signature, head with its checksum, and end: what `png` puts around the body. */
const FRAME_BYTES = 8 + 25 + 12
const PREFIX = 'data:image/png;base64,'

const whole = png(16, 16, Buffer.alloc(30))
/** The same picture with some of its bytes otherwise. */
const spoilt = (change: (bytes: Buffer) => Buffer | undefined): string => {
  const bytes = Buffer.from(whole.slice(PREFIX.length), 'base64')
  return `${PREFIX}${(change(bytes) ?? bytes).toString('base64')}`
}
const write = (text: string, at: number) => (bytes: Buffer) => {
  bytes.write(text, at, 'latin1')
  return bytes
}
const answerTo = (data_url: string): string => {
  try {
    return `${readPng(data_url, LIMITS).length} bytes`
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${error.code} ${error.field}`
  }
}

describe('a picture', () => {
  it.each([
    ['whole', whole, `${FRAME_BYTES + 30} bytes`],
    ['as large as allowed', png(16, 16, Buffer.alloc(200 - FRAME_BYTES)), '200 bytes'],
    ['of one byte too many', png(16, 16, Buffer.alloc(201 - FRAME_BYTES)), 'image_invalid picture'],
    ['of one pixel', png(1, 1), expect.stringMatching(/bytes$/)],
    ['without width', png(0, 1), 'image_invalid picture'],
    ['without height', png(1, 0), 'image_invalid picture'],
    ['too wide', png(17, 1), 'image_invalid picture'],
    ['too high', png(1, 17), 'image_invalid picture'],
    // Each of these is right in everything else: no other rule refuses it.
    ['that says it is a drawing', whole.replace('image/png', 'image/gif'), 'image_invalid picture'],
    ['that begins as a JPEG', spoilt(write('\xff\xd8\xff\xe0', 0)), 'image_invalid picture'],
    ['whose first part is not its head', spoilt(write('IDAT', 12)), 'image_invalid picture'],
    ['that is cut off', spoilt((bytes) => bytes.subarray(0, -1)), 'image_invalid picture'],
    [
      'followed by something',
      spoilt((bytes) => Buffer.concat([bytes, Buffer.from('<script>')])),
      'image_invalid picture',
    ],
    [
      'of head and end with nothing between',
      spoilt((bytes) => Buffer.concat([bytes.subarray(0, 24), bytes.subarray(-12)])),
      'image_invalid picture',
    ],
    ['that is empty', '', 'image_invalid picture'],
  ])('%s', (_, data_url, answer) => {
    expect(answerTo(data_url)).toEqual(answer)
  })
})
