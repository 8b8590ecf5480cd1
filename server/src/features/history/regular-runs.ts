/** Of each row but the first: the first one behind it that does not come as long after the one before. */
export type RegularRunEnds = Uint32Array

/**
 * Where reports stop coming steadily; in `room` where it is large enough. Looked at once for all points of a batch, not for each of them.
 */
export const findRegularRunEnds = (
  times_ms: Float64Array,
  room: RegularRunEnds = new Uint32Array(0),
): RegularRunEnds => {
  const ends = room.length < times_ms.length ? new Uint32Array(times_ms.length) : room
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
