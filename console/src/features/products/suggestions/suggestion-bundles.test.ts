import type { Suggestion } from '@heatfleet/contract/products/suggestions/suggestion.ts'
import { describe, expect, it } from 'vitest'
import { acceptedOf, bundlesOf } from './suggestion-bundles.ts'

const group = (key: string, name: string): Suggestion => ({
  id: `group:${key}`,
  kind: 'group',
  key,
  group: name,
  certainty: 'sure',
  reasons: [],
})
const tag = (key: string, certainty: Suggestion['certainty']): Suggestion => ({
  id: `tag:${key}`,
  kind: 'tag',
  key,
  tag: 't_out',
  certainty,
  reasons: [],
})

describe('rows of suggestions', () => {
  it('put the points of one group into one row', () => {
    const rows = bundlesOf([group('a', 'energy'), group('b', 'dhw'), group('c', 'energy')], 'group')
    expect(rows.map(({ id, all }) => [id, all.length])).toEqual([
      ['group:energy', 2],
      ['group:dhw', 1],
    ])
  })

  it('have tags one by one, sure ones first', () => {
    const rows = bundlesOf([tag('a', 'possible'), tag('b', 'sure'), group('c', 'energy')], 'tag')
    expect(rows.map(({ id }) => id)).toEqual(['tag:b', 'tag:a'])
  })
})

describe('what is accepted', () => {
  it('is what is sure, but for what a person decided otherwise', () => {
    const all = [tag('a', 'sure'), tag('b', 'sure'), tag('c', 'likely'), tag('d', 'possible')]
    const decided = new Map([
      ['tag:b', false],
      ['tag:c', true],
    ])
    expect([...acceptedOf(all, new Map())]).toEqual(['tag:a', 'tag:b'])
    expect([...acceptedOf(all, decided)]).toEqual(['tag:a', 'tag:c'])
  })
})
