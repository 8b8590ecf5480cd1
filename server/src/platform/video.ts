type VideoType = 'video/mp4' | 'video/webm' | 'video/quicktime'

const BOX_HEAD_BYTES = 8
const LARGE_BOX_HEAD_BYTES = 16
const QUICKTIME_BRAND = 'qt  '
const WEBM_HEAD = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])
/** The head of a WebM file names its kind within so many bytes. */
const WEBM_HEAD_BYTES = 64

/**
 * What kind of video these bytes are, by their structure: the name or type that a sender gives proves nothing. Null = none that browsers
 * play, or not whole.
 */
export const videoTypeOf = (bytes: Buffer): VideoType | null => {
  if (bytes.subarray(0, WEBM_HEAD.length).equals(WEBM_HEAD))
    return bytes.subarray(0, WEBM_HEAD_BYTES).includes('webm') ? 'video/webm' : null
  const boxes = boxesOf(bytes)
  if (boxes === null || boxes[0] !== 'ftyp' || !boxes.includes('moov') || !boxes.includes('mdat')) return null
  const brand = bytes.toString('latin1', BOX_HEAD_BYTES, BOX_HEAD_BYTES + 4)
  return brand === QUICKTIME_BRAND ? 'video/quicktime' : 'video/mp4'
}

/** Names of the boxes of the outermost level (ISO 14496-12); null = they do not end where the file ends. */
const boxesOf = (bytes: Buffer): string[] | null => {
  const names: string[] = []
  let at = 0
  while (at < bytes.length) {
    if (at + BOX_HEAD_BYTES > bytes.length) return null
    names.push(bytes.toString('latin1', at + 4, at + 8))
    const short = bytes.readUInt32BE(at)
    // 0 = up to the end of the file, 1 = a 64-bit length follows.
    if (short === 0) return names
    if (short === 1 && at + LARGE_BOX_HEAD_BYTES > bytes.length) return null
    const length = short === 1 ? Number(bytes.readBigUInt64BE(at + BOX_HEAD_BYTES)) : short
    if (length < (short === 1 ? LARGE_BOX_HEAD_BYTES : BOX_HEAD_BYTES) || at + length > bytes.length) return null
    at += length
  }
  return names
}
