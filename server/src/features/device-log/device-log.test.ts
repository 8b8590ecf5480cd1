import { api } from '@heatfleet/contract/api.ts'
import type { DeviceLogFilter, DeviceLogKind } from '@heatfleet/contract/device-log/device-log.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { fileOf, outcomeOf } from '../../../test/export-steps.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const { database, fleet, as } = useFleetConsole()
const DAY = '2026-11-20'
/** A moment of the day, for what the cases add; what the fleet came with is older or newer. */
const at = (time: string) => `${DAY}T${time}.000Z`
const DURING = { from: at('00:00:00'), to: at('23:59:59') }

/** Belongs to A1, and of it province A sees all, and B nothing. */
const unit = () => fleet.devices[1] ?? fleet.devices[0]
const mac = () => unit()?.mac ?? ''

/** One entry of every table, an hour after the other. */
beforeAll(async () => {
  const { db } = database
  const device_id = unit()?.device_id ?? 0
  const event = (kind: string, time: string, detail: object) => ({
    device_id,
    at: new Date(at(time)),
    kind,
    detail: JSON.stringify(detail),
  })
  await db
    .insertInto('device_events')
    .values([
      event('online', '01:00:00', { address: '10.0.0.9' }),
      event('offline', '02:00:00', { why: 'lwt' }),
      event('485', '03:00:00', { st: 'down' }),
      event('485', '04:00:00', { st: 'up' }),
      event('alarm', '05:00:00', { keys: ['flt'], codes: ['E1'], severity: 'major' }),
      event('boot', '06:00:00', { why: 'por', fw: '1.3.0' }),
      event('something_new', '06:30:00', {}),
    ])
    .execute()
  await db
    .insertInto('control_log')
    .values({
      device_id,
      uid: fleet.accounts.admin,
      operator_name: 'admin',
      source: 'console',
      control_time: new Date(at('07:00:00')),
      expires_at: new Date(at('07:01:00')),
      point_key: 'sp_dhw',
      layout_id: fleet.layout_id,
      old_value: 45,
      new_value: 48,
      state: 'verified',
      request_id: 'request-7',
    })
    .execute()
  await sql`insert into alarms (device_id, agent_path, product_key, type, rule_key, code, severity, first_at, last_at)
    select device_id, agent_path, product_key, 'device_fault', 'flt', 'E1', 'major', ${at('05:00:00')}, ${at('05:00:00')}
    from devices where device_id = ${device_id}`.execute(db)
  await sql`insert into service_orders (device_id, agent_id, alarm_id, type, source, problem, feedback_at)
    select device_id, (select agent_id from devices where devices.device_id = alarms.device_id), alarm_id, 'fault', 'console',
      'It stopped.', now() from alarms where device_id = ${device_id}`.execute(db)
  await sql`insert into model_actions (device_id, kind, state, operator, created_at, to_pk, before_status)
    values (${device_id}, 'set', 'effective', 'li', ${at('08:00:00')}, ${fleet.product_key}, 'recognized')`.execute(db)
  await sql`update devices set import_time = ${at('09:00:00')}, imported_user = 'factory' where device_id = ${device_id}`.execute(
    db,
  )
  await sql`with sent as (
      insert into shipments (sender_id, sender_name, receiver_id, receiver_path, receiver_name, order_no, logistics_no,
        remark, operator, shipped_at, device_count)
      select ${fleet.distributors.A.agent_id}, 'A', agent_id, agent_path, 'A1', '', '', '', 'chen', ${at('10:00:00')}, 1
      from distributors where agent_id = ${fleet.distributors.A1.agent_id} returning shipment_id)
    insert into shipment_devices (shipment_id, device_id, state, confirmed_at, confirmed_by)
    select shipment_id, ${device_id}, 'confirmed', ${at('11:00:00')}, 'wang' from sent`.execute(db)
  await sql`insert into device_replacements (device_id, old_mac, new_mac, kind, reason, sim_moved, replaced_at,
      claim_generation, retired_active)
    values (${device_id}, '111', '222', 'module', 'broken', false, ${at('12:00:00')}, 1, false)`.execute(db)
  await sql`insert into dead_letters (at, mac, topic, reason, payload)
    values (${at('13:00:00')}, ${mac()}, 'up/blk', 'bad_crc', '\\x4850'::bytea)`.execute(db)
  await sql`with image as (
      insert into firmware (product_key, module, name, hardware_version, software_version, version_key, notes, file_name,
        size, sha256, crc32, signature, uploader, uploaded_at)
      values (${fleet.product_key}, 'dtu', 'Radio', 'DTU', '1.5.0', '{1,5}', '{}', 'a.bin', 1, '', '', '\\x00', 'admin', now())
      returning firmware_id)
    insert into upgrades (firmware_id, device_id, from_version, state, created_at, moved_at, deadline_at, expires_at,
      finished_at)
    select firmware_id, ${device_id}, '1.4.2', 'success', ${at('14:00:00')}, now(), now(), now(), now() from image`.execute(
    db,
  )
})

const list = async (account: SmallAccount, filter: Partial<DeviceLogFilter> = {}, page = { pageNo: 1, size: 99 }) =>
  (await as(account))(api.deviceLogList, { query: page, body: { ...DURING, ...filter } })
const kindsOf = async (account: SmallAccount, filter: Partial<DeviceLogFilter> = {}): Promise<DeviceLogKind[]> =>
  (await list(account, filter)).list.map(({ kind }) => kind)

const ALL: DeviceLogKind[] = [
  'upgrade',
  'error',
  'replaced',
  'confirmed',
  'shipped',
  'imported',
  'model_set',
  'command',
  'boot',
  'alarm',
  'bus_back',
  'bus_lost',
  'offline',
  'online',
]

describe('the device log', () => {
  it('unites what the tables hold, the newest first', async () => {
    expect(await kindsOf('admin', { macs: [mac()] })).toEqual(ALL)
    const { list: entries, total, more, hidden } = await list('admin', { macs: [mac()] })
    // What a later version wrote is counted, and shown by the version that knows it.
    expect([total, more, hidden]).toEqual([ALL.length, false, []])
    expect(entries.find(({ kind }) => kind === 'command')).toMatchObject({
      type: 'command',
      mac: mac(),
      operator: 'admin',
      point: { names: { en: 'DHW set-point' }, unit: '°C' },
      detail: { old_value: 45, new_value: 48, state: 'verified' },
    })
    expect(entries.find(({ kind }) => kind === 'error')).toMatchObject({
      detail: { reason: 'bad_crc', payload: '4850' },
    })
    expect(entries.find(({ kind }) => kind === 'shipped')).toMatchObject({
      operator: 'chen',
      detail: { sender: 'A', receiver: 'A1' },
    })
  })

  it('is narrowed by type, unit, product, distributor and time', async () => {
    const cases: [Partial<DeviceLogFilter>, number][] = [
      [{ type: 'connection' }, 2],
      [{ type: 'ownership' }, 4],
      [{ search: mac().slice(0, 14) }, ALL.length],
      [{ search: mac().slice(-4) }, ALL.length],
      [{ search: mac().slice(-3) }, 0],
      [{ search: 'no such unit' }, 0],
      [{ product_key: fleet.product_key }, ALL.length],
      [{ product_key: 'other' }, 0],
      [{ agent_id: fleet.distributors.A.agent_id }, ALL.length],
      [{ agent_id: fleet.distributors.A.agent_id, include_lower: false }, 0],
      [{ agent_id: fleet.distributors.B.agent_id }, 0],
      [{ agent_id: 0 }, 0],
      [{ from: at('02:00:00'), to: at('04:00:00') }, 3],
    ]
    for (const [filter, total] of cases) expect([filter, (await list('admin', filter)).total]).toEqual([filter, total])
  })

  it('says where an entry came from, how it ended and which request led to it', async () => {
    const { list: entries } = await list('admin', { macs: [mac()] })
    const marks = entries.map(({ kind, source, result, trace_id }) => [kind, source, result, trace_id])
    expect(marks).toEqual([
      ['upgrade', 'console', 'ok', ''],
      ['error', 'device', 'failed', ''],
      ['replaced', 'console', null, ''],
      ['confirmed', 'console', null, ''],
      ['shipped', 'console', null, ''],
      ['imported', 'console', null, ''],
      ['model_set', 'console', 'ok', ''],
      ['command', 'console', 'ok', 'request-7'],
      ['boot', 'device', null, ''],
      ['alarm', 'device', null, ''],
      ['bus_back', 'device', null, ''],
      ['bus_lost', 'device', null, ''],
      ['offline', 'device', null, ''],
      ['online', 'device', null, ''],
    ])
  })

  it('is narrowed by result, alone and with a type', async () => {
    expect(await kindsOf('admin', { result: 'ok' })).toEqual(['upgrade', 'model_set', 'command'])
    expect(await kindsOf('admin', { result: 'failed' })).toEqual(['error'])
    expect(await kindsOf('admin', { result: 'open' })).toEqual([])
    expect(await kindsOf('admin', { result: 'ok', type: 'model' })).toEqual(['model_set'])
    expect(await kindsOf('admin', { result: 'failed', type: 'command' })).toEqual([])
    const state = (state: string) => sql`update control_log set state = ${state}`.execute(database.db)
    await state('mismatch')
    expect(await kindsOf('admin', { result: 'failed' })).toEqual(['error', 'command'])
    await state('sent')
    expect(await kindsOf('admin', { result: 'open' })).toEqual(['command'])
    await state('verified')
  })

  it('leads to the alarm of an entry and to the order that was created from it, as far as they may be seen', async () => {
    const linksOf = async (account: SmallAccount) => {
      const entry = (await list(account, { type: 'alarm' })).list[0]
      return [typeof entry?.alarm_id, typeof entry?.order_id]
    }
    expect(await linksOf('admin')).toEqual(['number', 'number'])
    expect(await linksOf('city_a1')).toEqual(['number', 'number'])
    const { list: others } = await list('admin', { type: 'command' })
    expect(others[0]).toMatchObject({ alarm_id: null, order_id: null })
    // The order is another distributor's: resolved, it stays with that.
    await sql`update service_orders set status = 'resolved', resolved_at = now(), answered_at = now(),
      agent_id = ${fleet.distributors.B.agent_id}`.execute(database.db)
    expect(await linksOf('city_a1')).toEqual(['number', 'object'])
  })

  it('has pages that neither repeat nor miss an entry', async () => {
    const pages = []
    for (const pageNo of [1, 2, 3]) pages.push(...(await list('admin', {}, { pageNo, size: 5 })).list)
    expect(pages.map(({ kind }) => kind)).toEqual(ALL)
    expect(new Set(pages.map(({ entry_id }) => entry_id)).size).toBe(ALL.length)
  })

  it("shows nothing of another distributor's units, and names above the own place to nobody below", async () => {
    expect(await kindsOf('province_b')).toEqual([])
    const { list: entries } = await list('city_a1')
    const of = (kind: DeviceLogKind) => entries.find((entry) => entry.kind === kind)
    expect(of('shipped')).toMatchObject({ operator: '', detail: { sender: '', receiver: 'A1' } })
    expect(of('imported')?.operator).toBe('')
    expect((await list('admin')).list.find(({ kind }) => kind === 'imported')?.operator).toBe('factory')
  })

  it('leaves out what needs a right that the caller has not, and says so', async () => {
    const { hidden, list: entries } = await list('county_a11', {})
    expect(hidden).toEqual(['model', 'sim', 'upgrade', 'raw'])
    expect(entries.map(({ kind }) => kind)).not.toContain('model_set')
    // A city agent has `log:raw`, a county agent has not: its own unit is the next one.
    const raw = (await list('city_a1')).list.find(({ kind }) => kind === 'online')
    expect(raw?.detail).toEqual({ address: '10.0.0.9' })
  })

  it('is written to a file in the order of the list', async () => {
    const call = await as('admin')
    const { export_id } = await call(api.exportCreate, {
      body: {
        kind: 'device-log',
        format: 'csv',
        file_name: 'log',
        time_zone: 'UTC',
        language: 'en',
        columns: ['at', 'kind', 'detail'],
        filter: { ...DURING, include_lower: true },
      },
    })
    expect(await outcomeOf(call, export_id)).toMatchObject({ state: 'done' })
    const lines = (await fileOf(call, export_id)).trim().split('\n')
    expect(lines).toHaveLength(ALL.length + 1)
    expect(lines[1]).toContain('Upgrade')
    expect(lines.find((line) => line.includes('Command'))).toContain('DHW set-point: 45 → 48')
  })
})

describe('the connections of a unit', () => {
  it('are stretches of a period, with their share and the drops', async () => {
    const call = await as('city_a1')
    const body = { mac: mac(), from: at('00:00:00'), to: at('04:00:00') }
    expect(await call(api.deviceConnections, { body })).toEqual({
      spans: [
        { from: at('00:00:00'), to: at('01:00:00'), state: 'unknown' },
        { from: at('01:00:00'), to: at('02:00:00'), state: 'online' },
        { from: at('02:00:00'), to: at('04:00:00'), state: 'offline' },
      ],
      online_share: 1 / 3,
      drops: 1,
    })
  })

  it('are not told of units elsewhere, nor of too long a time', async () => {
    const body = { mac: mac(), from: at('00:00:00'), to: at('04:00:00') }
    expect(await codeOf((await as('province_b'))(api.deviceConnections, { body }))).toBe('device_not_found')
    const long = { ...body, from: '2020-01-01T00:00:00.000Z' }
    expect(await codeOf((await as('admin'))(api.deviceConnections, { body: long }))).toBe('invalid_input')
  })
})
