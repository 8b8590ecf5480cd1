import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openChecks } from '../faults/checks.ts'
import { ACCOUNT, makeCleanRoot } from './clean-root.ts'
import { useRelease } from './use-release.ts'

/**
 * `npm run release:check`: puts a release together, enters a root that holds nothing else, and uses the product there as
 * the image runs it: another account than root, a disk that is read-only but for `/data`. `--home FOLDER` takes a release
 * that was put together before. Needs root, for the mounts.
 */
const IMAGE_MAX_MB = 250
/** Debian 12 slim, compressed, as its registry tells; the image is this and the release. */
const BASE_MB = 28

const { values } = parseArgs({ options: { home: { type: 'string' }, report: { type: 'string' } } })
const checks = openChecks((line) => console.log(line))
const folder = mkdtempSync(join(tmpdir(), 'heatfleet-release-'))
try {
  if (process.getuid?.() !== 0) throw new Error('entering a clean root needs root')
  const home = values.home ?? join(folder, 'heatfleet')
  if (values.home === undefined)
    execFileSync(
      process.execPath,
      [join(import.meta.dirname, '..', '..', 'scripts', 'release', 'main.ts'), '--stage', home],
      {
        stdio: 'inherit',
      },
    )
  weigh(home)
  const root = join(folder, 'root')
  const data = join(folder, 'data')
  mkdirSync(data)
  chownSync(data, ACCOUNT.uid, ACCOUNT.gid)
  makeCleanRoot(root, binariesOf(home))
  await useRelease({ root, home, data }, checks)
} catch (error) {
  checks.expect('the check came to its end', false, error instanceof Error ? error.message : String(error))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const counts = checks.counts()
console.log(`${counts.passed} passed, ${counts.failed} failed`)
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify(counts))
process.exit(counts.failed === 0 ? 0 : 1)

function weigh(home: string): void {
  const tarball = join(folder, 'release.tar.gz')
  execFileSync('tar', ['-czf', tarball, '-C', home, '.'])
  const packed = statSync(tarball).size / 1_000_000
  const unpacked = Number(spawnSync('du', ['-sm', '--apparent-size', home], { encoding: 'utf8' }).stdout.split('\t')[0])
  checks.expect(
    `the image is not larger than ${IMAGE_MAX_MB} MB`,
    packed + BASE_MB <= IMAGE_MAX_MB,
    `release ${packed.toFixed(0)} MB packed and ${unpacked} MB unpacked, base ${BASE_MB} MB packed`,
  )
}

/** Programs and native modules of a release. */
function binariesOf(home: string): string[] {
  return readdirSync(join(home, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:\/bin\/(?:node|postgres|initdb|pg_ctl)|\.node)$/.test(path) && !path.includes('musl'))
    .map((path) => join(home, 'node_modules', path))
    .filter((path) => existsSync(path))
}
