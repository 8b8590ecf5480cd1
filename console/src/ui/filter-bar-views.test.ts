import { describe, expect, test } from 'vitest'
import { addView, readViews, removeView, VIEWS_MAX } from './filter-bar-views.ts'

const alarms = { name: 'Alarms', query: 'quick=alarm' }

describe('saved views', () => {
  test('survive storage, without what is not a view', () => {
    expect(readViews(JSON.stringify([alarms, { name: 7 }, null, 'x']))).toEqual([alarms])
  })

  test.each([null, '', '{', '{"name":"x"}'])('are none in %j', (text) => {
    expect(readViews(text)).toEqual([])
  })

  test('replace the one of the same name and keep its place', () => {
    const views = addView([alarms, { name: 'Mine', query: '' }], ' Alarms ', 'quick=offline_24h')
    expect(views).toEqual([
      { name: 'Alarms', query: 'quick=offline_24h' },
      { name: 'Mine', query: '' },
    ])
  })

  test('need a name and have a limit', () => {
    const many = Array.from({ length: VIEWS_MAX }, (_, at) => ({ name: `v${at}`, query: '' }))
    expect(addView([], '  ', '')).toBeNull()
    expect(addView(many, 'one more', '')).toBeNull()
    expect(addView(many, 'v3', 'x')).toHaveLength(VIEWS_MAX)
  })

  test('can be taken away', () => {
    expect(removeView([alarms], 'Alarms')).toEqual([])
  })
})
