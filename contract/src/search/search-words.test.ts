import { describe, expect, it } from 'vitest'
import { foldText } from './fold-text.ts'
import { searchWordsOf } from './search-words.ts'

describe('a folded text', () => {
  it.each([
    ['Łódź', 'lodz'],
    ['Straße', 'strasse'],
    ['GRÖSSE ẞ', 'grosse ss'],
    ['Café Ærø', 'cafe aero'],
    ['Œuvre', 'oeuvre'],
    ['Đorđe', 'dorde'],
    ['İzmir ısı', 'izmir isi'],
    ['ＡＢＣ１２', 'abc12'],
    ['żółć', 'zolc'],
    ['杭州暖源', '杭州暖源'],
    ['e\u0301', 'e'],
    ['', ''],
  ])('of %s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
    expect(foldText(folded)).toBe(folded)
  })
})

describe('what is looked for', () => {
  it.each([
    ['Haus Müller', { phrase: 'haus muller', words: ['haus', 'muller'], id_part: null, number: null }],
    ['  Łódź ', { phrase: 'lodz', words: ['lodz'], id_part: null, number: null }],
    ['杭州 12号', { phrase: '杭 州 12 号', words: ['杭 州', '12 号'], id_part: null, number: null }],
    ['暖', { phrase: '暖', words: ['暖'], id_part: null, number: null }],
    ['1234', { phrase: '1234', words: ['1234'], id_part: '1234', number: 1234 }],
    ['#17', { phrase: '#17', words: ['#17'], id_part: null, number: 17 }],
    ['7', { phrase: '7', words: ['7'], id_part: null, number: 7 }],
    ['A4:C1-38', { phrase: 'a4:c1-38', words: ['a4:c1-38'], id_part: 'a4c138', number: null }],
    ['c138', { phrase: 'c138', words: ['c138'], id_part: 'c138', number: null }],
    ['c13', { phrase: 'c13', words: ['c13'], id_part: null, number: null }],
    [
      '863412060123455',
      { phrase: '863412060123455', words: ['863412060123455'], id_part: '863412060123455', number: null },
    ],
  ])('by "%s"', (text, words) => {
    expect(searchWordsOf(text)).toEqual(words)
  })

  it.each(['', '   ', 'a', 'ł', '-'])('by "%s" is nothing: it would match everything', (text) => {
    expect(searchWordsOf(text)).toBeNull()
  })
})
