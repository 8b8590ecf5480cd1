import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { HOLE_KINDS } from './hole-kinds.ts'

/** One hole: a file of the tree and its text with the hole in it. */
export type Hole = { kind: string; file: string; line: number; was: string; text: string }

const ROOT = join(import.meta.dirname, '..', '..')
const WORKSPACES = ['contract', 'modbus', 'server', 'console'] as const

/** Every hole that the kinds find in the tree, in a fixed order. */
export const findHoles = (): Hole[] =>
  HOLE_KINDS.flatMap(({ name, files, pattern, leave }) =>
    globSync(files, { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .toSorted()
      .flatMap((file) => holesIn(name, file, pattern, leave)),
  )

const holesIn = (kind: string, file: string, pattern: RegExp, leave: (match: RegExpExecArray) => string): Hole[] => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(pattern)].flatMap((match) => {
    // Words of a comment are no code.
    const line_start = text.lastIndexOf('\n', match.index) + 1
    if (/^\s*(?:\*|\/\/|\/\*)/.test(text.slice(line_start, match.index + 1))) return []
    const seeded = `${text.slice(0, match.index)}${leave(match)}${text.slice(match.index + match[0].length)}`
    const line = text.slice(0, match.index).split('\n').length + (match[0].startsWith('\n') ? 1 : 0)
    return [{ kind, file, line, was: match[0].trim(), text: seeded }]
  })
}

/** A copy of the tree in which a hole can be made and closed again. */
export type SeededTree = { folder: string; make: (hole: Hole) => void; close: (hole: Hole) => void; remove: () => void }

/** Copies what the server's tests need; packages are linked, our own workspaces are the copies. */
export const copyTree = (): SeededTree => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-holes-'))
  for (const workspace of WORKSPACES)
    cpSync(join(ROOT, workspace), join(folder, workspace), {
      recursive: true,
      filter: (from) => basename(from) !== 'node_modules' && basename(from) !== 'dist',
    })
  for (const file of ['package.json', 'tsconfig.base.json', 'vitest.config.ts'])
    cpSync(join(ROOT, file), join(folder, file))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@heatfleet'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@heatfleet') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  for (const workspace of WORKSPACES) symlinkSync(join(folder, workspace), join(modules, '@heatfleet', workspace))
  return {
    folder,
    make: ({ file, text }) => writeFileSync(join(folder, file), text),
    close: ({ file }) => cpSync(join(ROOT, file), join(folder, file)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
