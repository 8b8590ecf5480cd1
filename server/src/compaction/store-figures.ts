import type pg from 'pg'

/** State of the compaction of the history. */
export type CompactionFigures = {
  /** Partitions of raw reports, including those being compacted. */
  raw_partitions: number
  /** Segments that were found damaged. */
  damaged_chunks: number
  /** Days of devices that wait to be merged. */
  waiting_merges: number
  /** Reports compacted so far, by the recorded compactions. */
  packed_reports: number
}

/** Reads the figures; a few milliseconds. */
export const readCompactionFigures = async (sql: Pick<pg.Pool, 'query'>): Promise<CompactionFigures> => {
  const { rows } = await sql.query<CompactionFigures>(
    `select (select count(*)::int from pg_inherits
             where inhparent in ('report_hot'::regclass, 'report_packing'::regclass)) as raw_partitions,
       (select count(*)::int from damaged_chunks) as damaged_chunks,
       (select count(*)::int from chunk_merges) as waiting_merges,
       (select coalesce(sum(reports), 0)::float8 from packing_progress) as packed_reports`,
  )
  return rows[0] ?? { raw_partitions: 0, damaged_chunks: 0, waiting_merges: 0, packed_reports: 0 }
}
