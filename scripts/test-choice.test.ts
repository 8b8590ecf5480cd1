import { describe, expect, it } from 'vitest'
import { pageOf } from './full-results.ts'
import { nearest } from './nearest.ts'

describe('the tests that test:quick chooses', () => {
  const tests = [
    'server/src/audience.test.ts',
    'server/src/features/orders/rules.test.ts',
    'console/src/orders.test.ts',
  ]
  it('are those nearest to a changed file, its own test first', () => {
    expect(nearest(tests, ['server/src/features/orders/store.ts'], 2)).toEqual([tests[1], tests[0]])
    expect(nearest([...tests, 'console/src/lists.test.ts'], ['console/src/lists.ts'], 1)).toEqual([
      'console/src/lists.test.ts',
    ])
  })
})

describe('the page about the last full run', () => {
  const result = { commit: 'abc', passed: 3, failed: 1, seconds: 61, at: '2026-11-24 10:00', load: 0.5 }
  it('names the commit of each stage, the counts, and what was not run', () => {
    const page = pageOf({ types: result, lint: { ...result, commit: 'def', failed: 0, note: '8 tried' } }, [
      { name: 'types' },
      { name: 'lint' },
      { name: 'journeys' },
    ])
    expect(page).toContain('2 of 3 stages')
    expect(page).toContain('on 2 commits: **6 passed, 1 failed**. Not run: journeys.')
    expect(page).toContain('| types | 3 | 1 | 61 | 0.5 | 2026-11-24 10:00 | abc |  |')
    expect(page).toContain('| lint | 3 | 0 | 61 | 0.5 | 2026-11-24 10:00 | def | 8 tried |')
  })
})
