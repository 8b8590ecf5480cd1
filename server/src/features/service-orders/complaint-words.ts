import { NEGATIONS, STOP_WORDS } from './stop-words.ts'

/** A word, and in how many of the comments it is. */
type ComplaintWord = { word: string; orders: number }

const HAN = /\p{Script=Han}+/gu
/** Shorter words of alphabets are endings and abbreviations. */
const LETTERS_MIN = 3
// Both know all words: the language decides for Chinese alone, which is written without spaces.
const ALPHABETIC = new Intl.Segmenter('en', { granularity: 'word' })
const CHINESE = new Intl.Segmenter('zh', { granularity: 'word' })

/** The words that comments have in common, those of most comments first: in Chinese and in languages with spaces, mixed or not. */
export const countComplaintWords = (comments: readonly string[], max: number): ComplaintWord[] => {
  const counts = new Map<string, number>()
  for (const comment of comments)
    for (const word of new Set(wordsOf(comment))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .map(([word, orders]) => ({ word, orders }))
    .toSorted((a, b) => b.orders - a.orders || (a.word < b.word ? -1 : 1))
    .slice(0, max)
}

const wordsOf = (comment: string): string[] => [
  ...meaningful(segments(ALPHABETIC, comment.toLowerCase().replaceAll(HAN, ' ')), ' ', LETTERS_MIN),
  ...(comment.match(HAN) ?? []).flatMap((run) => meaningful(segments(CHINESE, run), '', 1)),
]

const segments = (segmenter: Intl.Segmenter, text: string): string[] =>
  [...segmenter.segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))

/** Without words that say nothing; a negation stays with the word after it. */
const meaningful = (words: readonly string[], space: string, letters_min: number): string[] => {
  const found: string[] = []
  let negation = ''
  for (const word of words) {
    if (NEGATIONS.has(word)) negation = word
    else if (!STOP_WORDS.has(word)) {
      if (word.length >= letters_min && !/^\d/.test(word)) found.push(negation === '' ? word : negation + space + word)
      negation = ''
    }
  }
  return found
}
