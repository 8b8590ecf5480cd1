import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from '../platform/durable-file.ts'
import type { Manifest } from './manifest.ts'

/** Stands in a folder whose files are all written, until it has its name: what is left then is named by the next restore. */
const MARK = 'restored.json'
const Mark = z.object({ created: z.string() })

/** The complete folder of a restore that was killed before it could name it; `created`: of which backup. */
export type RestoredFolder = { folder: string; created: string }

/** Marks a folder as complete, before the database is committed. */
export const markRestored = (folder: string, { created }: Pick<Manifest, 'created'>): void =>
  writeDurably(join(folder, MARK), JSON.stringify({ created }))

/** Finds what a killed restore into `target` left complete, beside it or inside. */
export const findRestored = (target: string): RestoredFolder | null => {
  const places = [
    { parent: target, prefix: 'restoring-' },
    { parent: dirname(target), prefix: `${basename(target)}.restoring-` },
  ]
  for (const { parent, prefix } of places)
    for (const name of existsSync(parent) ? readdirSync(parent) : []) {
      const mark = join(parent, name, MARK)
      const pid = name.slice(prefix.length)
      if (!name.startsWith(prefix) || !/^\d+$/.test(pid) || existsSync(`/proc/${pid}`) || !existsSync(mark)) continue
      return { folder: join(parent, name), created: Mark.parse(JSON.parse(readFileSync(mark, 'utf8'))).created }
    }
  return null
}

/** Name of the mark, which is no part of what was restored. */
export const isMark = (name: string): boolean => name === MARK
