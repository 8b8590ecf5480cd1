import { z } from 'zod'

const NUMBER = '(?:0|[1-9]\\d{0,4})'
/** Two to four numbers with points between. */
export const VERSION = new RegExp(`^${NUMBER}(?:\\.${NUMBER}){1,3}$`)

/** The version of an app as stores write it: two to four numbers with points between, 2.4.1; none with a zero in front. */
export const VersionNumber = z.string().trim().regex(VERSION)

/** Whether a text that a unit reports can be compared: boards write 2.08 where people write 2.8. */
export const isReportedVersion = (text: string): boolean => /^\d{1,5}(?:\.\d{1,5}){1,3}$/.test(text)

/**
 * A version as numbers to be compared one after the other; zeros at the end say nothing, so 2.4 and 2.4.0 are one. The
 * database compares lists of numbers in the same way.
 */
export const versionKey = (version: string): number[] => {
  const numbers = version.split('.').map(Number)
  return numbers.slice(0, numbers.findLastIndex((number) => number !== 0) + 1)
}

/** Below, equal or above zero as the first version is lower, the same or higher. */
export const compareVersions = (first: string, second: string): number => {
  const [one, other] = [versionKey(first), versionKey(second)]
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
