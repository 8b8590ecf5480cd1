import type { Point } from '../src/point.ts'

/** A point of a test: one unsigned register at address 0, read only and unscaled, but for what is given. */
export const testPoint = (given: Partial<Point>): Point => ({
  key: 'x',
  address: 0,
  reg_len: 1,
  query_cmd: 3,
  write_cmd: null,
  rw: 'r',
  data_type: 'u16',
  bit: null,
  formulas: readBy('raw'),
  min: null,
  max: null,
  step: null,
  invalid: [],
  ...given,
})

/** Formulas of a point that is read by this one alone. */
export const readBy = (read: string): Point['formulas'] => ({ read, write: null, display: null })
