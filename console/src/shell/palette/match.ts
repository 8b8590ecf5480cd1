import { foldText } from '@heatfleet/contract/search/fold-text.ts'

/** How well a text matches, the best lowest; null = not at all. */
type Rank = 0 | 1 | 2 | 3 | 4 | null

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/\s+/)
    .filter((word) => word !== '')

/**
 * Rank of something by its name and its other names: the name begins with the text, a word of it does, all words of the text
 * are in it; the same of another name; all words anywhere in all of them.
 */
export const rankOf = (query: string, name: string, others: readonly string[] = []): Rank => {
  const words = wordsOf(query)
  if (words.length === 0) return null
  const phrase = words.join(' ')
  const own = foldText(name)
  if (own.startsWith(phrase)) return 0
  if (hasWordStart(own, phrase)) return 1
  const folded = others.map(foldText)
  if (folded.some((other) => other.startsWith(phrase) || hasWordStart(other, phrase))) return 2
  if (words.every((word) => own.includes(word))) return 3
  const all = [own, ...folded].join('\n')
  // A letter or two are in everything: they count at the beginning of words only.
  return words.every((word) => (word.length < 3 ? hasWordStart(`\n${all}`, word) : all.includes(word))) ? 4 : null
}

const hasWordStart = (text: string, phrase: string): boolean => {
  for (let at = text.indexOf(phrase); at >= 0; at = text.indexOf(phrase, at + 1))
    // Chinese has no spaces: each character begins a word.
    if (/[^\p{L}\p{N}]|[\u4e00-\u9fff]/u.test(text[at - 1] ?? ' ') || /[\u4e00-\u9fff]/.test(text[at] ?? ''))
      return true
  return false
}

/** What matches, the best first; equals keep their order. */
export const bestOf = <Item>(items: readonly Item[], rank: (item: Item) => Rank, max: number): Item[] =>
  items
    .flatMap((item) => {
      const found = rank(item)
      return found === null ? [] : [{ item, found }]
    })
    .sort((a, b) => a.found - b.found)
    .slice(0, max)
    .map(({ item }) => item)

/** A piece of a text; `hit` = it is what was searched for. */
type Piece = { text: string; hit: boolean }

/**
 * A text with what matches the query marked: the whole of it where it is found, else each word; digits of an id from its end where
 * that fits. What is found by other spellings (pinyin, another language) has no mark.
 */
export const piecesOf = (text: string, query: string): Piece[] => {
  const words = wordsOf(query)
  const { folded, starts } = foldedWithStarts(text)
  const marked = Array.from({ length: text.length }, () => false)
  const mark = (from: number, length: number) => {
    const end = starts[from + length] ?? text.length
    for (let at = starts[from] ?? 0; at < end; at += 1) marked[at] = true
  }
  const phrase = words.join(' ')
  const at = phrase === '' ? -1 : folded.endsWith(phrase) ? folded.length - phrase.length : folded.indexOf(phrase)
  if (at >= 0) mark(at, phrase.length)
  else
    for (const word of words) {
      const from = folded.indexOf(word)
      if (from >= 0) mark(from, word.length)
    }
  const pieces: Piece[] = []
  for (const [index, hit] of marked.entries()) {
    const last = pieces.at(-1)
    const letter = text[index] ?? ''
    if (last !== undefined && last.hit === hit) last.text += letter
    else pieces.push({ text: letter, hit })
  }
  return pieces
}

/** The folded text, and for each of its characters where the original one begins: `ß` becomes two. */
const foldedWithStarts = (text: string): { folded: string; starts: number[] } => {
  let folded = ''
  const starts: number[] = []
  let at = 0
  for (const letter of text) {
    const part = foldText(letter)
    for (let one = 0; one < part.length; one += 1) starts.push(at)
    folded += part
    at += letter.length
  }
  return { folded, starts }
}
