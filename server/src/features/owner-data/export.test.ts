import { existsSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { api } from '@heatfleet/contract/api.ts'
import { OwnerFileHead } from '@heatfleet/contract/owner-data/owner-data.ts'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { untilGiven } from '../../../test/eventually.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { ownerDataCase, T_IN, T_OUT } from '../../../test/owner-data-case.ts'
import { codeOf } from '../../../test/refusals.ts'
import { systemClock } from '../../platform/clock.ts'
import { createLayouts } from '../products/public.ts'
import { dataExportPath } from './export-file.ts'
import { ownerExportTasks } from './tasks.ts'

const { database, fleet, console_ } = useFleetConsole()
const MINUTE = 60_000
const WEEK = 7 * 86_400_000
const START = Math.floor(Date.now() / MINUTE) * MINUTE - 10 * MINUTE
let of: Awaited<ReturnType<typeof ownerDataCase>>

beforeAll(async () => {
  of = await ownerDataCase({ database, fleet, console_ })
})

describe('the file of all data of a unit', () => {
  it('holds the metadata and each report since the binding, and goes with the owner', async () => {
    const device = of.unit(0)
    const params = { device_id: device.mac }
    await of.report(
      device,
      [-200, 0, 1, 2].map((minute) => [START + minute * MINUTE, { [T_IN]: 300, [T_OUT]: 350 + minute }] as const),
    )
    const { call } = await of.own('leaves@example.com', device, 60)
    const at = (minute: number) => new Date(START + minute * MINUTE)
    const fault = { device_id: device.device_id, severity: 'major', value: 2, code: 'E01' } as const
    await database.db
      .insertInto('alarms')
      .values([
        {
          ...fault,
          type: 'device_fault',
          rule_key: 'fault_1',
          first_at: at(-300),
          last_at: at(-200),
          recovered_at: at(-190),
        },
        { ...fault, type: 'device_fault', rule_key: 'fault_2', first_at: at(1), last_at: at(1), recovered_at: at(2) },
        { ...fault, type: 'sim_expiry', rule_key: '89860012345678910020', first_at: at(1), last_at: at(1) },
        { ...fault, type: 'threshold', rule_key: '7', first_at: at(3), last_at: at(3) },
      ])
      .execute()
    const event = (minute: number, kind: string, detail: object = {}) => ({
      device_id: device.device_id,
      at: at(minute),
      kind,
      detail: JSON.stringify(detail),
    })
    await database.db
      .insertInto('device_events')
      .values([event(-200, 'online'), event(1, 'online', { address: '192.0.2.7' }), event(2, '485', { st: 'down' })])
      .execute()
    const guest = await of.app.join('stays@example.com')
    const { code } = await call(api.appShare, { params })
    await guest.call(api.appJoin, { body: { code } })
    expect(await call(api.appDataExport, { params })).toMatchObject({ state: 'none' })
    expect(await codeOf(call(api.appDataExportFile, { params }))).toBe('data_export_not_done')
    await call(api.appRequestDataExport, { params })
    await untilGiven(async () => {
      const { state } = await call(api.appDataExport, { params })
      if (state !== 'done') throw new Error(state)
      return state
    })
    const { blob, file_name } = await call(api.appDataExportFile, { params })
    expect(file_name).toBe(`${device.mac}.jsonl.gz`)
    const lines = gunzipSync(Buffer.from(await blob.arrayBuffer()))
      .toString()
      .trim()
      .split('\n')
    const metadata = OwnerFileHead.parse(JSON.parse(lines[0] ?? ''))
    // Of the own time and of the unit alone.
    expect(metadata.alarms.map(({ type, key, value, recovered_time }) => [type, key, value, recovered_time])).toEqual([
      ['device_fault', 'fault_2', 2, at(2).toISOString()],
      ['threshold', null, null, null],
    ])
    expect(metadata.events).toEqual([
      { time: at(1).toISOString(), type: 'connection', kind: 'online' },
      { time: at(2).toISOString(), type: 'bus', kind: 'bus_lost' },
    ])
    expect(lines[0]).not.toContain('192.0.2.7')
    const column = metadata.points.findIndex(({ key }) => key === 't_out') + 1
    const rows = lines.slice(1).map((line) => JSON.parse(line) as number[])
    expect(rows.map((row) => [row[0], row[column]])).toEqual([
      [START, 35],
      [START + MINUTE, 35.1],
      [START + 2 * MINUTE, 35.2],
    ])
    expect(await call(api.appDataExport, { params })).toMatchObject({ state: 'done', rows: 3 })
    // Not for a person the unit is shared with, and for nobody after the owner left.
    for (const row of [api.appDataExport, api.appRequestDataExport, api.appDataExportFile] as const)
      expect(await codeOf(guest.call(row, { params }))).toBe('not_owner')
    const path = dataExportPath(console_.exports_folder, device.device_id)
    expect(existsSync(path)).toBe(true)
    await call(api.appUnbind, { params })
    expect(await codeOf(call(api.appDataExportFile, { params }))).toBe('not_bound')
    const tasks = ownerExportTasks({
      database,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      layouts: createLayouts({ database }),
      exports_folder: console_.exports_folder,
    })
    await tasks['expire-owner-data-exports'].run()
    expect(existsSync(path)).toBe(false)
  })

  it('is written one at a time, and kept for a week', async () => {
    const device = of.unit(1)
    const params = { device_id: device.mac }
    const { call, app_user_id } = await of.own('weekly@example.com', device)
    const at = new Date()
    await database.db
      .insertInto('data_exports')
      .values({ device_id: device.device_id, app_user_id, state: 'running', requested_at: at })
      .execute()
    expect(await codeOf(call(api.appRequestDataExport, { params }))).toBe('data_export_running')
    await database.db
      .updateTable('data_exports')
      .set({ state: 'done', requested_at: new Date(at.getTime() - WEEK) })
      .where('device_id', '=', device.device_id)
      .execute()
    expect(await call(api.appDataExport, { params })).toMatchObject({ state: 'none' })
    expect(await codeOf(call(api.appDataExportFile, { params }))).toBe('data_export_not_done')
    expect(await codeOf(call(api.appRequestDataExport, { params }))).toBe('ok')
  })
})
