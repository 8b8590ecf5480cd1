/**
 * Weights are multiples of at most 2^-13, and of so much that sums stay below 2^30: whole numbers are summed four times as fast as others.
 */
export const SHIFT_MAX = 13
export const SHIFT_MIN = 5
const SUM_BITS = 30

/**
 * Predicts a value's distance to the first of its column: weights of the distances before, newest first, and a constant, times 2^shift. The
 * first values are predicted by the one before. All sums are of whole numbers modulo 2^32.
 */
export type Prediction = { first: number; shift: number; weights: readonly number[] }

/** Differences as unsigned numbers: 0, -1, 1, ... */
export const fold = (difference: number): number => ((difference << 1) ^ (difference >> 31)) >>> 0
export const unfold = (folded: number): number => (folded >>> 1) ^ -(folded & 1)

/** The weights of `order` values before by least squares; null where the column does not determine them, or they are too large. */
export const fitPrediction = (values: Uint32Array, order: number): Prediction | null => {
  const [first = 0] = values
  const distances = Float64Array.from(values, (value) => value - first)
  const solved = solve(normalEquations(distances, order))
  if (solved === null) return null
  const far = distances.reduce((most, each) => Math.max(most, Math.abs(each)), 1)
  const sum = solved.reduce((all, weight, at) => all + Math.abs(weight) * (at === order ? 1 : far), 1)
  const shift = Math.min(SHIFT_MAX, SUM_BITS - Math.ceil(Math.log2(sum)))
  return shift >= SHIFT_MIN ? { first, shift, weights: solved.map((weight) => Math.round(weight * 2 ** shift)) } : null
}

/**
 * Sums of products of each two of the values before, of a constant and of the value itself. A sum over pairs one row earlier differs by the
 * pairs at both ends, so only the first row is summed.
 */
const normalEquations = (values: Float64Array, order: number): Float64Array[] => {
  const count = values.length
  const at = (row: number): number => values[row] ?? 0
  const products = Array.from({ length: order + 1 }, () => new Float64Array(order + 1))
  const sums = new Float64Array(order + 1)
  for (let back = 0; back <= order; back++) {
    let product = 0
    for (let row = order; row < count; row++) product += (values[row] ?? 0) * (values[row - back] ?? 0)
    ;(products[0] ?? sums)[back] = product
  }
  sums[0] = values.subarray(order).reduce((sum, value) => sum + value, 0)
  for (let one = 0; one < order; one++) {
    const [own, next] = [products[one] ?? sums, products[one + 1] ?? sums]
    sums[one + 1] = (sums[one] ?? 0) + at(order - 1 - one) - at(count - 1 - one)
    for (let other = one; other < order; other++)
      next[other + 1] =
        (own[other] ?? 0) + at(order - 1 - one) * at(order - 1 - other) - at(count - 1 - one) * at(count - 1 - other)
  }
  const productOf = (one: number, other: number): number => products[Math.min(one, other)]?.[Math.max(one, other)] ?? 0
  const equations = Array.from({ length: order }, (_, one) =>
    Float64Array.from([
      ...Array.from({ length: order }, (__, other) => productOf(one + 1, other + 1)),
      sums[one + 1] ?? 0,
      productOf(0, one + 1),
    ]),
  )
  return [...equations, Float64Array.from([...sums.subarray(1), count - order, sums[0] ?? 0])]
}

/** Solves linear equations by elimination; each row ends with its right side. */
const solve = (rows: Float64Array[]): number[] | null => {
  const size = rows.length
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row
    const [upper, lower] = [rows[pivot], rows[column]]
    if (upper === undefined || lower === undefined || Math.abs(upper[column] ?? 0) < 1e-9) return null
    rows[column] = upper
    rows[pivot] = lower
    for (let row = 0; row < size; row++) {
      const other = rows[row]
      if (row === column || other === undefined) continue
      const factor = (other[column] ?? 0) / (upper[column] ?? 1)
      for (let at = column; at <= size; at++) other[at] = (other[at] ?? 0) - factor * (upper[at] ?? 0)
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1))
}

/** Folded differences of a column to its prediction; that of the first value is 0. */
export const foldedErrors = (values: Uint32Array, { first, shift, weights }: Prediction): Uint32Array => {
  const order = weights.length - 1
  const start = ((weights[order] ?? 0) + (1 << (shift - 1))) | 0
  return values.map((value, row) => {
    if (row === 0) return 0
    if (row < order) return fold((value - (values[row - 1] ?? 0)) | 0)
    let sum = start
    for (let back = 0; back < order; back++)
      sum = (sum + Math.imul(weights[back] ?? 0, (values[row - 1 - back] ?? 0) - first)) | 0
    return fold((value - ((first + (sum >> shift)) | 0)) | 0)
  })
}

export const addDeltas = (folded: Uint8Array | Uint32Array, values: Uint32Array, first: number): void => {
  let value = first
  for (let row = 0; row < values.length; row++) {
    const bits = folded[row] ?? 0
    value = (value + ((bits >>> 1) ^ -(bits & 1))) | 0
    values[row] = value
  }
}

/** The order of columns of many rows. */
export const SHORT_ORDER = 6

/** Adds predictions to folded differences, the inverse of {@link foldedErrors}. */
export const addPredictions = (folded: Uint8Array | Uint32Array, values: Uint32Array, prediction: Prediction): void => {
  const order = prediction.weights.length - 1
  addDeltas(folded, values.subarray(0, order), prediction.first)
  if (order === SHORT_ORDER) addShort(folded, values, prediction)
  else addLong(folded, values, prediction)
}

/** The distances before are in variables: three times as fast as a loop. */
const addShort = (
  folded: Uint8Array | Uint32Array,
  values: Uint32Array,
  { first, shift, weights: [w1 = 0, w2 = 0, w3 = 0, w4 = 0, w5 = 0, w6 = 0, w0 = 0] }: Prediction,
): void => {
  const start = (w0 + (1 << (shift - 1))) | 0
  let [f = 0, e = 0, d = 0, c = 0, b = 0, a = 0] = Array.from(
    values.subarray(0, SHORT_ORDER),
    (value) => (value - first) | 0,
  )
  for (let row = SHORT_ORDER; row < values.length; row++) {
    const bits = folded[row] ?? 0
    const older = (((start + Math.imul(w6, f)) | 0) + ((Math.imul(w5, e) + Math.imul(w4, d)) | 0)) | 0
    const sum = (((older + Math.imul(w3, c)) | 0) + ((Math.imul(w2, b) + Math.imul(w1, a)) | 0)) | 0
    const value = ((sum >> shift) + ((bits >>> 1) ^ -(bits & 1))) | 0
    values[row] = (first + value) | 0
    f = e
    e = d
    d = c
    c = b
    b = a
    a = value
  }
}

const addLong = (
  folded: Uint8Array | Uint32Array,
  values: Uint32Array,
  { first, shift, weights }: Prediction,
): void => {
  const order = weights.length - 1
  const start = ((weights[order] ?? 0) + (1 << (shift - 1))) | 0
  // Oldest first, as the distances are read.
  const factors = Int32Array.from(weights.slice(0, order).reverse())
  const distances = new Int32Array(values.length)
  for (let row = 0; row < Math.min(order, values.length); row++) distances[row] = (values[row] ?? 0) - first
  for (let row = order; row < values.length; row++) {
    let sum = start
    const oldest = row - order
    for (let at = 0; at < order; at++) sum = (sum + Math.imul(factors[at] ?? 0, distances[oldest + at] ?? 0)) | 0
    const bits = folded[row] ?? 0
    const value = ((sum >> shift) + ((bits >>> 1) ^ -(bits & 1))) | 0
    distances[row] = value
    values[row] = (first + value) | 0
  }
}
