import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createFromTemplate, startTestCluster } from '../test-cluster.ts'

/** The access matrix on a PostgreSQL of its own, its words as they come; options go through (server/test/access/run.ts). */
const cluster = await startTestCluster()
const database = await createFromTemplate(cluster.connection, 'matrix')
const matrix = join(import.meta.dirname, '..', 'access', 'run.ts')
const child = spawn(process.execPath, [matrix, JSON.stringify(database), ...process.argv.slice(2)], {
  stdio: 'inherit',
})
process.exitCode = await new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
await cluster.stop()
