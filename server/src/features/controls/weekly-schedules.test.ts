import { api } from '@heatfleet/contract/api.ts'
import { pollBlocksOf, withBlocks } from '@heatfleet/contract/products/plan.ts'
import { DataPoint } from '@heatfleet/contract/products/points.ts'
import { schedulePoints, WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import { describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { createMovedClock } from '../../../test/moved-clock.ts'
import { refusalOf } from '../../../test/refusals.ts'
import { blockOf } from '../../../test/report-bytes.ts'
import { signIn } from '../../../test/sign-in.ts'
import { packLatestBlocks } from '../../ingest/latest-blocks.ts'
import { insertAuditLine } from '../audit/public.ts'
import { createLayouts } from '../products/public.ts'
import { findVersion } from '../products/store-drafts.ts'
import { acceptControl, type RequestedValue } from './accept-control.ts'
import { planRows } from './dispatch-rules.ts'

const { database, fleet, as } = useFleetConsole()
const names = { en: 'Heating week', zh: '', pl: '' }
const WEEK = WeeklySchedule.parse({
  key: 'week',
  names,
  address: 500,
  days: 'each_day',
  periods: 4,
  stride: 3,
  day_stride: 12,
  time_format: 'bcd',
  start: 0,
  end: 1,
  value: { offset: 2, names: { en: 'Target', zh: '', pl: '' }, unit: '°C', decimals: 0, min: 10, max: 30 },
})
const POINTS = schedulePoints(WEEK)
const OWN = DataPoint.parse({ ...POINTS[0], key: 't_flow', address: 1, rw: 'r', write_cmd: null, write_group: null })

describe('a weekly schedule of a product', () => {
  it('is published with its points, which the draft of the next version does not hold', async () => {
    const admin = await as('admin')
    const params = { product_key: 'with-week' }
    const basics = {
      name: 'With a week',
      english_name: 'With a week',
      category: 'air-water' as const,
      description: '',
      data_type: 'registers' as const,
      topology: 'direct' as const,
      network_type: ['wifi' as const],
      solution: '',
      platforms: ['web' as const],
      bind_limit: 10,
    }
    await admin(api.productCreate, { body: { ...params, basics } })
    const { revision } = await admin(api.productDraftSave, {
      params,
      body: { revision: 1, set: [OWN], settings: { schedules: [WEEK] } },
    })
    const check = await admin(api.checkUpdate, { body: params })
    expect(check.poll_blocks.map(({ start, quantity }) => [start, quantity])).toEqual([
      [1, 1],
      [500, 84],
    ])
    const { layout_id } = await admin(api.productPublish, { params, body: { revision, accept_warnings: true } })
    const { list } = await admin(api.productInfo, { body: { ...params, with_points: true } })
    expect(list[0]?.points).toHaveLength(85)
    expect(list[0]?.points?.every(({ block }) => block !== null)).toBe(true)
    const version = await findVersion(database.db, params.product_key, layout_id)
    expect(version?.points.map(({ key }) => key)).toEqual(['t_flow'])
    expect((await admin(api.productDraft, { params })).points.map(({ key }) => key)).toEqual(['t_flow'])
    expect(await admin(api.checkUpdate, { body: params })).toMatchObject({ changed_points: 0, changed_settings: [] })
  })

  it('is written by one frame of function 16 over all its registers, whichever periods are set', () => {
    const points = new Map(
      withBlocks(POINTS, pollBlocksOf(POINTS, INITIAL_SETTINGS.access), INITIAL_SETTINGS.access).map((point) => [
        point.key,
        point,
      ]),
    )
    const latest = [{ slave: 1, fn: 3 as const, start: 500, quantity: 84, status: 0, data: new Uint8Array(168) }]
    const rows = [
      { point_key: 'week_mon_1_start', new_value: 390 },
      { point_key: 'week_mon_1_end', new_value: 1_320 },
      { point_key: 'week_mon_1_value', new_value: 21 },
      { point_key: 'week_sun_4_start', new_value: 60 },
    ]
    const planned = planRows({ points }, rows, latest, {})
    if (!planned.ok) throw new Error(planned.reason)
    const { write, read, points: judged } = planned.planned
    expect(write).toMatchObject({ fn: 16, start: 500 })
    expect('words' in write ? write.words.slice(0, 3) : []).toEqual([0x06_30, 0x22_00, 21])
    expect('words' in write ? write.words[81] : null).toBe(0x01_00)
    expect(read).toEqual({ fn: 3, start: 500, count: 84 })
    expect(judged.map(({ at, expected }) => [at, expected])).toEqual([
      [0, 390],
      [1, 1_320],
      [2, 21],
      [81, 60],
    ])
  })
})

describe('a command that sets a part of a week', () => {
  const NOW = Date.UTC(2026, 10, 20, 8)
  const clock = createMovedClock(NOW)
  const bus = { publish: () => {}, subscribe: () => () => {} }
  const origin = { source: 'console', address: '10.0.0.7', user_agent: 'test', request_id: 'r-1' } as const
  const set = async (points: RequestedValue[]) => {
    const { caller } = await signIn({ database, clock }, fleet.accounts.admin)
    const layouts = createLayouts({ database })
    const writeAudit = (line: Parameters<typeof insertAuditLine>[1]) => insertAuditLine(database.db, line)
    const mac = fleet.devices[2]?.mac ?? ''
    return acceptControl({ database, clock, bus, layouts, writeAudit }, caller, origin, { mac, points })
  }

  it.each<[string, Record<string, number>, string]>([
    ['leaves the week sound', { week_mon_2_start: 660, week_mon_2_end: 720, week_mon_2_value: 20 }, 'ok'],
    ['makes a period end before it starts', { week_mon_1_end: 300 }, 'schedule_period_wrong week_mon_1_end'],
    ['lays one over another', { week_mon_2_start: 500, week_mon_2_end: 720 }, 'schedule_period_wrong week_mon_2_start'],
    ['is above the limit of the value', { week_mon_1_value: 31 }, 'above_max week_mon_1_value'],
    ['is no time of day', { week_mon_1_end: 1_500 }, 'above_max week_mon_1_end'],
  ])('%s', async (_, values, outcome) => {
    const held = { 500: 0x06_00, 501: 0x10_00, 502: 21, 583: 0 }
    await database.pool.query(
      `update product_versions set settings = settings || $1::jsonb, points = (
         select jsonb_agg(point) from jsonb_array_elements(points) point where not point ->> 'key' like 'week_%') || $2::jsonb
       where layout_id = $3`,
      [JSON.stringify({ schedules: [WEEK] }), JSON.stringify(POINTS), fleet.layout_id],
    )
    await database.db
      .updateTable('device_status')
      .set({ online: true, latest_blocks: packLatestBlocks([{ block: blockOf(held), at_s: NOW / 1000 }]) })
      .where('device_id', '=', fleet.devices[2]?.device_id ?? 0)
      .execute()
    const points = Object.entries(values).map(([key, value]) => ({ key, value }))
    expect(await refusalOf(set(points))).toBe(outcome)
  })
})
