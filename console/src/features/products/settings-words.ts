import { INITIAL_SETTINGS } from '@heatfleet/contract/product-settings.ts'
import type { ProductWords } from './product-words.ts'

const PARTS = Object.keys(INITIAL_SETTINGS) as (keyof typeof INITIAL_SETTINGS)[] // exactly the keys of its type

/** Parts of the settings in words, one after the other. */
export const partsText = (t: ProductWords, parts: readonly string[]): string =>
  PARTS.filter((part) => parts.includes(part))
    .map((part) => t(($) => $.settings_parts[part]))
    .join(', ')
