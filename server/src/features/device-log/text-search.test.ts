import { api } from '@heatfleet/contract/api.ts'
import type { DeviceLogFilter } from '@heatfleet/contract/device-log/device-log.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'

const { database, fleet, as } = useFleetConsole()
/** Belongs to A1. */
const mac = () => fleet.devices[1]?.mac ?? ''

beforeAll(async () => {
  const { db } = database
  const device_id = fleet.devices[1]?.device_id ?? 0
  const at = new Date('2026-11-20T05:00:00Z')
  const alarm = JSON.stringify({ keys: ['f07'], codes: ['F07'], severity: 'major' })
  await db
    .insertInto('device_events')
    .values([
      { device_id, at, kind: 'alarm', detail: alarm },
      { device_id, at, kind: 'boot', detail: JSON.stringify({ why: 'por', fw: '1.3.0' }) },
    ])
    .execute()
  await db
    .insertInto('control_log')
    .values({
      device_id,
      uid: fleet.accounts.admin,
      operator_name: 'admin',
      source: 'console',
      control_time: at,
      expires_at: at,
      point_key: 'sp_dhw',
      layout_id: fleet.layout_id,
      new_value: 48,
      state: 'verified',
      request_id: 'request-7',
    })
    .execute()
})

const kinds = async (filter: Partial<DeviceLogFilter>, account: SmallAccount = 'admin') => {
  const call = await as(account)
  const { list } = await call(api.deviceLogList, { body: { include_lower: true, macs: [mac()], ...filter } })
  return list.map(({ kind }) => kind)
}

it('entries are found by code, value, point, operator and request, in any case of letters', async () => {
  const point = await database.db
    .selectFrom('product_versions')
    .select('points')
    .where('layout_id', '=', fleet.layout_id)
    .executeTakeFirstOrThrow()
  const named = (key: string) => point.points.find((one) => one.key === key)?.names ?? { en: '', zh: '', pl: '' }
  expect(await kinds({ text: 'f07' })).toEqual(['alarm'])
  expect(await kinds({ text: named('f07').zh })).toEqual(['alarm'])
  expect(await kinds({ text: '1.3.0' })).toEqual(['boot'])
  expect(await kinds({ text: named('sp_dhw').pl.toUpperCase() })).toEqual(['command'])
  expect(await kinds({ text: 'ADMIN', type: 'command' })).toEqual(['command'])
  expect(await kinds({ text: 'request-7' })).toEqual(['command'])
  expect(await kinds({ text: 'no such thing' })).toEqual([])
  // Names of what is known are no text of an entry.
  expect(await kinds({ text: 'severity' })).toEqual([])
})

it('a text is looked for in entries of few named units, within the scope, and reports have none', async () => {
  const call = await as('admin')
  const needs = async (body: Partial<DeviceLogFilter>) => {
    const { total, needs_units } = await call(api.deviceLogList, {
      body: { include_lower: true, text: 'f07', ...body },
    })
    return [total, needs_units]
  }
  const many = Array.from({ length: LIMITS.device_log_report_units_max + 1 }, (_, n) => `a4c10000000${n}`)
  expect(await needs({})).toEqual([0, true])
  expect(await needs({ search: 'villa' })).toEqual([0, true])
  expect(await needs({ macs: many })).toEqual([0, true])
  expect(await needs({ search: mac() })).toEqual([1, false])
  expect(await needs({ search: mac(), type: 'report' })).toEqual([0, false])
  expect(await kinds({ text: 'f07' }, 'province_b')).toEqual([])
  expect(await kinds({ text: 'f07' }, 'province_a')).toEqual(['alarm'])
})
