import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run dev`: the server with demo and simulator, started again when a file of it changes, and vite for the console.
 * Ends both when one ends or on Ctrl-C.
 */
const root = join(import.meta.dirname, '..')
if (existsSync('.env')) process.loadEnvFile('.env')
const port = process.env.HEATFLEET_PORT ?? '8080'

const children: ChildProcess[] = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/main.ts', 'dev'], {
    cwd: root,
    stdio: 'inherit',
  }),
  spawn(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: join(root, 'console'),
    stdio: 'inherit',
    env: { ...process.env, HEATFLEET_CLOUD: `http://127.0.0.1:${port}` },
  }),
]

const stopAll = (): void => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopAll)
for (const child of children) child.once('exit', stopAll)
