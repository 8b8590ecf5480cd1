import { spawn } from 'node:child_process'
import { rmSync, statSync } from 'node:fs'
import { canPin, pinned } from './cores.ts'

/** `\copy` as anybody would write such a file; gives its seconds. */
export const runPsql = async (socket_dir: string, file: string): Promise<number> => {
  const copy = `\\copy (select d.mac, b.* from bench_export b join devices d using (device_id)) to '${file}' with csv header`
  const command: [string, ...string[]] = ['psql', '-h', socket_dir, '-U', 'heatfleet', '-q', '-c', copy, 'heatfleet']
  const [program, ...words] = canPin() ? pinned('measuring', command) : command
  const began = performance.now()
  const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'] })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () => reject(new Error('W6 is measured beside psql (Debian: package postgresql-client)')))
    child.once('exit', resolve)
  })
  const took_s = (performance.now() - began) / 1_000
  if (code !== 0 || statSync(file).size === 0) throw new Error('psql did not write its file')
  rmSync(file)
  return took_s
}
