import { describe, expect, it } from 'vitest'
import { bestOf, piecesOf, rankOf } from './match.ts'

describe('the rank of a name', () => {
  it.each([
    ['dev', 'Device list', [], 0],
    ['DEVICE LIST', 'Device list', [], 0],
    ['list', 'Device list', [], 1],
    ['vice', 'Device list', [], 3],
    ['list dev', 'Device list', [], 3],
    ['lodz', 'Łódź Wschód', [], 0],
    ['wschod', 'Łódź Wschód', [], 1],
    ['straße', 'Neue Strasse', [], 1],
    ['strasse', 'Neue Straße', [], 1],
    ['列表', '设备列表', [], 1],
    ['设备', '设备列表', [], 0],
    ['sblb', '设备列表', ['热泵', 'sblb'], 2],
    ['heat', 'Device list', ['units', 'heat pumps'], 2],
    ['pumps', 'Device list', ['units', 'heat pumps'], 2],
    ['ump', 'Device list', ['units', 'heat pumps'], 4],
    ['ps', 'Device list', ['units', 'heat pumps'], null],
    ['list heat', 'Device list', ['heat pumps'], 4],
    ['li', 'Device list', [], 1],
    ['st', 'Device list', [], 3],
    ['alarm', 'Device list', ['units'], null],
    ['device alarm', 'Device list', ['units'], null],
    ['', 'Device list', [], null],
    ['   ', 'Device list', [], null],
  ])('by "%s" of "%s" with %j is %s', (query, name, others, rank) => {
    expect(rankOf(query, name, others)).toBe(rank)
  })

  it('orders what is found, keeps the order of equals and ends at the limit', () => {
    const names = ['Alarm rules', 'Device list', 'New alarm rule', 'Alarm list', 'Falarm']
    expect(bestOf(names, (name) => rankOf('alarm', name), 3)).toEqual(['Alarm rules', 'Alarm list', 'New alarm rule'])
    expect(bestOf(names, (name) => rankOf('alarm', name), 9)).toHaveLength(4)
    expect(bestOf(names, () => null, 3)).toEqual([])
  })
})

describe('what is marked', () => {
  const marked = (text: string, query: string) =>
    piecesOf(text, query)
      .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
      .join('')
  it.each([
    ['Device list', 'dev', '[Dev]ice list'],
    ['Łódź Wschód', 'lodz', '[Łódź] Wschód'],
    ['Große Straße 5', 'strasse', 'Große [Straße] 5'],
    ['Große Straße 5', 'grosse', '[Große] Straße 5'],
    ['Haus Schneider', 'schn haus', '[Haus] [Schn]eider'],
    ['861234001234', '1234', '86123400[1234]'],
    ['861234001999', '1234', '86[1234]001999'],
    ['杭州暖源', '暖源', '杭州[暖源]'],
    ['杭州暖源', 'hzny', '杭州暖源'],
    ['Café 🏠 Süd', 'sud', 'Café 🏠 [Süd]'],
    ['e\u0301te\u0301', 'ete', '[e\u0301te\u0301]'],
    ['Device list', '', 'Device list'],
    ['', 'x', ''],
  ])('of "%s" by "%s" is %s', (text, query, result) => {
    expect(marked(text, query)).toBe(result)
    expect(
      piecesOf(text, query)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
  })
})
