/** A part of a file: from the first byte to the last one, both included. */
export type ByteRange = { first: number; last: number }

/**
 * What a GET with these headers is answered with (RFC 9110, 14): the whole file, one range of it, or nothing that is in the file. Several
 * ranges at once and headers that are no range are answered with the whole, as is a range of another version (`If-Range`).
 */
export const rangeOf = (
  { range, if_range }: { range: string | undefined; if_range: string | undefined },
  { size, etag }: { size: number; etag: string },
): { kind: 'whole' } | ({ kind: 'part' } & ByteRange) | { kind: 'outside' } => {
  if (range === undefined || (if_range !== undefined && if_range !== etag)) return { kind: 'whole' }
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? []
  if (from === '' && to === '') return { kind: 'whole' }
  if (from === '') {
    const count = Number(to)
    return count === 0 ? { kind: 'outside' } : { kind: 'part', first: Math.max(0, size - count), last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return { kind: 'whole' }
  return first >= size ? { kind: 'outside' } : { kind: 'part', first, last }
}
