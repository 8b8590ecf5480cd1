import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { inTransaction } from '../platform/transaction.ts'
import type { AlarmChange } from './alarm-changes.ts'
import type { CachedDevice, DeviceState } from './device-cache.ts'
import type { Layout } from './layouts.ts'
import { ensurePartitions, type PartitionSpan, partitionOf, spanOf } from './partitions.ts'
import { encodeReportCopy } from './report-copy.ts'
import type { ParsedReport } from './report-frame.ts'
import { isLockTimeout, isMissingPartition } from './retry-policy.ts'
import { eventValues, SINGLE_STATEMENT_MAX, storeInSingleStatement } from './single-statement.ts'
import { stateValues, upsertStates } from './state-columns.ts'
import { storeAlarmChanges } from './store-alarms.ts'
import { ruleStateChangesOf, storeRuleStates } from './store-rule-states.ts'

/** A report with its device, product version and resulting state. */
export type EvaluatedReport = ParsedReport & { device: CachedDevice; layout: Layout; key: number; state: DeviceState }

/** An event in the history of a device. */
export type DeviceEvent = {
  device_id: number
  at_ms: number
  kind: '485' | 'clock' | 'alarm'
  detail: Record<string, unknown>
}

export type Persist = {
  /** Stores a batch in one transaction: history, newest states, events, alarms, states of alarm rules. */
  store: (
    reports: readonly EvaluatedReport[],
    events: readonly DeviceEvent[],
    alarm_changes: readonly AlarmChange[],
  ) => Promise<void>
  /** Waits until transactions of other connections on the history have ended; at most {@link SETTLE_MAX_MS}. */
  waitForOtherTransactions: () => Promise<void>
  /** Positions of the reports that are in the history already. */
  findStored: (reports: readonly Pick<EvaluatedReport, 'device' | 'at_ms' | 'report'>[]) => Promise<Set<number>>
}

/**
 * A connection whose gateway died commits at once or never, unless the disk hangs; one left open must not block the ingest.
 */
const SETTLE_MAX_MS = 5_000

export const createPersist = (pool: pg.Pool, span: PartitionSpan): Persist => {
  const existing_spans = new Set<number>()
  const preparePartitions = async (reports: readonly EvaluatedReport[]): Promise<void> => {
    const missing = new Map<number, string>()
    for (const { at_ms } of reports) {
      const at_span = spanOf(at_ms, span)
      if (!existing_spans.has(at_span)) missing.set(at_span, partitionOf(at_ms, span))
    }
    if (missing.size === 0) return
    await ensurePartitions(pool, missing.values())
    for (const at_span of missing.keys()) existing_spans.add(at_span)
  }
  return {
    store: async (reports, events, alarm_changes) => {
      await preparePartitions(reports)
      try {
        // Nearly every batch changes no alarm: then one statement is the transaction.
        const rule_states = ruleStateChangesOf(reports)
        if (reports.length <= SINGLE_STATEMENT_MAX && alarm_changes.length === 0 && rule_states.length === 0)
          await storeInSingleStatement(pool, reports, events)
        else
          await inTransaction(pool, async (client) => {
            if (reports.length <= SINGLE_STATEMENT_MAX) await storeInSingleStatement(client, reports, events)
            else await storeByCopy(client, reports, events)
            await storeAlarmChanges(client, alarm_changes)
            await storeRuleStates(client, rule_states)
          })
      } catch (error) {
        if (isMissingPartition(error)) existing_spans.clear()
        throw error
      }
    },
    waitForOtherTransactions: async () => {
      // One message, one implicit transaction: nothing stays open on the connection. The parent table only: vacuum works on
      // the partitions and must not be waited for.
      const wait = `set local lock_timeout = '${SETTLE_MAX_MS}ms'; lock table only report_hot in share mode`
      await pool.query(wait).catch((error: unknown) => {
        if (!isLockTimeout(error)) throw error
      })
    },
    findStored: async (reports) => {
      // A lateral join, so that it stays an index look-up per report whatever the statistics say.
      const { rows } = await pool.query<{ position: string }>(
        `select u.position from unnest($1::int[], $2::timestamptz[], $3::int[]) with ordinality u (device_id, at, seq, position)
         cross join lateral (
           select 1 from report_hot r where r.device_id = u.device_id and r.at = u.at
             and get_byte(r.raw, 4) * 256 + get_byte(r.raw, 5) = u.seq limit 1
         ) stored`,
        [
          reports.map(({ device }) => device.device_id),
          reports.map(({ at_ms }) => new Date(at_ms).toISOString()),
          reports.map(({ report }) => report.seq),
        ],
      )
      return new Set(rows.map(({ position }) => Number(position) - 1))
    },
  }
}

const storeByCopy = async (
  client: pg.PoolClient,
  reports: readonly EvaluatedReport[],
  events: readonly DeviceEvent[],
): Promise<void> => {
  await copyReports(client, reports)
  await writeStates(client, reports)
  await writeEvents(client, events)
}

const copyReports = async (client: pg.PoolClient, reports: readonly EvaluatedReport[]): Promise<void> => {
  const rows = reports.map(({ device, at_ms, layout, raw }) => ({
    device_id: device.device_id,
    at_ms,
    layout_id: layout.layout_id,
    raw,
  }))
  // In index order a batch is 1.2 to 1.5 times faster.
  rows.sort((a, b) => a.device_id - b.device_id || a.at_ms - b.at_ms)
  const stream = client.query(copyFrom('copy report_hot (device_id, at, layout_id, raw) from stdin (format binary)'))
  stream.end(encodeReportCopy(rows))
  await finished(stream)
}

const writeStates = async (client: pg.PoolClient, reports: readonly EvaluatedReport[]): Promise<void> => {
  await client.query({ name: 'write_states', text: upsertStates(1), values: stateValues(reports) })
}

const writeEvents = async (client: pg.PoolClient, events: readonly DeviceEvent[]): Promise<void> => {
  if (events.length === 0) return
  await client.query(
    `insert into device_events (device_id, at, kind, detail)
     select * from unnest($1::int[], $2::timestamptz[], $3::text[], $4::jsonb[])`,
    eventValues(events),
  )
}
