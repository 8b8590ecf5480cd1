import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './product.ts'

const console_dir = join(import.meta.dirname, '..', 'console')

/** The development server of the console, which alone has the gallery; nothing of the product runs behind it. */
export const startGallery = async (): Promise<{ url: string; stop: () => Promise<void> }> => {
  const port = await freePort()
  const vite = join(console_dir, '..', 'node_modules', 'vite', 'bin', 'vite.js')
  const child = spawn(process.execPath, [vite, '--host', '127.0.0.1', '--port', String(port), '--strictPort'], {
    cwd: console_dir,
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; (await fetch(url).catch(() => null))?.ok !== true; tries += 1) {
    if (child.exitCode !== null || tries > 150) throw new Error('the development server of the console did not start')
    await wait(200)
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
