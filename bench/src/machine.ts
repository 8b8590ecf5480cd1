import { execFileSync } from 'node:child_process'
import { arch, cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'

/** Where and with what a run was made; printed and kept with every result. */
export type Machine = {
  cpu: string
  cores: number
  memory_gb: number
  system: string
  node: string
  postgres: string
  /** The product's commit; `+` when files differ from it. */
  commit: string
}

/** Describes this machine and the versions that are measured. */
export const describeMachine = async (client: pg.Client): Promise<Machine> => {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`)
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    system: `Linux ${release()} ${arch()}`,
    node: process.version,
    postgres: rows[0]?.version ?? 'unknown',
    commit: commitOf(),
  }
}

const commitOf = (): string => {
  try {
    const cwd = join(import.meta.dirname, '..', '..')
    const git = (...words: string[]): string => execFileSync('git', words, { cwd, encoding: 'utf8' }).trim()
    return (
      git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+')
    )
  } catch {
    // A copy of the files without their history.
    return 'unknown'
  }
}

/** Processes that wanted a core in the last minute, on average: more than the run itself means somebody disturbed it. */
export const loadNow = (): number => Number((loadavg()[0] ?? 0).toFixed(2))
