import { expect, it } from 'vitest'
import { countComplaintWords } from './complaint-words.ts'

const top = (comments: readonly string[], max = 10) =>
  countComplaintWords(comments, max).map(({ word, orders }) => `${word} ${orders}`)

it.each<[string, string[], string[]]>([
  [
    'English, without words that say nothing',
    ['The technician came too late.', 'Technician was rude, and late again!'],
    ['late 2', 'technician 2', 'rude 1'],
  ],
  [
    'Polish',
    ['Pompa nadal hałasuje.', 'Hałasuje w nocy, bardzo drogo'],
    ['hałasuje 2', 'drogo 1', 'nadal 1', 'nocy 1', 'pompa 1'],
  ],
  ['Chinese, which has no spaces', ['噪音太大，维修人员迟到', '晚上噪音很大'], ['噪音 2', '迟到 1', '维修 1']],
  [
    'a negation with its word',
    ['Still not warm', 'Water is not warm', '还是不热', 'nadal nie grzeje'],
    ['not warm 2', '不热 1', 'nie grzeje 1'],
  ],
  ['two languages in one comment', ['App 登录失败 error'], ['app 1', 'error 1', '登录 1', '失败 1']],
  ['a word once for each comment', ['cold cold cold', 'cold'], ['cold 2']],
  ['no numbers and no short words', ['on 24.11. at 8 h: 35 °C'], []],
  ['nothing of nothing', ['', '   ', '!!!'], []],
])('counts %s', (_, comments, expected) => {
  expect(top(comments)).toEqual(expect.arrayContaining(expected))
  if (expected.length === 0) expect(top(comments)).toEqual([])
})

it('those of most comments come first, so many at most', () => {
  expect(top(['noise price', 'noise delay', 'noise price'], 2)).toEqual(['noise 3', 'price 2'])
})

it('a long day of comments takes no long time', () => {
  const comments = Array.from({ length: 500 }, (_, at) =>
    `噪音太大维修人员迟到 the pump is not warm ${at} `.repeat(8).slice(0, 500),
  )
  expect(countComplaintWords(comments, 30)[0]?.orders).toBe(500)
})
