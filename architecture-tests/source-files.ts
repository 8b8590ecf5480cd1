import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

/** One source file: its path from the root, its text, and what it imports (relative ones as paths from the root). */
export type SourceFile = { path: string; text: string; imports: string[] }

const root = join(import.meta.dirname, '..')
const IMPORT = /(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

const importsOf = (path: string, text: string): string[] =>
  [...text.matchAll(IMPORT)]
    .map((match) => match[1] ?? match[2] ?? '')
    .map((name) => (name.startsWith('.') ? normalize(join(dirname(path), name)) : name))

/** Every TypeScript file of these folders, without what is built or installed. */
export const sourceFiles = (...folders: string[]): SourceFile[] =>
  folders
    .flatMap((folder) =>
      globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }),
    )
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })

/** The text of one file, by its path from the root. */
export const readText = (path: string): string => readFileSync(join(root, path), 'utf8')

export const isTest = (file: SourceFile): boolean =>
  /\.(test|journey)\.tsx?$/.test(file.path) || /(^|\/)test\//.test(file.path)
