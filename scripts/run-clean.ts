import { spawn } from 'node:child_process'
import { markedEnvironment, trackGroup, withCleanup } from './run-cleanup.ts'

/**
 * `node scripts/run-clean.ts [options of Node] FILE [arguments]`: runs a script of the repository that starts products of its own, such as a
 * fault or a benchmark. However it ends, by a signal too, no process, folder or disk of it is left.
 */
process.exitCode = await withCleanup(async () => {
  const child = spawn(process.execPath, process.argv.slice(2), {
    env: markedEnvironment(),
    stdio: 'inherit',
    // A group of its own: Ctrl-C reaches this process, which ends the group in order.
    detached: true,
  })
  const untrack = trackGroup(child.pid)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  untrack()
  return code ?? 1
})
