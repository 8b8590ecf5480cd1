import { deflateSync } from 'node:zlib'

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
