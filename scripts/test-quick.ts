import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nearest } from './nearest.ts'
import { withCleanup } from './run-cleanup.ts'
import { runCommand } from './run-command.ts'
import { printTotal, runStages } from './run-stages.ts'
import { bin, command, type Stage, TYPES, vitest } from './test-stages.ts'

/**
 * `npm run test:quick [-- commit]`: what differs from main (or a commit), committed or not: types, format, lint, and the
 * unit and server tests whose modules lead to a changed file. Of very many such tests the nearest are run, and it is said.
 */
const ROOT = join(import.meta.dirname, '..')
const git = (...words: string[]): string => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' })
const base = git('merge-base', process.argv[2] ?? 'main', 'HEAD').trim()
const changed = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  .flatMap((list) => list.split('\n'))
  .filter((file) => file !== '' && existsSync(join(ROOT, file)))

/** So many files take about a minute on one of two cores. */
const MAX_FILES = { pure: 150, server: 40 } as const

/** Test files of a project that import a changed file, directly or not. */
const related = async (project: 'pure' | 'server', folder: string): Promise<string[]> => {
  const file = join(folder, `related-${project}.json`)
  const words = ['list', '--filesOnly', `--json=${file}`, '--project', project, '--changed', base]
  const { ok, output } = await runCommand([bin('vitest'), ...words])
  if (!existsSync(file)) {
    if (ok) return []
    throw new Error(output)
  }
  // Written by vitest.
  return (JSON.parse(readFileSync(file, 'utf8')) as { file: string }[]).map((one) => one.file.slice(ROOT.length + 1))
}

const tests = (name: string, project: 'pure' | 'server'): Stage => ({
  name,
  run: async (folder) => {
    const files = await related(project, folder)
    if (files.length === 0) return { passed: 0, failed: 0, failures: [], seconds: 0, note: 'no test is related' }
    const chosen = nearest(files, changed, MAX_FILES[project])
    const result = await vitest(name, [project], chosen).run(folder)
    const left = files.length - chosen.length
    return left === 0 ? result : { ...result, note: `the nearest ${chosen.length} of ${files.length} related files` }
  },
})

const sources = changed.filter((file) => /\.tsx?$/.test(file))
const stages: Stage[] = [
  tests('server tests', 'server'),
  TYPES,
  ...(changed.length === 0
    ? []
    : [command('format and lint', [bin('biome'), 'check', '--no-errors-on-unmatched', ...changed])]),
  ...(sources.length === 0 ? [] : [command('type-aware lint', [bin('oxlint'), '--type-aware', ...sources])]),
  tests('unit tests', 'pure'),
]
process.exitCode = await withCleanup(async (folder) => printTotal(await runStages(stages, folder)))
