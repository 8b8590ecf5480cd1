import { readFileSync } from 'node:fs'
import { childrenOf, commandOf, isAlive, postgresPid } from './processes.ts'

/** Memory (MB) of each process of a product, by its name. */
export type MemoryOf = ReadonlyMap<string, number>

/**
 * Memory that a process holds for itself, MB: resident pages without those of files and shared memory, which the processes of
 * PostgreSQL would count many times.
 */
const ownMb = (pid: number): number => {
  const kb = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kb ?? 0) / 1_024
}

/** The console process, its children by the folder of their program, and all of PostgreSQL together. */
export const memoryOfProduct = (product: number | undefined, data: string): MemoryOf => {
  if (product === undefined) throw new Error('the product does not run')
  const found = new Map([['console', ownMb(product)]])
  for (const pid of childrenOf(product)) {
    const name = /([\w-]+)\/main\.ts/.exec(commandOf(pid))?.[1]
    if (name !== undefined && isAlive(pid)) found.set(name, (found.get(name) ?? 0) + ownMb(pid))
  }
  const postmaster = postgresPid(data)
  const pids = [postmaster, ...childrenOf(postmaster)].filter(isAlive)
  found.set(
    'postgres',
    pids.reduce((sum, pid) => sum + ownMb(pid), 0),
  )
  return found
}
