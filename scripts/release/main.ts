import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ARCHES, type Arch, ROOT, release } from './contents.ts'
import { stageRelease } from './stage.ts'
import { findTagFault } from './tag.ts'

/**
 * `npm run release`: a tarball for this machine's architecture in `dist`, with its checksum and SBOM. `--arch arm64` for
 * another one; `--stage FOLDER` puts the release into a folder only, as the image does. The version is that of package.json; a commit that
 * is tagged as another version is refused.
 */
const { values } = parseArgs({
  options: { arch: { type: 'string', default: process.arch }, stage: { type: 'string' } },
})
const arch = ARCHES.find((known) => known === values.arch)
if (arch === undefined) {
  console.error(`--arch "${values.arch}" is none of ${ARCHES.join(', ')}.`)
  process.exit(2)
}
const wrong = findTagFault(release().version, tagsOfCommit())
if (wrong !== null) {
  console.error(wrong)
  process.exit(1)
}
if (values.stage === undefined) makeTarball(arch)
else stageRelease(resolve(values.stage), arch, console.log)

/** Tags of the commit that is released; none in sources without their history, as in the image. */
function tagsOfCommit(): string[] {
  const { stdout, status } = spawnSync('git', ['tag', '--points-at', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter((tag) => tag !== '') : []
}

function makeTarball(of: Arch): void {
  const dist = join(ROOT, 'dist')
  const name = `heatfleet-${release().version}-linux-${of}`
  stageRelease(join(dist, name), of, console.log)
  const tarball = join(dist, `${name}.tar.gz`)
  mkdirSync(dist, { recursive: true })
  execFileSync('tar', ['--owner=0', '--group=0', '--numeric-owner', '-czf', tarball, '-C', dist, name])
  writeFileSync(join(dist, `${name}.cdx.json`), readFileSync(join(dist, name, 'sbom.cdx.json')))
  const sum = createHash('sha256').update(readFileSync(tarball)).digest('hex')
  writeFileSync(`${tarball}.sha256`, `${sum}  ${name}.tar.gz\n`)
  console.log(`${tarball}: ${(statSync(tarball).size / 1_000_000).toFixed(1)} MB, SHA-256 ${sum}`)
}
