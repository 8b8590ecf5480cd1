/**
 * Quality flags of a value, one bit each, in this order from bit 0. Source: what a module reports with
 * its report (device protocol 4) and what the definition of the point says; a value without a bit is as it should be.
 */
export const QUALITY_MARKS = [
  /** Sent later, from the module's memory. */
  'replay',
  /** The module said that the bus to the unit's board was down. */
  'bus_down',
  /** The module's clock was set, but not in step with the network. */
  'clock_unsynced',
  /** The module's clock was not set, or plainly wrong: the value stands under the time it arrived. */
  'arrival_time',
  /** Read by another definition of the point than the one in use. */
  'other_version',
  /** No value: the board did not answer, or wrongly. */
  'not_read',
  /** No value: the board answered with the sign of a missing sensor, or with what no formula can read. */
  'invalid',
  /** Outside the limits of the point's definition. */
  'out_of_range',
] as const
export type QualityMark = (typeof QUALITY_MARKS)[number]

/** The bit of each mark. */
export const QUALITY_BIT = Object.fromEntries(QUALITY_MARKS.map((mark, bit) => [mark, 1 << bit])) as Record<
  QualityMark,
  number
> // the keys of that list

/** The marks of some bits, in their order. */
export const marksOf = (bits: number): QualityMark[] => QUALITY_MARKS.filter((mark) => (bits & QUALITY_BIT[mark]) !== 0)
