import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { insertAlarms } from './alarm-lists.ts'
import { generateFleet } from './fleet.ts'
import { insertEvents } from './log-lists.ts'
import { type Place, withProduct } from './product.ts'
import { atMost, describeMachine, spreadOf } from './result.ts'

type IndexesSize = { devices: number; alarms: number; events: number; rows: number; repeats: number }

/** Rows of one statement, as a busy gateway stores them. */
const BATCH = 100
/** Lists are worth so much more time of a stored row, all their indexes together. */
const MOST = 1.1

/** Indexes that serve lists and turns alone, by table: without them everything is stored as well. */
const INDEXES = {
  alarms: ['alarms_duration', 'alarms_untaken_rule', 'alarms_untaken_type'],
  device_events: ['device_events_kind', 'device_events_notable'],
} as const
type Table = keyof typeof INDEXES

/** The units of a batch, each batch others. */
const UNITS = `generate_series(1, ${BATCH}) n
  join devices on device_id = 1 + (n * 7919 + $1::int * 104729) % (select count(*)::int from devices)`

/** The statements of one batch, after those of the gateway; the number of the batch is the only parameter. */
const WRITES: Record<Table, readonly string[]> = {
  alarms: [
    `insert into alarms (device_id, type, rule_key, code, severity, value, first_at, last_at)
     select device_id, 'device_fault', 'cost ' || $1::int || ' ' || n, 'F07', 'major', null, now(), now() from ${UNITS}`,
    `update alarms a set recovered_at = greatest(now(), a.last_at), changed_at = clock_timestamp()
     from (select device_id, 'cost ' || $1::int || ' ' || n as rule_key from ${UNITS}) u
     where a.device_id = u.device_id and a.type = 'device_fault' and a.rule_key = u.rule_key and a.recovered_at is null`,
  ],
  device_events: [
    `insert into device_events (device_id, at, kind, detail)
     select device_id, now(), (array['online', 'offline', '485', 'alarm', 'boot'])[1 + n % 5], '{"why": "lwt"}' from ${UNITS}`,
  ],
}

/**
 * What indexes of lists cost where rows are stored: the same rows, raised and recovered or inserted, with all indexes and without one of
 * them, in turns. Each turn is a transaction that is rolled back, so that all find the same table; nothing waits for a disk. What is
 * measured is processor time of the backend, which other work of the machine changes least.
 */
export const measureIndexes = async (size: IndexesSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async ({ client }) => {
    await generateFleet(client, size.devices)
    await insertAlarms(client, size.alarms)
    await insertEvents(client, size.events)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const pid = rows[0]?.pid ?? 0
    const costs = []
    const outcomes = []
    for (const table of Object.keys(INDEXES) as Table[]) {
      const choices: (readonly string[])[] = [[], ...INDEXES[table].map((name) => [name]), INDEXES[table]]
      const took_ms = choices.map((): number[] => [])
      for (let turn = 0; turn < size.repeats; turn += 1)
        for (const [at, dropped] of choices.entries())
          took_ms[at]?.push(await timeOf({ client, pid }, table, dropped, size.rows / BATCH))
      const [all, ...without] = took_ms.map((times) => spreadOf(times))
      if (all === undefined) throw new Error('nothing was measured')
      for (const [at, spread] of without.entries()) {
        const dropped = choices[at + 1] ?? []
        const ratio = Number((all.median / spread.median).toPrecision(3))
        const what = dropped.length > 1 ? 'all of these' : dropped.join()
        costs.push({ table, index: what, rows_per_s: Math.round((size.rows / spread.median) * 1_000), ratio })
        say(`${table}: with ${what} ${ratio} times as long as without`)
        if (dropped.length > 1)
          outcomes.push(atMost(`${table}: time of a row with its indexes of lists beside without`, ratio, MOST))
      }
      costs.push({ table, index: 'none dropped', rows_per_s: Math.round((size.rows / all.median) * 1_000), ratio: 1 })
    }
    // What was rolled back is dead at the end where lists begin; a kept folder is measured by the next workload.
    await client.query('vacuum analyze alarms, device_events')
    return { workload: 'indexes', ...size, machine: await describeMachine(client), costs, outcomes }
  })

/** Processor time of a process since its start, ms. */
const processorTimeOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

const timeOf = async (
  { client, pid }: { client: pg.Client; pid: number },
  table: Table,
  dropped: readonly string[],
  batches: number,
): Promise<number> => {
  await client.query('begin')
  try {
    // As dropping an index does: what of the product reads the table waits in every turn alike.
    await client.query(`lock table ${table} in access exclusive mode`)
    for (const name of dropped) await client.query(`drop index ${client.escapeIdentifier(name)}`)
    const began_ms = processorTimeOf(pid)
    for (let batch = 0; batch < batches; batch += 1)
      for (const statement of WRITES[table]) await client.query(statement, [batch])
    return processorTimeOf(pid) - began_ms
  } finally {
    await client.query('rollback')
  }
}
