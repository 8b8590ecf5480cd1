import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = '89504e470d0a1a0a'
const END = '0000000049454e44ae426082'

/** A PNG of one chunk of pixels as its own address; its checksums are nobody's business here. */
export const png = (width: number, height: number, body = deflateSync(Buffer.alloc(64))): string => {
  const head = Buffer.alloc(25)
  head.writeUInt32BE(13, 0)
  head.write('IHDR', 4, 'latin1')
  head.writeUInt32BE(width, 8)
  head.writeUInt32BE(height, 12)
  const bytes = Buffer.concat([Buffer.from(SIGNATURE, 'hex'), head, body, Buffer.from(END, 'hex')])
  return `data:image/png;base64,${bytes.toString('base64')}`
}

const chunk = (name: string, data: Buffer): Buffer => {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(name, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

/** A whole PNG of one colour, with transparency; `cut_rows` = rows that are missing. */
export const wholePng = (width: number, height: number, { depth = 8, cut_rows = 0 } = {}): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, 6, 0, 0, 0], 8)
  const pixels = Buffer.alloc((1 + width * 4) * (height - cut_rows), 0x80)
  for (let row = 0; row < height - cut_rows; row += 1) pixels[row * (1 + width * 4)] = 0
  return Buffer.concat([
    Buffer.from(SIGNATURE, 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    Buffer.from(END, 'hex'),
  ])
}
