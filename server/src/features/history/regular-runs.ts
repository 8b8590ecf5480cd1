/** For each row but the first: the end (exclusive) of the run of equal intervals it belongs to. */
export type RegularRunEnds = Uint32Array

/** Finds runs of equal intervals, once for all points of a batch; reuses `buffer` if large enough. */
export const findRegularRunEnds = (
  times_ms: Float64Array,
  buffer: RegularRunEnds = new Uint32Array(0),
): RegularRunEnds => {
  const ends = buffer.length < times_ms.length ? new Uint32Array(times_ms.length) : buffer
  let end = times_ms.length
  let spacing_ms = Number.NaN
  for (let row = times_ms.length - 1; row > 0; row--) {
    const own_ms = (times_ms[row] ?? 0) - (times_ms[row - 1] ?? 0)
    if (own_ms !== spacing_ms) end = row + 1
    spacing_ms = own_ms
    ends[row] = end
  }
  return ends
}
