import { describe, expect, it } from 'vitest'
import { countPlaywright, countVitest } from './test-counts.ts'

describe('the count of the closing line', () => {
  it('counts tests, and a file that could not be loaded as one failure', () => {
    const test = (status: string) => ({ status, fullName: `a ${status} one`, failureMessages: ['because'] })
    const report = {
      testResults: [
        { name: 'a', status: 'failed', message: '', assertionResults: ['passed', 'failed', 'skipped'].map(test) },
        { name: 'b', status: 'failed', message: 'no such module', assertionResults: [] },
        { name: 'c', status: 'passed', message: '', assertionResults: [test('passed')] },
      ],
    }
    expect(countVitest(JSON.stringify(report))).toEqual({
      passed: 2,
      failed: 2,
      failures: ['a failed one\nbecause', 'b\nno such module'],
      skipped: ['a skipped one'],
    })
  })

  it('counts journeys, and what failed outside of them', () => {
    const spec = {
      title: 'by name',
      ok: false,
      tests: [{ results: [{ error: { message: '\u001B[31m3 rows\u001B[39m' } }] }],
    }
    const left_out = { title: 'with its program', ok: true, tests: [{ status: 'skipped', results: [] }] }
    const report = {
      stats: { expected: 3, unexpected: 1, flaky: 1 },
      suites: [{ title: 'list', suites: [{ title: 'filters', specs: [spec, left_out] }] }],
      errors: [{ message: 'the product did not start' }],
      config: { metadata: { looks: ['pl-dark-1440'] } },
    }
    expect(countPlaywright(JSON.stringify(report))).toEqual({
      passed: 4,
      failed: 2,
      failures: ['filters: by name\n3 rows', 'the product did not start'],
      skipped: ['filters: with its program'],
      note: 'screens in pl-dark-1440',
    })
  })
})
