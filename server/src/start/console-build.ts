import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { reasonOf } from '../platform/data-folder.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const CONSOLE = join(ROOT, 'console')
/** What a build is made from, from the root. */
const SOURCES = ['console', 'contract/src', 'modbus/src', 'package-lock.json']
const SKIPPED = /^(node_modules|dist(\..+)?|coverage)$/
const STAMP = '.built-from'
/** More tries than starts that could ever collide. */
const SWAP_TRIES = 20

/**
 * The folder of the built console; builds it when it is absent or its sources changed since. Where the project may not be
 * written (installed by another account) the build goes to the data folder. A release has the build without its sources.
 * Null = there is neither.
 */
export const buildConsole = async (
  data_dir: string,
  log_file: string,
  print: (sentence: string) => void,
): Promise<string | null> => {
  if (!existsSync(join(CONSOLE, 'index.html')))
    return existsSync(join(CONSOLE, 'dist', 'index.html')) ? join(CONSOLE, 'dist') : null
  const stamp = stampOf(SOURCES.map((source) => join(ROOT, source)))
  const folders = [join(CONSOLE, 'dist'), join(data_dir, 'console')]
  const built = folders.find((folder) => readStamp(folder) === stamp)
  if (built !== undefined) return built

  const folder = isWritable(CONSOLE) && isWritable(join(CONSOLE, 'dist'), true) ? folders[0] : folders[1]
  if (folder === undefined) return null
  print('Building the console')
  // Built in its own folder and swapped in when complete: two concurrent starts must not empty each other's build.
  const created = `${folder}.${process.pid}`
  try {
    const code = await runVite(created, log_file)
    if (code !== 0) throw new Error(`The console could not be built (${code}); the reason is in ${log_file}.`)
    writeFileSync(join(created, STAMP), stamp)
    swapIn(created, folder, stamp)
  } finally {
    rmSync(created, { recursive: true, force: true })
  }
  return folder
}

/**
 * A concurrent start may have swapped in the same build already, which is as good. The old build is renamed away in one step:
 * deleted file by file, it would collide with a concurrent swap.
 */
export const swapIn = (created: string, folder: string, stamp: string): void => {
  const old = `${created}.old`
  for (let tries = 1; readStamp(folder) !== stamp; tries += 1) {
    try {
      if (existsSync(folder)) renameSync(folder, old)
      renameSync(created, folder)
      // Never looked at again: who has given its build away could only take that of another one away, with none to put there.
      return
    } catch (error) {
      if (tries === SWAP_TRIES) throw error
    } finally {
      rmSync(old, { recursive: true, force: true })
    }
  }
}

const runVite = (folder: string, log_file: string): Promise<number | string> => {
  const vite = join(
    dirname(createRequire(join(CONSOLE, 'package.json')).resolve('vite/package.json')),
    'bin',
    'vite.js',
  )
  const log = openSync(log_file, 'a', 0o640)
  const child = spawn(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir'], {
    cwd: CONSOLE,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
  })
}

/** Name, size and time of every source file, as one hash: reading them all would take longer than it saves. */
const stampOf = (paths: string[]): string => {
  const hash = createHash('sha256')
  const visit = (path: string): void => {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat === undefined) return
    if (!stat.isDirectory()) {
      if (!path.endsWith('.tsbuildinfo')) hash.update(`${path.slice(ROOT.length)} ${stat.size} ${stat.mtimeMs}\n`)
      return
    }
    for (const name of readdirSync(path).sort()) if (!SKIPPED.test(name)) visit(join(path, name))
  }
  for (const path of paths) visit(path)
  return hash.digest('hex')
}

/** Null without a build, or while it is being replaced. */
const readStamp = (folder: string): string | null => {
  try {
    return readFileSync(join(folder, STAMP), 'utf8')
  } catch (error) {
    if (reasonOf(error) === 'ENOENT') return null
    throw error
  }
}

const isWritable = (path: string, or_absent = false): boolean => {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return or_absent && !existsSync(path)
  }
}
