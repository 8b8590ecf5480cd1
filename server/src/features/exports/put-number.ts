import { putText, reserve, type TextBytes } from './text-bytes.ts'

const [ZERO, MINUS, POINT] = [48, 45, 46]
const MILLION = 1_000_000
/** Decimals of up to fifteen digits are each a number of their own, and a number is written as the shortest of its decimals. */
const EXACT_BELOW = 1e15
/** Minus, nine digits, point, six decimals. */
const LONGEST = 17

/** Adds a finite number letter by letter as `String` writes it. */
export const putNumber = (text: TextBytes, value: number): void => {
  const size = Math.abs(value)
  const millionths = Math.round(size * MILLION)
  if (millionths >= EXACT_BELOW || millionths / MILLION !== size) {
    putText(text, String(value))
    return
  }
  const bytes = reserve(text, LONGEST)
  let at = text.length
  if (value < 0) bytes[at++] = MINUS
  const whole = Math.floor(millionths / MILLION)
  const end = at + digitsOf(whole)
  for (let place = end - 1, left = whole; place >= at; place--) {
    const tens = Math.floor(left / 10)
    bytes[place] = ZERO + left - tens * 10
    left = tens
  }
  at = end
  let rest = millionths - whole * MILLION
  if (rest > 0) bytes[at++] = POINT
  while (rest > 0) {
    const digit = Math.floor((rest * 10) / MILLION)
    bytes[at++] = ZERO + digit
    rest = rest * 10 - digit * MILLION
  }
  text.length = at
}

const digitsOf = (whole: number): number => {
  let digits = 1
  for (let limit = 10; whole >= limit; limit *= 10) digits++
  return digits
}
