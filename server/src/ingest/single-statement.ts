import type pg from 'pg'
import type { DeviceEvent, EvaluatedReport } from './persist-reports.ts'
import { concatSlices, listOf, stateValues, timesOf, upsertStates } from './state-columns.ts'

/**
 * Up to this many reports are stored by one prepared statement, one round trip instead of five; for larger batches COPY is cheaper.
 */
export const SINGLE_STATEMENT_MAX = 300

const STATE_PARAMETERS = 13
const REPORTS_FROM = 1 + STATE_PARAMETERS
const p = (offset: number): string => `$${REPORTS_FROM + offset}`

// Reports first: pg_stat_activity shows only the beginning of a statement this long.
const STORE = `with reports as (
     insert into report_hot (device_id, at, layout_id, raw)
     select u.device_id, u.at, u.layout_id, substring(${p(5)}::bytea from u.raw_from for u.raw_length)
     from unnest(${p(0)}::int[], ${p(1)}::timestamptz[], ${p(2)}::int[], ${p(3)}::int[], ${p(4)}::int[])
       u (device_id, at, layout_id, raw_from, raw_length)
   ), states as (${upsertStates(1)})
   insert into device_events (device_id, at, kind, detail)
   select * from unnest(${p(6)}::int[], ${p(7)}::timestamptz[], ${p(8)}::text[], ${p(9)}::jsonb[])`

/** Stores reports with their states and events in one transaction. */
export const storeInSingleStatement = async (
  sql: Pick<pg.ClientBase, 'query'>,
  reports: readonly EvaluatedReport[],
  events: readonly DeviceEvent[],
): Promise<void> => {
  const raw = concatSlices(reports.map((report) => report.raw))
  await sql.query({
    name: 'store_reports',
    text: STORE,
    values: [
      ...stateValues(reports),
      listOf(reports.map(({ device }) => device.device_id)),
      timesOf(reports.map(({ at_ms }) => at_ms)),
      listOf(reports.map(({ layout }) => layout.layout_id)),
      listOf(raw.from),
      listOf(raw.length),
      raw.bytes,
      ...eventValues(events),
    ],
  })
}

/** Columns of events: device, time, kind, detail. */
export const eventValues = (events: readonly DeviceEvent[]): unknown[] => [
  listOf(events.map(({ device_id }) => device_id)),
  timesOf(events.map(({ at_ms }) => at_ms)),
  listOf(events.map(({ kind }) => kind)),
  events.map(({ detail }) => JSON.stringify(detail)),
]
