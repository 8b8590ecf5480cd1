import { foldText } from './fold-text.ts'
import { SEARCH_LIMITS } from './limits.ts'

/** A search text as it is looked for. */
export type SearchWords = {
  /** All words in their order; Chinese characters are words of their own, as the database has them. */
  phrase: string
  words: string[]
  /** The whole text as the beginning or the end of an id; null = it cannot be one, or is too short. */
  id_part: string | null
  /** The text as the number of an order or app user; null = it is none. */
  number: number | null
}

const DATABASE_INT_MAX = 2_147_483_647
const CHINESE = /[\u4e00-\u9fff]/

/** How a text is looked for; null = nothing can be found by it: a single letter matches everything. */
export const searchWordsOf = (text: string): SearchWords | null => {
  const words = foldText(text)
    .split(/\s+/)
    .map((word) => word.replaceAll(/([\u4e00-\u9fff])/g, ' $1').trim())
    .filter((word) => word !== '')
  const phrase = words.join(' ')
  const digits = /^#?(\d+)$/.exec(text.trim())?.[1]
  const number = digits === undefined || Number(digits) > DATABASE_INT_MAX ? null : Number(digits)
  if (phrase.length < 2 && !CHINESE.test(phrase) && number === null) return null
  // People paste ids with separators.
  const id = foldText(text).replaceAll(/[\s:.-]/g, '')
  const is_id = id.length >= SEARCH_LIMITS.end_min && /^[0-9a-f]+$/.test(id)
  return { phrase, words, id_part: is_id ? id : null, number }
}
