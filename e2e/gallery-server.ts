import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'

const console_dir = join(import.meta.dirname, '..', 'console')
const vite = join(console_dir, '..', 'node_modules', 'vite', 'bin', 'vite.js')

/**
 * The console as customers get it, with the gallery put in, and nothing of the product behind it. It is built first:
 * a development server bundles while the first page waits for it, which on a busy machine takes longer than a test may.
 */
export const startGallery = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const built = await mkdtemp(join(tmpdir(), 'heatfleet-gallery-'))
  const env = { ...process.env, VITE_GALLERY: '1' }
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', built], { cwd: console_dir, env })
  const port = await freePort()
  const address = ['--host', '127.0.0.1', '--port', String(port), '--strictPort']
  const child = spawn(process.execPath, [vite, 'preview', '--outDir', built, ...address], {
    cwd: console_dir,
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; (await fetch(url).catch(() => null))?.ok !== true; tries += 1) {
    if (child.exitCode !== null || tries > 150) throw new Error('the server of the gallery did not start')
    await wait(200)
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(built, { recursive: true, force: true })
    },
  }
}
