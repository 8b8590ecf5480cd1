import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Language } from '../messages/language-code.ts'

/** One value of a device with the time of measurement, unix ms. */
type Reading = { value: number; at: number }
/** The current values of a device by point key; a missing key = unknown. */
export type Readings = ReadonlyMap<string, Reading>
/** The data points of a product by key, in the order of the definition. */
export type Definition = ReadonlyMap<string, DataPoint>

/** A point's name in a language; English, then the key, where a translation is missing. */
export const pointName = (point: DataPoint, language: Language): string =>
  point.names[language] || point.names.en || point.key

/** The name of a value (enum, bool, bit); undefined for numbers and unnamed values. */
export const choiceName = (
  point: Pick<DataPoint, 'choices'>,
  value: number,
  language: Language,
): string | undefined => {
  const choice = point.choices.find((one) => one.value === value)
  return choice === undefined ? undefined : choice.names[language] || choice.names.en
}

/** The semantic colour of a named value; undefined without one. */
export const choiceColour = (point: DataPoint, value: number | null | undefined) =>
  point.choices.find((one) => one.value === value)?.colour

/** The latest time of the readings, unix ms; null when there are none. */
export const newestAt = (readings: Readings): number | null => {
  let newest: number | null = null
  for (const { at } of readings.values()) if (newest === null || at > newest) newest = at
  return newest
}

/** Merges pushed values over fetched ones; the newer one wins, point by point. */
export const mergeReadings = (
  fetched: readonly { key: string; value: number; at: number }[],
  pushed: Readings | undefined,
): Readings => {
  const readings = new Map(fetched.map(({ key, value, at }) => [key, { value, at }]))
  for (const [key, reading] of pushed ?? []) if ((readings.get(key)?.at ?? 0) <= reading.at) readings.set(key, reading)
  return readings
}
