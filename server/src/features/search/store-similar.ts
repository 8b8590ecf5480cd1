import { SEARCH_LIMITS } from '@heatfleet/contract/search/limits.ts'
import type { SearchWords } from '@heatfleet/contract/search/search-words.ts'
import { type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { allOf, bestIds, literal } from './store-ranked.ts'

const CHINESE = /[\u4e00-\u9fff]/
const DIGIT = /\d/
/** Letters alone, of any alphabet but Chinese: nothing in it is to be escaped. */
const SHORT = /^[\p{Script=Latin}]+$/u

/** PostgreSQL's code of a statement that was cancelled, here because it took too long. */
const QUERY_CANCELED = '57014'

/**
 * Ids of rows whose name differs from the words in one letter: each word in turn as it would read without one typing error, the
 * others as they are. None when no word is long enough. Each pattern is looked up in the index of the name with the limit, so
 * that no table is read whole. Digits are never changed: another number is another unit or house.
 *
 * Of a short word the index may know one letter, and on a large fleet many names have it: what takes too long is given up, and
 * nothing is similar.
 */
export const similarIds = async <Db, Table extends keyof Db>(
  db: Kysely<Tables>,
  base: SelectQueryBuilder<Db, Table, object>,
  { key, of, words: { words }, size }: { key: string; of: RawBuilder<unknown>; words: SearchWords; size: number },
): Promise<number[]> => {
  if (words.length > SEARCH_LIMITS.similar_words_max) return []
  const queries = words.flatMap((word, at) => {
    const patterns = variantsOf(word)
    if (patterns.length === 0) return []
    const others = allOf(of, words.toSpliced(at, 1))
    const part = base
      .where(sql<SqlBool>`(${sql.join([sql`${of} like variants.pattern`, ...others], sql` and `)})`)
      .select(sql<number>`${sql.ref(key)}`.as('id'))
      .limit(size)
    return [
      sql`select part.id from unnest(${patterns}::text[]) as variants (pattern) cross join lateral (${part}) as part`,
    ]
  })
  if (queries.length === 0) return []
  try {
    return await db.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = ${sql.lit(SEARCH_LIMITS.similar_ms)}`.execute(transaction)
      return bestIds(transaction, queries, size)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === QUERY_CANCELED) return []
    throw error
  }
}

/** Ends of a word in the text of a name. */
const WORD_ENDS = ['', ' %', ',%']

/** Patterns of the texts in which a word has one typing error: of its beginning, of a short word the whole. */
const variantsOf = (word: string): string[] => {
  const whole = shortVariantsOf(word).flatMap((variant) => WORD_ENDS.map((end) => `% ${variant}${end}`))
  return [...whole, ...longVariantsOf(word).map((variant) => `% ${variant}%`)]
}

/**
 * A word of three or four Latin letters as whole words that differ in one letter. Of three letters the first is taken as
 * typed, or every other word of three would be similar.
 */
const shortVariantsOf = (word: string): string[] => {
  const { similar_whole_min: least, similar_letters_min } = SEARCH_LIMITS
  if (!SHORT.test(word) || word.length < least || word.length > similar_letters_min) return []
  const parts = word.split('')
  const spliced = (at: number, removed: number, ...added: string[]) => parts.toSpliced(at, removed, ...added).join('')
  // One letter too many: of four, three are left.
  if (word.length === similar_letters_min) return [...new Set(parts.map((_, at) => spliced(at, 1)))]
  return [
    ...parts.flatMap((_, at) => (at === 0 ? [] : [spliced(at, 1, '_'), spliced(at, 0, '_')])),
    spliced(parts.length, 0, '_'),
    ...parts.flatMap((part, at) => (at === 0 || part === parts[at - 1] ? [] : [swapped(parts, at - 1)])),
  ]
}

/** A word with one letter replaced, missing, too many, or swapped with the next, as patterns; Chinese characters stand apart. */
const longVariantsOf = (word: string): string[] => {
  const units = word.match(/ ?[\u4e00-\u9fff]|[^ ]/g) ?? []
  const letters = units.filter((unit) => !DIGIT.test(unit)).length
  const least = CHINESE.test(word) ? SEARCH_LIMITS.similar_chinese_min : SEARCH_LIMITS.similar_letters_min
  if (letters < least || units.length > SEARCH_LIMITS.similar_letters_max) return []
  const is_digit = units.map((unit) => DIGIT.test(unit))
  const parts = units.map(literal)
  const spliced = (at: number, removed: number, ...added: string[]): string =>
    parts.toSpliced(at, removed, ...added).join('')
  const variants = units.flatMap((unit, at) => {
    if (is_digit[at]) return []
    // A Chinese character has its space before it, but for the first one.
    const any = unit.startsWith(' ') ? ' _' : '_'
    const next = parts[at + 1]
    return [
      spliced(at, 1, any),
      ...(is_digit[at - 1] || (at === 0 && CHINESE.test(unit)) ? [] : [spliced(at, 0, any)]),
      // What is left of a shorter word would be the beginning of too many.
      ...(letters > least ? [spliced(at, 1)] : []),
      ...(next === undefined || is_digit[at + 1] || next === parts[at] ? [] : [swapped(parts, at)]),
    ]
  })
  return [...new Set(variants.map((variant) => variant.trimStart()))]
}

/** The word with a unit and the next one swapped; the space before a Chinese character stays where it was. */
const swapped = (parts: readonly string[], at: number): string => {
  const [first = '', second = ''] = [parts[at], parts[at + 1]]
  const spaceOf = (part: string): string => (part.startsWith(' ') ? ' ' : '')
  return parts.toSpliced(at, 2, spaceOf(first) + second.trimStart(), spaceOf(second) + first.trimStart()).join('')
}
