import { readFileSync } from 'node:fs'
import pg from 'pg'
import { pino } from 'pino'
import { z } from 'zod'
import { clientConfig } from '../platform/db.ts'
import { describeError, logDestination } from '../platform/log.ts'
import { setNiceness } from '../platform/niceness.ts'
import { simulateHistory } from './past-history.ts'
import { PastStart } from './past-start.ts'

/**
 * Entry of the process that generates the demo's history, a child of the main process at the lowest priority. Ends with 0
 * when it is complete; killed, it is restarted and continues.
 */

/** Inherited by the simulator that it starts. */
const NICENESS = 19

setNiceness(process.pid, NICENESS)
process.on('SIGINT', () => {})
process.on('SIGTERM', () => process.exit(1))
process.on('disconnect', () => process.exit(1))

const start = await new Promise<PastStart>((resolve) => {
  process.once('message', (message) => resolve(PastStart.parse(message)))
})
const log = pino(
  { level: start.log.level, base: { process: 'past' }, serializers: { error: describeError } },
  logDestination(start.log.file),
)
const FleetFile = z.object({ units: z.array(z.object({ did: z.string() })) })

const sql = new pg.Client(clientConfig(start.database))
// A broken connection fails the running query; without a listener it would also end the process.
sql.on('error', () => {})
try {
  await sql.connect()
  const { units } = FleetFile.parse(JSON.parse(readFileSync(start.fleet_file, 'utf8')))
  await simulateHistory(
    { sql, onProgress: (progress) => process.send?.(progress) },
    { ...start, macs: units.map(({ did }) => did) },
  )
  await sql.end()
  process.exit(0)
} catch (error) {
  log.warn({ error }, 'the past of the demo was interrupted')
  process.exit(1)
}
