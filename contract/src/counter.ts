/** A counter that fell below this part of what it was began again at zero. */
const BEGAN_AGAIN = 0.5

/**
 * How much a counter rose from the value before; never less than nothing. A new or cleared board counts from zero: all it says rose since. A smaller
 * fall is a step back, of a board that lost power before it saved: nothing rose, and from there it counts on.
 */
export const counterRise = (value: number, before: number): number => {
  if (value >= before) return value - before
  return value < before * BEGAN_AGAIN ? value : 0
}
