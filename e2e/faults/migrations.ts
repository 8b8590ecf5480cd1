import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Checks } from './checks.ts'

const root = join(import.meta.dirname, '..', '..')

/** R17: a start is killed after every statement of every migration, and started again. */
export const migrationRounds = async ({ checks }: { checks: Checks }): Promise<void> => {
  const script = ['server/test/kill-all-migrations.ts']
  const child = spawn(process.execPath, script, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let figures = ''
  for await (const line of createInterface({ input: child.stdout })) figures = line
  checks.note(figures)
  checks.expect('every start after a kill ends with the same schema', (await ended) === 0, figures)
}
