import { execFileSync } from 'node:child_process'
import { type Mutant, ROOT } from './find-mutants.ts'

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: BYTES_MAX, stdio: ['ignore', 'pipe', 'pipe'] })
/** A difference or a file with the history of each line. */
const BYTES_MAX = 64 * 1024 * 1024

type Lines = Pick<Mutant, 'file' | 'line' | 'was'>

/** Those in lines that differ from a commit, or next to one that does; files that nobody has added yet count whole. */
export const changedSince = <One extends Lines>(mutants: readonly One[], commit: string, root = ROOT): One[] => {
  const changed = changedLines(git(root, 'diff', '--unified=3', '--no-color', '--no-ext-diff', commit, '--'))
  const added = new Set(git(root, 'ls-files', '--others', '--exclude-standard').split('\n'))
  return mutants.filter(({ file, line, was }) => {
    const last = line + was.trim().split('\n').length - 1
    return added.has(file) || changed.get(file)?.some((part) => line <= part.to && last >= part.from)
  })
}

type Part = { from: number; to: number }

/** What a difference shows of each file: first and last lines of its parts, as they are numbered now. */
const changedLines = (diff: string): Map<string, Part[]> => {
  const parts = new Map<string, Part[]>()
  let file = ''
  for (const line of diff.split('\n')) {
    file = /^\+\+\+ b\/(.+)$/.exec(line)?.[1] ?? file
    const [, from, lines = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (from !== undefined)
      parts.set(file, [...(parts.get(file) ?? []), { from: Number(from), to: Number(from) + Number(lines) - 1 }])
  }
  return parts
}
