import pg from 'pg'
import { pino } from 'pino'
import { systemClock } from '../platform/clock.ts'
import { acquireCompactionLock } from '../platform/compaction-lock.ts'
import { clientConfig } from '../platform/db.ts'
import { describeError, logDestination } from '../platform/log.ts'
import { compactDuePartitions } from './compact-partition.ts'
import { mergeDueMonths } from './merge-months.ts'
import { mergeDueParts } from './merge-parts.ts'
import { dropEmptyPartitions, dropOldHistory } from './retention.ts'
import { CompactionStart } from './start.ts'

/**
 * Entry of the compaction process, a child of the main process at the lowest priority: compacts finished days, merges segments, makes those of months,
 * drops old history. Each step is one transaction, so that it can be stopped or killed at any time.
 */

process.on('SIGINT', () => {})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))

const start = await new Promise<CompactionStart>((resolve) => {
  process.once('message', (message) => resolve(CompactionStart.parse(message)))
})
const log = pino(
  { level: start.log.level, base: { process: 'compaction' }, serializers: { error: describeError } },
  logDestination(start.log.file),
)
// Sent at once: the first message lowers the priority of the process.
process.send?.({ kind: 'ready' })

/** True = there is more to do at once. */
const look = async (): Promise<boolean> => {
  const sql = new pg.Client(clientConfig(start.database))
  // A broken connection fails the running query; without a listener it would also end the process.
  sql.on('error', () => {})
  try {
    await sql.connect()
    if (!(await acquireCompactionLock(sql))) return false
    const deps = { sql, clock: systemClock, log, compact_after_ms: start.compact_after_ms }
    await compactDuePartitions(deps)
    await mergeDueParts(deps)
    const has_more = await mergeDueMonths(deps)
    await dropOldHistory({ ...deps, history_days: start.history_days })
    if (!has_more) await dropEmptyPartitions(deps)
    return has_more
  } catch (error) {
    // Nothing was lost: the next check continues from the last transaction.
    log.warn({ error }, 'compaction was interrupted')
    return false
  } finally {
    await sql.end().catch(() => {})
  }
}

const again = (): void => {
  void look().then((has_more) => systemClock.after(has_more ? 0 : start.compact_every_ms, again))
}
again()
