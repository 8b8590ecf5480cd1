import { api } from '@heatfleet/contract/api.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { compactionFixture, numbered } from '../../../test/compaction-fixture.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { readPdf } from '../../../test/pdf.ts'
import { wholePng } from '../../../test/png.ts'
import { codeOf } from '../../../test/refusals.ts'
import { reportBytes } from '../../../test/report-bytes.ts'
import { ensurePartitions, partitionOf } from '../../ingest/partitions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The first values of the board. */
const BEGIN = Date.parse('2026-11-10T08:00:00Z')
const clock = createMovedClock(BEGIN - HOUR)
const { database, fleet, as } = useFleetConsole({}, { clock })
const fixture = compactionFixture(database)
const unit = () => {
  const found = fleet.devices.find(({ at }) => at === 'A1')
  if (found === undefined) throw new Error('the fleet has a unit at A1')
  return found
}
const query = () => ({ mac: unit().mac })
/** Heats with 30 L/min and 4 K. */
const WORDS = { 0: 0, 14: 310, 18: 350, 24: 180, 30: 50 }
const BODY = { signed_name: 'Jan Nowak', drawn: null, note: 'Handed over.', file_ids: [] }
const DRAWN = `data:image/png;base64,${wholePng(60, 20).toString('base64')}`

beforeAll(async () => {
  await database.pool.query(
    `insert into device_status (device_id, first_online_at, rssi_dbm) values ($1, $2, -85)
     on conflict (device_id) do update set first_online_at = excluded.first_online_at, rssi_dbm = -85`,
    [unit().device_id, new Date(BEGIN - 2 * HOUR)],
  )
})

const report = async (from_ms: number, to_ms: number, words: Record<number, number> = WORDS): Promise<void> => {
  let seq = 0
  for (let at_ms = from_ms; at_ms < to_ms; at_ms += 10 * MINUTE) {
    await ensurePartitions(database.pool, [partitionOf(at_ms, 'day')])
    seq += 1
    await fixture.store(unit().device_id, at_ms, numbered(reportBytes(at_ms, words), seq), fleet.layout_id)
  }
}
const checksFor = async (person: 'admin' | 'city_a1') => {
  const { findings } = await (await as(person))(api.deviceCommissioning, { query: query() })
  return Object.fromEntries((findings?.checks ?? []).map(({ check, result, figures }) => [check, { result, figures }]))
}
const textsOf = async (language: 'en' | 'zh' | 'pl') => {
  const call = await as('city_a1')
  const { blob } = await call(api.commissioningPdf, { query: { ...query(), language, time_zone: 'Europe/Warsaw' } })
  const pages = readPdf(Buffer.from(await blob.arrayBuffer()))
  return {
    text: pages.flatMap(({ texts }) => texts).join('|'),
    images: pages.reduce((sum, one) => sum + one.images, 0),
  }
}

describe('the commissioning report of a unit', () => {
  it('has not begun before the first values', async () => {
    const call = await as('city_a1')
    expect(await call(api.deviceCommissioning, { query: query() })).toMatchObject({ findings: null, signature: null })
    expect(await codeOf(call(api.commissioningPdf, { query: query() }))).toBe('commissioning_not_begun')
    expect(await codeOf(call(api.signCommissioning, { query: query(), body: BODY }))).toBe('commissioning_too_early')
  })

  it('begins with them, and is not signed within the first day', async () => {
    await report(BEGIN, BEGIN + 10 * HOUR)
    clock.set(BEGIN + 10 * HOUR)
    const call = await as('city_a1')
    const { findings, first_online_time } = await call(api.deviceCommissioning, { query: query() })
    expect(first_online_time).toBe(new Date(BEGIN - 2 * HOUR).toISOString())
    expect(findings).toMatchObject({
      from: new Date(BEGIN).toISOString(),
      to: new Date(BEGIN + 72 * HOUR).toISOString(),
      hours: 10,
    })
    expect(await codeOf(call(api.signCommissioning, { query: query(), body: BODY }))).toBe('commissioning_too_early')
  })

  it('finds difference, flow, data and signal of the 72 hours, and nothing of later ones', async () => {
    await report(BEGIN + 10 * HOUR, BEGIN + 72 * HOUR)
    // Hotter than any limit, after the period.
    await report(BEGIN + 72 * HOUR, BEGIN + 80 * HOUR, { ...WORDS, 18: 600 })
    clock.set(BEGIN + 80 * HOUR)
    const checks = await checksFor('city_a1')
    expect(checks.flow_difference).toMatchObject({ result: 'pass', figures: [{ value: 4 }, {}] })
    expect(checks.flow).toMatchObject({ result: 'pass', figures: [{ value: 30 }, {}] })
    expect(checks.data).toMatchObject({ result: 'pass', figures: [{ value: 100 }, { value: 432 }] })
    expect(checks.signal).toMatchObject({ result: 'pass', figures: [{ value: -85 }] })
    expect(checks.bus?.result).toBe('pass')
    expect(checks.alarms?.result).toBe('pass')
  })

  it('counts the time without the bus, and alarms that hold', async () => {
    const raise = (type: string, from_ms: number, recovered_at: Date | null) =>
      database.pool.query(
        `insert into alarms (device_id, type, rule_key, severity, product_key, agent_path, first_at, last_at, recovered_at)
         select device_id, $2, '', 'major', product_key, agent_path, $3, $3, $4 from devices where device_id = $1`,
        [unit().device_id, type, new Date(from_ms), recovered_at],
      )
    await raise('bus_lost', BEGIN - HOUR, new Date(BEGIN + 20 * MINUTE))
    await raise('device_fault', BEGIN + 90 * HOUR, null)
    const checks = await checksFor('admin')
    expect(checks.bus).toMatchObject({ result: 'fail', figures: [{ value: 20 }] })
    expect(checks.alarms).toMatchObject({ result: 'fail', figures: [{ value: 1 }, { value: 0 }] })
  })

  it('is signed once, with what was found then, note, photos and drawing', async () => {
    const call = await as('city_a1')
    const content = wholePng(40, 30).toString('base64')
    const { file_id } = await call(api.addDeviceFile, { query: query(), body: { file_name: 'pump.png', content } })
    const pdf = Buffer.from('%PDF-1.7\n').toString('base64')
    const plan = await call(api.addDeviceFile, { query: query(), body: { file_name: 'plan.pdf', content: pdf } })
    const sign = (file_ids: number[], drawn: string | null = DRAWN) =>
      call(api.signCommissioning, { query: query(), body: { ...BODY, drawn, file_ids } })
    expect(await codeOf(sign([plan.file_id]))).toBe('not_found')
    expect(await codeOf(sign([file_id], 'data:image/gif;base64,AAAA'))).toBe('image_invalid')
    const { signature } = await sign([file_id])
    expect(signature).toEqual({
      signed_name: 'Jan Nowak',
      drawn: DRAWN,
      signed_by: 'city_a1',
      signed_at: new Date(clock.now()).toISOString(),
      note: 'Handed over.',
      file_ids: [file_id],
    })
    expect(await codeOf(sign([]))).toBe('commissioning_signed')
    // What recovers afterwards changes nothing.
    await database.pool.query('update alarms set recovered_at = $2 where device_id = $1 and recovered_at is null', [
      unit().device_id,
      new Date(BEGIN + 91 * HOUR),
    ])
    expect((await checksFor('admin')).alarms?.result).toBe('fail')
  })

  it.each([
    ['en', 'Commissioning report', 'Signed by Jan Nowak'],
    ['zh', '调试报告', '签署'],
    ['pl', 'Protok', 'Podpisał(a) Jan Nowak'],
  ] as const)('is a PDF in %s with checks, note, photo and signature', async (language, title, signed) => {
    const { text, images } = await textsOf(language)
    expect(text).toContain(title)
    expect(text.replaceAll('|', '')).toContain(signed)
    expect(text).toContain('Handed over.')
    expect(images).toBe(2)
    expect(text).not.toMatch(/(checks|figures|results|columns|pdf|signature)\.\w/)
  })

  it('can be withdrawn, and each change is in the audit log', async () => {
    const call = await as('city_a1')
    expect((await call(api.withdrawCommissioning, { query: query() })).signature).toBeNull()
    expect(await codeOf(call(api.withdrawCommissioning, { query: query() }))).toBe('commissioning_not_signed')
    expect((await checksFor('admin')).alarms?.result).toBe('pass')
    const { rows } = await database.pool.query<{ action: string; result: string; user_name: string }>(
      `select action, result, user_name from audit_log where action in ('signCommissioning', 'withdrawCommissioning')
       and result = 'ok' order by at`,
    )
    expect(rows).toEqual([
      { action: 'signCommissioning', result: 'ok', user_name: 'city_a1' },
      { action: 'withdrawCommissioning', result: 'ok', user_name: 'city_a1' },
    ])
  })

  it('is not there for who does not see the unit', async () => {
    const call = await as('province_b')
    for (const make of [
      () => call(api.deviceCommissioning, { query: query() }),
      () => call(api.commissioningPdf, { query: query() }),
      () => call(api.signCommissioning, { query: query(), body: BODY }),
      () => call(api.withdrawCommissioning, { query: query() }),
    ])
      expect(await codeOf(make())).toBe('device_not_found')
  })

  it('is signed by who has the right alone', async () => {
    const call = await as('auditor')
    expect(await codeOf(call(api.signCommissioning, { query: query(), body: BODY }))).toBe('no_permission')
  })
})
