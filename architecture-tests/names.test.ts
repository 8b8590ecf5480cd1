import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readText, sourceFiles } from './source-files.ts'

const root = join(import.meta.dirname, '..')
const all = () =>
  sourceFiles('contract', 'modbus', 'server', 'console', 'simulator', 'e2e', 'bench', 'scripts', 'architecture-tests')

describe('names and sizes', () => {
  it('files are named for what they hold', () => {
    const vague = /(^|\/)(utils?|helpers?|common|manager|service|index|misc|shared)\.tsx?$/
    expect(
      all()
        .map((file) => file.path)
        .filter((path) => vague.test(path)),
    ).toEqual([])
  })

  it('file names are kebab-case', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(property|test|journey|config|module|d|en|zh|pl))*\.tsx?$/
    expect(
      all()
        .map((file) => file.path)
        .filter((path) => !kebab.test(path.split('/').at(-1) ?? '')),
    ).toEqual([])
  })

  it('no file passes 300 lines, but tables of endpoints and limits', () => {
    const is_table = / = endpoints\(\{|^export const LIMITS = \{/m
    expect(
      all()
        .filter(({ text }) => !is_table.test(text))
        .map((file) => ({ path: file.path, lines: file.text.split('\n').length }))
        .filter((file) => file.lines > 301),
    ).toEqual([])
  })

  it('decisions are numbered from 1, each number once, and begin with it', () => {
    const files = globSync('docs/decisions/*.md', { cwd: root }).sort()
    const numbers = files.map((_, at) => String(at + 1).padStart(4, '0'))
    expect(files.map((file) => file.split('/').at(-1)?.slice(0, 4))).toEqual(numbers)
    expect(files.map((file) => readText(file).slice(2, 6))).toEqual(numbers)
  })

  it('migrations are numbered from 1, each number once', () => {
    const files = globSync('server/migrations/*.sql', { cwd: root }).sort()
    const numbers = files.map((_, at) => String(at + 1).padStart(4, '0'))
    expect(files.map((file) => file.split('/').at(-1)?.slice(0, 4))).toEqual(numbers)
  })

  it('every path named in a document exists', () => {
    const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
    const missing = documents.flatMap((document) =>
      [
        ...readText(document).matchAll(
          /`((?:contract|modbus|server|console|simulator|e2e|bench|docs|scripts|architecture-tests)\/[A-Za-z0-9_./-]+)`/g,
        ),
      ]
        .map((match) => match[1] ?? '')
        .filter((path) => !existsSync(join(root, path)))
        .map((path) => `${document}: ${path}`),
    )
    const links = documents.flatMap((document) =>
      [...readText(document).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map((match) => match[1] ?? '')
        .filter((path) => !existsSync(join(root, dirname(document), path)))
        .map((path) => `${document}: ${path}`),
    )
    expect([...missing, ...links]).toEqual([])
  })
})
