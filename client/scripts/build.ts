import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeCalls } from './write-calls.ts'

/**
 * `npm run build -w @heatfleet/client`: writes the calls from the endpoint table into `generated`, and compiles them with
 * `src` into `dist` as JavaScript with types: that is the package.
 */
const home = join(import.meta.dirname, '..')
rmSync(join(home, 'dist'), { recursive: true, force: true })
mkdirSync(join(home, 'generated'), { recursive: true })
writeFileSync(join(home, 'generated', 'calls.ts'), writeCalls())
writeFileSync(
  join(home, 'generated', 'index.ts'),
  `// Written by client/scripts/build.ts: the entry of the package.
import { createClient } from '../src/client.ts'
import type { Client, ClientOptions } from '../src/types.ts'
import { CALLS, type Calls } from './calls.ts'

export * from '../src/errors.ts'
export { type PushOptions, readPushes } from '../src/pushes.ts'
export type { CallOptions, ClientOptions, Credentials, ReceivedFile, RetryOptions } from '../src/types.ts'
export * from './calls.ts'

/** The client of every call of the product. */
export type Heatfleet = Client<Calls>
export const createHeatfleet = (options: ClientOptions): Heatfleet => createClient<Calls>(CALLS, options)
`,
)
execFileSync(join(home, '../node_modules/.bin/tsc'), ['-b', '--force', join(home, 'tsconfig.build.json')], {
  stdio: 'inherit',
})
