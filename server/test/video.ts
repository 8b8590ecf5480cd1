const box = (name: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** A file with the structure of an MP4 of this brand, and so many bytes of pictures. */
export const mp4 = (brand: string, bytes = 32): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0`, 'latin1')),
    box('moov', Buffer.alloc(16)),
    box('mdat', Buffer.alloc(bytes)),
  ])

/** A file with the head of a WebM. */
export const webm = (): Buffer =>
  Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 0x01, 0x42, 0xf7, 0x81, 0x01, 0x42, 0xf2, 0x81, 0x04]),
    Buffer.from([0x42, 0x82, 0x84]),
    Buffer.from('webm'),
  ])
