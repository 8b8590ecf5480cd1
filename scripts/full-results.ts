import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import type { StageReport } from './run-stages.ts'
import { STAGES, type Stage, type StageResult } from './test-stages.ts'

type KeptResult = { passed: number; failed: number; seconds: number; at: string; load: number; note?: string }
/** What `npm run test:full` came to on one commit. */
type FullResults = { commit: string; date: string; results: Record<string, KeptResult> }

const ROOT = join(import.meta.dirname, '..')
/** Not part of the repository: it goes with a clone. */
const KEPT = join(ROOT, 'test-results', 'full.json')
const PAGE = 'docs/test-results.md'

const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()

/** The results of this commit so far; with changes that are not committed nothing is taken from an earlier run. */
export const openFullResults = () => {
  const is_clean = git('status', '--porcelain', '--', '.', `:!${PAGE}`) === ''
  const commit = git('rev-parse', '--short=12', 'HEAD') + (is_clean ? '' : ' with changes')
  const before = is_clean && existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, 'utf8')) as FullResults) : null
  const full: FullResults =
    before?.commit === commit ? before : { commit, date: new Date().toISOString().slice(0, 10), results: {} }
  return {
    passed: ({ name }: Stage): StageResult | null => {
      const kept = full.results[name]
      return kept === undefined || kept.failed > 0 ? null : { ...kept, failures: [] }
    },
    /** Writes the page after every stage, so that an interrupted run leaves what it finished. */
    keep: ({ stage, result: { passed, failed, seconds, note } }: StageReport): void => {
      const result = { passed, failed, seconds, ...(note === undefined ? {} : { note }) }
      const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
      full.results[stage.name] = { ...result, at, load: loadavg()[0] ?? 0 }
      mkdirSync(dirname(KEPT), { recursive: true })
      writeFileSync(KEPT, JSON.stringify(full, null, 2))
      writeFileSync(join(ROOT, PAGE), pageOf(full, STAGES))
    },
  }
}

/** The page docs/test-results.md. */
export const pageOf = ({ commit, date, results }: FullResults, stages: readonly Pick<Stage, 'name'>[]): string => {
  const kept = stages.map(({ name }) => ({ name, result: results[name] }))
  const missing = kept.filter(({ result }) => result === undefined).map(({ name }) => name)
  const sum = (of: 'passed' | 'failed'): number => kept.reduce((total, { result }) => total + (result?.[of] ?? 0), 0)
  const lines = kept.flatMap(({ name, result }) =>
    result === undefined
      ? []
      : [
          `| ${name} | ${result.passed} | ${result.failed} | ${Math.round(result.seconds)} | ${result.load.toFixed(1)} | ${result.at} | ${result.note ?? ''} |`,
        ],
  )
  return `# Last full test run

Written by \`npm run test:full\`; do not edit.

Commit ${commit}, begun ${date}, on ${availableParallelism()} cores: **${sum('passed')} passed, ${sum('failed')} failed**${missing.length === 0 ? '' : `, ${missing.length} stages not run: ${missing.join(', ')}`}.

| Stage | Passed | Failed | Seconds | Load | Ended (UTC) | Figures |
|---|--:|--:|--:|--:|---|---|
${lines.join('\n')}
`
}
