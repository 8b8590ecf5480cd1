import type { DataPoint } from './points.ts'
import { nameWords } from './suggestions/name-words.ts'
import { WORDS } from './suggestions/vocabulary.ts'

/** What a unit makes under a named value, such as an operating mode or the position of a three-way valve. */
export type ValuePurpose = { heating: boolean; cooling: boolean; hot_water: boolean }

/** "Hot water heating" heats no house: the words of hot water go with those that only say how it is made. */
const HOT_WATER = new RegExp(`(?:${WORDS.hot_water.source})(?:\\s+(?:heating|mode|operation|only))*`, 'g')

/** Read from the names that a product gives a value, whatever its number; null = they name no purpose. */
export const purposeOf = (choices: DataPoint['choices'], value: number | undefined): ValuePurpose | null => {
  const names = choices.find((choice) => choice.value === value)?.names
  if (names === undefined) return null
  const words = [names.en, names.zh, names.pl].map((name) => nameWords(name))
  const without = words.map((name) => name.replaceAll(HOT_WATER, ' '))
  const purpose = {
    heating: without.some((name) => WORDS.heating.test(name)),
    cooling: words.some((name) => WORDS.cooling.test(name)),
    hot_water: words.some((name) => WORDS.hot_water.test(name)),
  }
  return purpose.heating || purpose.cooling || purpose.hot_water ? purpose : null
}
