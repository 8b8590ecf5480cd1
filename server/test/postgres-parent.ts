import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'

/** A process that starts the engine in the folder it is given and waits to be killed (embedded-postgres.test.ts). */
const [data_dir] = process.argv.slice(2)
if (data_dir === undefined) throw new Error('A folder is needed.')
await startEmbeddedPostgres({ data_dir, durable: false })
process.send?.('ready')
