import { describe, expect, it } from 'vitest'
import { changesOf, listChange } from './changes.ts'

describe('the changes of an audit entry', () => {
  it.each([
    [
      'an edit tells the fields that differ',
      { before: { name: 'a', level: 1 }, after: { name: 'b', level: 1 } },
      [{ field: 'name', before: 'a', after: 'b' }],
    ],
    ['a creation has nothing before', { after: { name: 'a' } }, [{ field: 'name', before: null, after: 'a' }]],
    ['a deletion has nothing after', { before: { name: 'a' } }, [{ field: 'name', before: 'a', after: null }]],
    [
      'a field that was created empty is no change',
      { after: { name: 'a', regions: [], remark: '', parent: null } },
      [{ field: 'name', before: null, after: 'a' }],
    ],
    ['the same list is no change', { before: { regions: ['330000'] }, after: { regions: ['330000'] } }, []],
    ['no detail', null, []],
    ['a detail of another form', { path: '/x' }, []],
  ])('%s', (_, detail, changes) => {
    expect(changesOf(detail)).toEqual(changes)
  })
})

describe('a changed list', () => {
  it.each([
    [['a', 'b'], ['b', 'c'], { added: ['c'], removed: ['a'] }],
    [null, ['a'], { added: ['a'], removed: [] }],
    [['a'], null, { added: [], removed: ['a'] }],
    [[{ id: 1 }], [{ id: 1 }, { id: 2 }], { added: [{ id: 2 }], removed: [] }],
    ['a', 'b', null],
    [null, null, null],
  ])('%j -> %j', (before, after, change) => {
    expect(listChange({ field: 'x', before, after })).toEqual(change)
  })
})
