import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { findMutants, type Mutant, ROOT, withSwitches } from './find-mutants.ts'

const WORKSPACES = ['contract', 'modbus', 'server', 'console'] as const

/** A copy of the tree with every mutant in it, each behind a switch: none is made until HEATFLEET_MUTANT has its number. */
export type MutatedTree = { folder: string; mutants: readonly Mutant[]; remove: () => void }

/** Copies what the server's tests need; packages are linked, our own workspaces are the copies. */
export const writeMutatedTree = (): MutatedTree => {
  const mutants = findMutants()
  const folder = copyTree(WORKSPACES, ['package.json', 'tsconfig.base.json'])
  cpSync(join(import.meta.dirname, 'tests.config.ts'), join(folder, 'vitest.config.ts'))
  cpSync(join(import.meta.dirname, 'record-reached.ts'), join(folder, 'record-reached.ts'))
  for (const [file, of_file = []] of Object.entries(Object.groupBy(mutants, (mutant) => mutant.file)))
    writeFileSync(join(folder, file), withSwitches(readFileSync(join(ROOT, file), 'utf8'), of_file))
  return { folder, mutants, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Copies workspaces and other files or folders to a passing folder, with all packages. */
export const copyTree = (workspaces: readonly string[], files: readonly string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'heatfleet-mutants-'))
  for (const workspace of workspaces)
    cpSync(join(ROOT, workspace), join(folder, workspace), {
      recursive: true,
      filter: (from) => !['node_modules', 'dist', 'test-results'].includes(basename(from)),
    })
  for (const file of files) cpSync(join(ROOT, file), join(folder, file), { recursive: true })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@heatfleet'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@heatfleet') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  for (const workspace of workspaces) symlinkSync(join(folder, workspace), join(modules, '@heatfleet', workspace))
  return folder
}
