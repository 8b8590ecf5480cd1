import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changedSince } from './changed-since.ts'

/** A clone with two files of twenty lines, of which the tenth and the last of one were written later. */
const root = mkdtempSync(join(tmpdir(), 'heatfleet-changed-'))
const LINES = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`)
const git = (date: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
    cwd: root,
    env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  })
const write = (file: string, lines: readonly string[]) => writeFileSync(join(root, file), `${lines.join('\n')}\n`)
const commit = (date: string) => {
  git(date, 'add', '.')
  git(date, 'commit', '-q', '-m', 'x')
}
const at = (file: string, line: number, was = 'x') => ({ file, line, was })
const told = (mutants: { file: string; line: number }[]) => mutants.map(({ file, line }) => `${file}:${line}`)

beforeAll(() => {
  git('', 'init', '-q')
  write('one.ts', LINES)
  write('two.ts', LINES)
  commit('2026-01-01T00:00:00Z')
  write('two.ts', LINES.with(9, 'ten'))
  commit('2026-01-02T00:00:00Z')
  write('two.ts', LINES.with(9, 'ten').with(19, 'twenty'))
  commit('2026-01-03T00:00:00Z')
  write('three.ts', LINES)
})
afterAll(() => rmSync(root, { recursive: true }))

it('what differs from a commit is in its lines, next to them, or in a file that is not added yet', () => {
  const lines = [1, 6, 7, 10, 13, 14, 20].flatMap((line) => ['one.ts', 'two.ts'].map((file) => at(file, line)))
  const mutants = [...lines, at('two.ts', 5, 'of\nthree\nlines'), at('three.ts', 2)]
  const since = (commit_: string) => told(changedSince(mutants, commit_, root))
  expect(since('HEAD~2')).toEqual(['two.ts:7', 'two.ts:10', 'two.ts:13', 'two.ts:20', 'two.ts:5', 'three.ts:2'])
  expect(since('HEAD~1')).toEqual(['two.ts:20', 'three.ts:2'])
  expect(() => since('no-such-commit')).toThrow(/no-such-commit/)
})
