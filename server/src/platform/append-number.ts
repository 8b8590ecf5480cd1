import { putText, reserve, type TextBytes } from './text-bytes.ts'

const [ZERO, MINUS, POINT] = [48, 45, 46]
const MILLION = 1_000_000
/** Decimals of up to fifteen digits are each a number of their own, and a number is written as the shortest of its decimals. */
const EXACT_BELOW = 1e15
/** Minus, nine digits, point, six decimals. */
const LONGEST = 17

/** The three digits of each number below a thousand. */
const DIGITS = Buffer.from(Array.from({ length: 1_000 }, (_, number) => String(number).padStart(3, '0')).join(''))

/** Adds a finite number letter by letter as `String` writes it. */
export const putNumber = (text: TextBytes, value: number): void => {
  const size = Math.abs(value)
  const millionths = Math.round(size * MILLION)
  if (millionths >= EXACT_BELOW || millionths / MILLION !== size) {
    putText(text, String(value))
    return
  }
  const bytes = reserve(text, LONGEST)
  const whole = Math.floor(millionths / MILLION)
  let at = text.length
  if (value < 0) bytes[at++] = MINUS
  at = putWhole(bytes, at, whole)
  const rest = millionths - whole * MILLION
  if (rest > 0) at = putDecimals(bytes, at, rest)
  text.length = at
}

/** Digits of a whole number below 2^31; where they end. */
const putWhole = (bytes: Buffer, at: number, whole: number): number => {
  let digits = 1
  for (let limit = 10; whole >= limit; limit *= 10) digits++
  let left = whole | 0
  for (let position = at + digits - 1; position >= at; position--) {
    const tens = (left / 10) | 0
    bytes[position] = ZERO + left - tens * 10
    left = tens
  }
  return at + digits
}

/** Point and decimals of so many millionths; where they end. */
const putDecimals = (bytes: Buffer, from: number, millionths: number): number => {
  const [high, low] = [(millionths / 1_000) | 0, millionths % 1_000]
  let at = from
  bytes[at++] = POINT
  for (let digit = high * 3; digit < high * 3 + 3; digit++) bytes[at++] = DIGITS[digit] ?? 0
  if (low > 0) for (let digit = low * 3; digit < low * 3 + 3; digit++) bytes[at++] = DIGITS[digit] ?? 0
  while (bytes[at - 1] === ZERO) at--
  return at
}
