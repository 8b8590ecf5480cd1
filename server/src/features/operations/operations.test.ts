import { api } from '@heatfleet/contract/api.ts'
import vectors from '@heatfleet/modbus/golden/protocol-vectors.json' with { type: 'json' }
import { sql } from 'kysely'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { beforeEach, describe, expect, test } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import { addJob } from '../../platform/jobs.ts'

const { database, fleet, console_, as } = useFleetConsole()

beforeEach(async () => {
  await database.pool.query('truncate dead_letters restart identity')
})

const park = async (mac: string, reason: string, payload: Buffer, age_min = 0): Promise<number> => {
  const { rows } = await database.pool.query<{ id: number }>(
    `insert into dead_letters (at, mac, topic, reason, payload)
     values (now() - $4 * interval '1 minute', $1, 'blk', $2, $3) returning dead_letter_id::int as id`,
    [mac, reason, payload, age_min],
  )
  return rows[0]?.id ?? 0
}
const unit = (at: number): string => fleet.devices[at]?.mac ?? ''
const frame = Buffer.from(vectors.blk_report.hex, 'hex')

/** What a gateway sends, with so many reports stored in all. */
const metricsOf = async (stored: number, seconds: number) => {
  const registry = new Registry()
  registry.setDefaultLabels({ process: 'gateway' })
  const registers = [registry]
  new Gauge({ name: 'heatfleet_gateway_connections', help: 'c', registers }).set(3)
  new Gauge({ name: 'heatfleet_gateway_queue_reports', help: 'q', registers }).set(2)
  new Gauge({ name: 'heatfleet_gateway_memory_bytes', help: 'm', registers }).set(100_000_000)
  new Gauge({ name: 'heatfleet_gateway_uptime_seconds', help: 'u', registers }).set(60)
  new Counter({ name: 'heatfleet_gateway_reports_stored_total', help: 's', registers }).inc(stored)
  const refused = new Counter({
    name: 'heatfleet_gateway_logins_refused_total',
    help: 'l',
    labelNames: ['reason'],
    registers,
  })
  refused.inc({ reason: 'unknown_device' }, 4)
  const acks = new Histogram({ name: 'heatfleet_gateway_puback_seconds', help: 'a', buckets: [1], registers })
  for (let ack = 0; ack < stored; ack += 1) acks.observe(seconds)
  return registry.getMetricsAsJSON()
}

describe('the installation', () => {
  test('figures of the gateway become traffic, rates and a curve', async () => {
    const admin = await as('admin')
    console_.fromGateway({ kind: 'metrics', metrics: await metricsOf(10, 0.02) })
    console_.jump(10_000)
    // The console's own counts are read in between.
    await admin(api.operations)
    console_.fromGateway({ kind: 'metrics', metrics: await metricsOf(60, 0.02) })
    await expect
      .poll(async () => {
        console_.jump(1_100)
        return (await admin(api.operations)).traffic.connections
      })
      .toBe(3)
    const { traffic, curves, nodes, refusals, versions, checks, database: stored } = await admin(api.operations)
    expect(traffic).toMatchObject({ connections: 3, queue: 2, sockets: 0 })
    expect(traffic.reports_per_s).toBeGreaterThan(4)
    expect(traffic.reports_per_s).toBeLessThan(5.1)
    expect(traffic.lag_ms).toBeCloseTo(20, 0)
    expect(curves.connections).toHaveLength(60)
    expect(curves.connections.at(-1)).toBe(3)
    expect(nodes.find(({ role }) => role === 'gateway')?.memory_bytes).toBe(100_000_000)
    expect(refusals).toEqual([{ kind: 'log_in', reason: 'unknown_device', count: 4 }])
    expect(versions.postgres).toMatch(/^\d+/)
    expect(versions.schema).toMatch(/^\d{4}_.*\.sql$/)
    expect(stored.tables.length).toBeGreaterThan(5)
    const stateOf = Object.fromEntries(checks.map(({ check, state }) => [check, state]))
    expect(stateOf).toMatchObject({ database: 'ok', migrations: 'ok', gateway: 'ok', broker: 'ok', certificate: 'off' })
  })

  test('a gateway that is silent has no present figures and a check that says so', async () => {
    const admin = await as('admin')
    console_.jump(120_000)
    const { traffic, checks } = await admin(api.operations)
    expect(traffic).toMatchObject({ connections: null, reports_per_s: null, queue: null })
    expect(checks.find(({ check }) => check === 'gateway')?.state).toBe('bad')
  })

  test('frames not stored are counted by the product of their unit', async () => {
    await park(unit(0), 'bad_crc', frame, 5)
    await park(unit(1), 'bad_crc', frame, 300)
    await park('86999999999999', 'unknown_device', frame, 5)
    console_.jump(20_000)
    const { decode_errors, checks } = await (await as('admin'))(api.operations)
    expect(decode_errors).toMatchObject([
      { product_key: 'r290-monobloc', units: 2, last_hour: 1, last_day: 2 },
      { product_key: null, units: 1, last_hour: 1, last_day: 1 },
    ])
    expect(checks.find(({ check }) => check === 'dead_letters')).toMatchObject({ state: 'warn', value: 2 })
  })

  test('nobody but the administrators of the manufacturer sees it', async () => {
    for (const account of ['staff', 'auditor', 'province_a', 'factory'] as const) {
      const call = await as(account)
      expect(await codeOf(call(api.operations))).toBe('no_permission')
      expect(await codeOf(call(api.deadLetterList))).toBe('no_permission')
      expect(await codeOf(call(api.systemJobs))).toBe('no_permission')
    }
  })
})

describe('frames that could not be stored', () => {
  test('are listed with unit and product, filtered and sorted', async () => {
    const admin = await as('admin')
    await park(unit(0), 'bad_crc', frame, 10)
    await park('86999999999999', 'unknown_device', frame.subarray(0, 20), 5)
    const listed = async (body: object) => (await admin(api.deadLetterList, { body })).list.map(({ mac }) => mac)
    expect(await listed({})).toEqual(['86999999999999', unit(0)])
    expect(await listed({ sort_by: 'bytes' })).toEqual([unit(0), '86999999999999'])
    expect(await listed({ reason: 'bad_crc' })).toEqual([unit(0)])
    expect(await listed({ known: false })).toEqual(['86999999999999'])
    expect(await listed({ product_key: 'r290-monobloc' })).toEqual([unit(0)])
    expect(await listed({ mac: '869' })).toEqual(['86999999999999'])
    expect(await listed({ mac: '%' })).toEqual([])
  })

  test('one is shown with its bytes, and whether it can be read today', async () => {
    const admin = await as('admin')
    const readable = await park(unit(0), 'unknown_device', frame)
    const broken = await park(unit(0), 'bad_crc', Buffer.from('4850', 'hex'))
    const read = (id: number) => admin(api.deadLetter, { params: { id } })
    expect(await read(readable)).toMatchObject({ payload_hex: vectors.blk_report.hex, unreadable: null, tries: 0 })
    expect(await read(broken)).toMatchObject({ payload_hex: '4850', unreadable: 'too_short' })
    expect(await codeOf(read(broken + 1))).toBe('dead_letter_gone')
  })

  test('the gateway is told to process them again; none where one of them is gone', async () => {
    const admin = await as('admin')
    const ids = [await park(unit(0), 'bad_crc', frame), await park(unit(1), 'bad_crc', frame)]
    console_.published.length = 0
    expect(await admin(api.deadLetterReplay, { body: { ids } })).toEqual({ count: 2 })
    expect(console_.published).toEqual([{ kind: 'dead_letters_replayed', dead_letter_ids: ids }])
    expect(await codeOf(admin(api.deadLetterReplay, { body: { ids: [...ids, 999] } }))).toBe('dead_letter_gone')
  })

  test('discarded ones are gone, all or none', async () => {
    const admin = await as('admin')
    const first = await park(unit(0), 'bad_crc', frame)
    const second = await park(unit(1), 'bad_crc', frame)
    expect(await codeOf(admin(api.deadLetterDiscard, { body: { ids: [first, 999] } }))).toBe('dead_letter_gone')
    expect((await admin(api.deadLetterList)).total).toBe(2)
    expect(await admin(api.deadLetterDiscard, { body: { ids: [first, first] } })).toEqual({ count: 1 })
    expect((await admin(api.deadLetterList)).list.map((letter) => letter.dead_letter_id)).toEqual([second])
  })
})

describe('background jobs', () => {
  /** A job of a task that no process has: it waits until somebody changes it. */
  const addIdle = async (key: string): Promise<number> => {
    await addJob(database.db, { task: 'idle-task', payload: {}, queue: 'idle', key })
    const { rows } = await sql<{ id: number }>`
      select id::int as id from graphile_worker.jobs where key = ${key}`.execute(database.db)
    return rows[0]?.id ?? 0
  }
  const fail = (id: number) =>
    sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'it broke'
      where id = ${id}`.execute(database.db)

  test('a failed job is run again with all its attempts, or discarded', async () => {
    const admin = await as('admin')
    const [again, away] = [await addIdle('again'), await addIdle('away')]
    await fail(again)
    await fail(away)
    const before = await admin(api.systemJobs)
    expect(before.counts.failed).toBe(2)
    expect(before.jobs.find(({ job_id }) => job_id === again)).toMatchObject({
      task: 'idle-task',
      state: 'failed',
      attempts: 3,
      error: 'it broke',
    })
    await admin(api.jobRetry, { body: { job_id: again } })
    await admin(api.jobDiscard, { body: { job_id: away } })
    const after = await admin(api.systemJobs)
    expect(after.jobs.find(({ job_id }) => job_id === again)).toMatchObject({ attempts: 0 })
    expect(after.jobs.some(({ job_id }) => job_id === away)).toBe(false)
    expect(await codeOf(admin(api.jobRetry, { body: { job_id: away } }))).toBe('job_gone')
  })

  test('a job that runs is left alone, and one that has not failed is not discarded', async () => {
    const admin = await as('admin')
    const waits = await addIdle('waits')
    expect(await codeOf(admin(api.jobDiscard, { body: { job_id: waits } }))).toBe('job_not_failed')
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where id = ${waits}`.execute(
      database.db,
    )
    expect(await codeOf(admin(api.jobRetry, { body: { job_id: waits } }))).toBe('job_running')
    expect(await codeOf(admin(api.jobDiscard, { body: { job_id: waits } }))).toBe('job_running')
  })
})
