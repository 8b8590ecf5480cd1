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
import { basename, dirname, join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { HOLE_KINDS, type HoleKind } from './hole-kinds.ts'

/** One hole: a file of the tree and its text with the hole in it. */
export type Hole = {
  kind: string
  file: string
  line: number
  was: string
  text: string
  /** Calls that are likely to tell: the call itself, or those of the feature. */
  calls: string[]
  /** True when no other call can tell. */
  of_call: boolean
}

const ROOT = join(import.meta.dirname, '..', '..')
const WORKSPACES = ['contract', 'modbus', 'server', 'console'] as const

/** Every hole that the kinds find in the tree, in a fixed order. */
export const findHoles = (): Hole[] =>
  HOLE_KINDS.flatMap((kind) =>
    globSync([...kind.files], { cwd: ROOT })
      .filter((file) => !file.endsWith('.test.ts'))
      .toSorted()
      .flatMap((file) => holesIn(kind, file)),
  )

const holesIn = ({ name, pattern, leave, of_call = false }: HoleKind, file: string): Hole[] => {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return [...text.matchAll(pattern)].flatMap((match) => {
    // Words of a comment are no code.
    const line_start = text.lastIndexOf('\n', match.index) + 1
    if (/^\s*(?:\*|\/\/|\/\*)/.test(text.slice(line_start, match.index + 1))) return []
    const before = text.slice(0, match.index)
    const seeded = `${before}${leave(match)}${text.slice(match.index + match[0].length)}`
    const line = before.split('\n').length + (match[0].startsWith('\n') ? 1 : 0)
    const own_call = /^ {2}(\w+): \{$/gm
    const calls = of_call ? [...before.matchAll(own_call)].flatMap(([, call = '']) => [call]).slice(-1) : callsOf(file)
    return [{ kind: name, file, line, was: match[0].trim(), text: seeded, calls, of_call }]
  })
}

/** Calls that the files beside this one name: their handlers are there. */
const callsOf = (file: string): string[] => {
  const texts = globSync(join(dirname(file), '*.ts'), { cwd: ROOT }).map((near) =>
    readFileSync(join(ROOT, near), 'utf8'),
  )
  return Object.keys(api).filter((call) => texts.some((text) => new RegExp(`\\b${call}\\b`).test(text)))
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
