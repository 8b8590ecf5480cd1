import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { StageReport } from './run-stages.ts'
import { STAGES, type Stage, type StageResult } from './test-stages.ts'

/** The last result of a stage; `at` in UTC, `load` = the load average when it ended. */
type KeptResult = {
  commit: string
  passed: number
  failed: number
  seconds: number
  at: string
  load: number
  note?: string
}
/** By the name of the stage. */
type FullResults = Record<string, KeptResult>

const ROOT = join(import.meta.dirname, '..')
/** Both are part of the repository: stages take hours, and one commit rarely sees them all. */
const KEPT = 'docs/test-results.json'
const PAGE = 'docs/test-results.md'

const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim()

/** The last result of each stage; with changes that are not committed nothing counts as passed before. */
export const openFullResults = () => {
  const is_clean = git('status', '--porcelain', '--', '.', `:!${PAGE}`, `:!${KEPT}`) === ''
  const head = git('rev-parse', '--short=12', 'HEAD')
  const commit = is_clean ? head : `${head} with changes`
  const read = (): FullResults =>
    existsSync(join(ROOT, KEPT)) ? (JSON.parse(readFileSync(join(ROOT, KEPT), 'utf8')) as FullResults) : {}
  return {
    passed: ({ name }: Stage): StageResult | null => {
      const kept = read()[name]
      return !is_clean || kept === undefined || kept.commit !== commit || kept.failed > 0
        ? null
        : { ...kept, failures: [] }
    },
    /** Writes the page after every stage, so that an interrupted run leaves what it finished. */
    keep: ({ stage, result: { passed, failed, seconds, note } }: StageReport): void => {
      const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
      const load = Number((loadavg()[0] ?? 0).toFixed(1))
      const result = { commit, passed, failed, seconds: Math.round(seconds), at, load }
      const full = { ...read(), [stage.name]: note === undefined ? result : { ...result, note } }
      writeFileSync(join(ROOT, KEPT), `${JSON.stringify(full, null, 2)}\n`)
      writeFileSync(join(ROOT, PAGE), pageOf(full, STAGES))
    },
  }
}

/** The page docs/test-results.md. */
export const pageOf = (full: FullResults, stages: readonly Pick<Stage, 'name'>[]): string => {
  const kept = stages.flatMap(({ name }) => (full[name] === undefined ? [] : [{ name, ...full[name] }]))
  const missing = stages.filter(({ name }) => full[name] === undefined).map(({ name }) => name)
  const sum = (of: 'passed' | 'failed'): number => kept.reduce((total, result) => total + result[of], 0)
  const commits = new Set(kept.map(({ commit }) => commit)).size
  const lines = kept.map(
    ({ name, passed, failed, seconds, load, at, commit, note = '' }) =>
      `| ${name} | ${passed} | ${failed} | ${seconds} | ${load.toFixed(1)} | ${at} | ${commit} | ${note} |`,
  )
  return `# Last full test run

Written by \`npm run test:full\`; do not edit. Each stage shows its last result and the commit it ran on.

${kept.length} of ${stages.length} stages on ${availableParallelism()} cores, on ${commits} commits: **${sum('passed')} passed, ${sum('failed')} failed**${missing.length === 0 ? '' : `. Not run: ${missing.join(', ')}`}.

| Stage | Passed | Failed | Seconds | Load | Ended (UTC) | Commit | Figures |
|---|--:|--:|--:|--:|---|---|---|
${lines.join('\n')}
`
}
