import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { readText, type SourceFile, sourceFiles } from './source-files.ts'

/** Files, or folders of them, whose exports are read without an import that names them. */
const ENTRY_POINTS: Readonly<Record<string, string>> = {
  'vitest.config.ts': 'read by Vitest',
  'console/vite.config.ts': 'read by Vite',
  'e2e/playwright.config.ts': 'read by Playwright',
  'e2e/global-setup.ts': 'called by Playwright',
  'server/test/global-setup.ts': 'called by Vitest',
  'server/test/mutants/tests.config.ts': 'read by Vitest',
  'server/test/access/rows/': 'each file of the folder is loaded by rows.ts',
  'client/scripts/build.ts': 'has the text of the published entry point in it',
  'client/scripts/write-calls.ts': 'has the text of generated modules in it',
}
const isEntryPoint = (path: string): boolean => Object.keys(ENTRY_POINTS).some((entry) => path.startsWith(entry))

const FOLDERS = [
  'modbus',
  'contract',
  'client',
  'server',
  'console',
  'simulator',
  'e2e',
  'bench',
  'scripts',
  'architecture-tests',
]

const EXPORTED =
  /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|type|interface|default(?: async)?(?: function)?) *(\w+)?/gm
const EXPORTED_TOGETHER = /^export const \{([^}]*)\}/gm
const EXPORTED_LIST = /^export (?:type )?\{([^}]*)\}( from '([^']+)')?/gm
const IMPORTED = /^(?:import|export) (?:type )?(?:(\w+)(?:, )?)?(?:\{([^}]*)\}|\* as \w+|\*)? ?from '([^']+)'/gm
/** A module that is loaded later: the names that are read of it stand somewhere in the text, or the router reads them. */
const LOADED_LATER = /import\(\s*'([^']+)'\s*\)/g
const READ_OF_A_ROUTE = ['Component', 'loader']

/** What a list in braces names: `of` the file it comes from, `as` here. */
const namesIn = (list: string): { of: string; as: string }[] =>
  list
    .replaceAll(/\/\/.*$|\/\*.*?\*\//gm, '')
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [of = '', as = of] = part.split(/ as |: /)
      return { of, as }
    })

const exportsOf = ({ text }: SourceFile): string[] => [
  ...[...text.matchAll(EXPORTED)].flatMap(([whole, name]) =>
    whole.startsWith('export default') ? ['default'] : (name ?? []),
  ),
  ...[...text.matchAll(EXPORTED_TOGETHER)].flatMap(([, list = '']) => namesIn(list).map(({ as }) => as)),
  ...[...text.matchAll(EXPORTED_LIST)].flatMap(([, list = '']) => namesIn(list).map(({ as }) => as)),
]

/** The path of a module of ours from the root. */
const pathOf = (from: string, module: string): string => {
  if (module.startsWith('.')) return normalize(join(dirname(from), module))
  const [, workspace = '', rest = ''] = /^@heatfleet\/(\w+)\/(.*)$/.exec(module) ?? []
  return /^(?:test|golden)\//.test(rest) ? join(workspace, rest) : join(workspace, 'src', rest)
}

/** `path name` of each name that one file reads of another; `path *` where it reads the whole. */
const readBy = ({ path, text }: SourceFile): string[] => {
  const named = [...text.matchAll(IMPORTED)].flatMap(([whole, standard, list, module = '']) => {
    const of = pathOf(path, module)
    const names = list === undefined ? [] : namesIn(list).map((name) => name.of)
    const all = / \*/.test(whole) ? ['*'] : []
    return [...names, ...all, ...(standard === undefined ? [] : ['default'])].map((name) => `${of} ${name}`)
  })
  const later = [...text.matchAll(LOADED_LATER)].flatMap(([, module = '']) =>
    [...new Set(text.match(/\w+/g)), ...READ_OF_A_ROUTE].map((word) => `${pathOf(path, module)} ${word}`),
  )
  return [...named, ...later]
}

it('whatever is exported is imported somewhere', () => {
  const written = sourceFiles(...FOLDERS).filter(({ path }) => !path.startsWith('client/generated/'))
  const files = [...written, { path: 'vitest.config.ts', text: readText('vitest.config.ts'), imports: [] }]
  const read = new Set(files.flatMap(readBy))
  const dead = files
    .filter(({ path }) => !isEntryPoint(path) && !read.has(`${path} *`))
    .flatMap((file) => exportsOf(file).map((name) => `${file.path} ${name}`))
    .filter((name) => !read.has(name))
  expect(dead).toEqual([])
})
