import { describe, expect, it } from 'vitest'
import { LIKE_ENOUGH, likenessOf, mappedBy, titleLineOf } from './import-mappings.ts'

const saved = {
  titles: ['Adresse(n)', 'Bezeichnung', 'Typ', 'Einheit', 'Hinweis'],
  columns: { address: 'Adresse(n)', name: 'Bezeichnung', type: 'Typ', unit: 'Einheit' },
}

describe('the likeness of a list to a saved mapping', () => {
  it.each([
    ['the same titles', saved.titles, 1],
    ['in another order, spelt a little otherwise', ['typ', 'EINHEIT', 'Bezeichnung ', 'Hinweis', 'Adresse(n)'], 1],
    ['one more', [...saved.titles, 'Seit'], 0.83],
    ['half of them', ['Adresse(n)', 'Bezeichnung', 'x', 'y'], 0.29],
    ['none', ['Register', 'Name'], 0],
    ['no titles', ['', ''], 0],
  ])('of %s', (_, titles, expected) => {
    expect(likenessOf(titles, saved)).toBeCloseTo(expected, 2)
  })

  it('is enough with a column more or less', () => {
    expect(likenessOf([...saved.titles, 'Seit'], saved)).toBeGreaterThan(LIKE_ENOUGH)
  })
})

describe('a list read by a saved mapping', () => {
  const guessed = { header_row: 3, columns: { address: 1, name: 0, note: 4, group: 5 } }

  it('has the fields at the titles they had, wherever these stand; a new column keeps its guess', () => {
    const titles = ['Bezeichnung', 'Adresse(n)', 'Einheit', 'Typ', 'Hinweis', 'Gruppe']
    expect(mappedBy(saved, titles, guessed)).toEqual({
      header_row: 3,
      columns: { address: 1, name: 0, unit: 2, type: 3, group: 5 },
    })
  })

  it('leaves out a field whose title is not there', () => {
    expect(mappedBy(saved, ['Bezeichnung'], { header_row: 1, columns: {} }).columns).toEqual({ name: 0 })
  })
})

describe('the titles of a saved mapping among the first lines of a list', () => {
  const long = 'Beschreibung des Datenpunkts im Regler des Geraets'
  const titles = ['Lfd', long, ...Array.from({ length: 20 }, (_, at) => `Spalte ${at}`)]
  const line = (line: number, cells: readonly string[]) => ({
    line,
    cells: cells.slice(0, 16).map((text) => text.slice(0, 40)),
  })

  it('are found where the preview cuts cells and lines', () => {
    const preview = [line(1, ['Titel']), line(4, titles), line(5, ['1', 'Vorlauf'])]
    expect(titleLineOf({ preview }, { titles })).toEqual({ line: 4, likeness: 1 })
  })

  it('are none where too few are the same', () => {
    expect(titleLineOf({ preview: [line(1, ['Lfd', 'Name', 'Wert'])] }, { titles })).toBeNull()
  })
})
