import type pg from 'pg'

const DAY_MS = 86_400_000

/** The UTC day of a time, "2026-11-21". */
export const dayOf = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10)

/** Name of the partition of `report_hot` that holds a day. */
export const partitionOf = (day: string): string => `report_hot_${day.replaceAll('-', '')}`

/** SQLSTATEs that mean another process made the same partition at the same moment. */
const MADE_BY_ANOTHER = new Set(['42P07', '23505', '42P17'])

/**
 * Makes the day partitions of `report_hot` that are missing; days as {@link dayOf} gives them. Not in the transaction
 * of the reports: the statement locks the parent table, and a batch that fails must not take its partition along.
 */
export const ensurePartitions = async (sql: Pick<pg.Pool, 'query'>, days: Iterable<string>): Promise<void> => {
  for (const day of days) {
    const next = dayOf(Date.parse(day) + DAY_MS)
    try {
      await sql.query(
        `create table if not exists ${partitionOf(day)} partition of report_hot
         for values from ('${day} 00:00:00+00') to ('${next} 00:00:00+00')`,
      )
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && MADE_BY_ANOTHER.has(String(error.code)))) throw error
    }
  }
}
