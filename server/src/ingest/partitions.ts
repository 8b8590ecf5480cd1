import type pg from 'pg'

/** Time that one partition of `report_hot` holds: hours for large fleets, so that one compaction stays small. */
export type PartitionSpan = 'day' | 'hour'

const HOUR_MS = 3_600_000
const SPAN_MS = { day: 24 * HOUR_MS, hour: HOUR_MS } as const satisfies Record<PartitionSpan, number>

/** Name of the partition of `report_hot` that holds a time: its UTC day, or its hour too. */
export const partitionOf = (at_ms: number, span: PartitionSpan): string => {
  const digits = new Date(at_ms).toISOString().replace(/\D/g, '')
  return `report_hot_${digits.slice(0, span === 'day' ? 8 : 10)}`
}

/** The span as a number since 1970; compared for every report. */
export const spanOf = (at_ms: number, span: PartitionSpan): number => Math.floor(at_ms / SPAN_MS[span])

/** The time a partition holds by its name, unix ms; null for another name. */
export const timesOf = (partition: string): { from_ms: number; to_ms: number } | null => {
  const [, day, hour] = /^report_hot_(\d{8})(\d{2})?$/.exec(partition) ?? []
  if (day === undefined) return null
  const from_ms = Date.parse(`${day.replace(/(\d{4})(\d{2})(\d{2})/, '$1-$2-$3')}T${hour ?? '00'}:00:00Z`)
  return Number.isNaN(from_ms) ? null : { from_ms, to_ms: from_ms + SPAN_MS[hour === undefined ? 'day' : 'hour'] }
}

/** SQLSTATEs of a partition that exists already or was created concurrently. */
const ALREADY_CREATED = ['42P07', '23505']
/** The time is covered by partitions of the other span: the setting was changed. */
const OVERLAPS = '42P17'

/**
 * Creates missing partitions of `report_hot`, named by {@link partitionOf}. Not in the transaction of the reports: the
 * statement locks the parent table, and a failed batch must not roll back its partition.
 */
export const ensurePartitions = async (sql: Pick<pg.Pool, 'query'>, names: Iterable<string>): Promise<void> => {
  for (const name of names) {
    const is_created = await createPartition(sql, name)
    const times = timesOf(name)
    if (is_created || times === null || times.to_ms - times.from_ms === HOUR_MS) continue
    // Some hours of this day have their own partitions; create those of the others.
    for (let at_ms = times.from_ms; at_ms < times.to_ms; at_ms += HOUR_MS)
      await createPartition(sql, partitionOf(at_ms, 'hour'))
  }
}

/** False when other partitions cover some of its time. */
const createPartition = async (sql: Pick<pg.Pool, 'query'>, name: string): Promise<boolean> => {
  const times = timesOf(name)
  if (times === null) throw new Error(`${name} is no partition of report_hot`)
  const [from, to] = [new Date(times.from_ms).toISOString(), new Date(times.to_ms).toISOString()]
  try {
    // The check repeats the bounds: with it the partition changes its parent without a scan (compaction/store.ts).
    await sql.query(
      `create table if not exists ${name} partition of report_hot
       (constraint ${name}_time check (at >= '${from}' and at < '${to}')) for values from ('${from}') to ('${to}')`,
    )
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === OVERLAPS) return false
    if (!ALREADY_CREATED.includes(code)) throw error
    return true
  }
}
