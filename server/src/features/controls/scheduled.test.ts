import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf, refusalOf } from '../../../test/refusals.ts'
import { blockOf } from '../../../test/report-bytes.ts'
import type { SmallAccount } from '../../../test/small-fleet.ts'
import { packLatestBlocks } from '../../ingest/latest-blocks.ts'
import type { ToGateway } from '../../platform/bus.ts'
import { type AuditLine, insertAuditLine } from '../audit/public.ts'
import { createLayouts } from '../products/public.ts'
import { sendDueCommands } from './tasks.ts'

const HOUR_MS = 3_600_000

describe('commands at a time', () => {
  const { database, fleet, as } = useFleetConsole()
  const published: ToGateway[] = []
  const bus = { publish: (message: ToGateway) => void published.push(message), subscribe: () => () => {} }
  const writeAudit = (line: AuditLine) => insertAuditLine(database.db, line)
  const start_ms = Date.now()
  const macOf = (at: number): string => fleet.devices[at]?.mac ?? ''
  const inHours = (hours: number): string => new Date(start_ms + hours * HOUR_MS).toISOString()

  const schedule = async (
    who: SmallAccount,
    { at = 2, key = 'sp_heat', value = 40, hours = 1, wait_minutes = 0, change_reason = '' },
  ) => {
    const body = { mac: macOf(at), points: [{ key, value }], run_at: inHours(hours), wait_minutes, change_reason }
    return (await as(who))(api.scheduleCommand, { body })
  }
  const listed = async (who: SmallAccount, at = 2) => (await as(who))(api.scheduledList, { body: { mac: macOf(at) } })
  /** A turn of the worker so many hours from the start. */
  const turn = (hours: number) => {
    const clock = { now: () => start_ms + hours * HOUR_MS, after: () => () => {} }
    const layouts = createLayouts({ database })
    const log = { warn: () => {} } as never
    return sendDueCommands({ database, clock, bus, layouts, writeAudit, log }, new AbortController().signal)
  }
  const setOnline = (online: boolean) => database.db.updateTable('device_status').set({ online }).execute()
  const sent = () =>
    database.db
      .selectFrom('control_log')
      .select(['point_key', 'new_value', 'source', 'operator_name', 'change_reason', 'state'])
      .orderBy('control_id')
      .execute()

  beforeAll(async () => {
    const latest_blocks = packLatestBlocks([{ block: blockOf({ 204: 90 }), at_s: Math.floor(start_ms / 1000) }])
    await database.db.updateTable('device_status').set({ latest_blocks }).execute()
  })
  beforeEach(async () => {
    published.length = 0
    await database.db.deleteFrom('control_log').execute()
    await database.db.deleteFrom('scheduled_commands').execute()
    await setOnline(true)
  })

  it('are sent once when their time has come, as commands of who scheduled them', async () => {
    const made = await schedule('city_a1', { hours: 1 })
    expect(made).toMatchObject({ state: 'pending', operator_name: 'city_a1', run_at: inHours(1) })
    await turn(0.9)
    expect(await sent()).toEqual([])
    await Promise.all([turn(1), turn(1)])
    await turn(2)
    expect(await sent()).toEqual([
      {
        point_key: 'sp_heat',
        new_value: 40,
        source: 'schedule',
        operator_name: 'city_a1',
        change_reason: '',
        state: 'queued',
      },
    ])
    expect(published).toHaveLength(1)
    expect(await listed('city_a1')).toMatchObject([{ scheduled_id: made.scheduled_id, state: 'sent', reason: null }])
  })

  it('wait for a unit that is off line as long as is said, and no longer', async () => {
    await setOnline(false)
    await schedule('city_a1', { hours: 1, wait_minutes: 120 })
    await schedule('city_a1', { hours: 1, value: 41 })
    await turn(1)
    expect((await listed('city_a1')).map(({ state, reason }) => [state, reason])).toEqual([
      ['pending', null],
      ['expired', 'device_offline'],
    ])
    await setOnline(true)
    await turn(2)
    expect(await sent()).toMatchObject([{ new_value: 40 }])
    await setOnline(false)
    await schedule('city_a1', { hours: 1, wait_minutes: 60 })
    await turn(3)
    expect((await listed('city_a1')).at(0)).toMatchObject({ state: 'expired', reason: 'device_offline' })
  })

  it('are taken back before their time by those who control the unit, and only once', async () => {
    const { scheduled_id } = await schedule('city_a1', {})
    const cancel = async (who: SmallAccount, at = 2) =>
      (await as(who))(api.cancelScheduled, { body: { mac: macOf(at), scheduled_id } })
    expect(await codeOf(cancel('city_a2'))).toBe('device_not_found')
    expect(await codeOf(cancel('city_a1', 1))).toBe('not_found')
    expect(await codeOf(cancel('auditor'))).toBe('no_permission')
    expect(await cancel('province_a')).toMatchObject({ state: 'cancelled', cancelled_by: 'province_a' })
    expect(await codeOf(cancel('province_a'))).toBe('scheduled_over')
    await turn(2)
    expect(await sent()).toEqual([])
  })

  it('are validated like a command, when they are scheduled and when they are sent', async () => {
    expect(await refusalOf(schedule('city_a1', { value: 99 }))).toBe('above_max sp_heat')
    expect(await codeOf(schedule('city_a2', {}))).toBe('device_not_found')
    expect(await codeOf(schedule('auditor', {}))).toBe('no_permission')
    expect(await codeOf(schedule('city_a1', { hours: -1 }))).toBe('scheduled_time_wrong')
    expect(await codeOf(schedule('city_a1', { hours: 24 * 366 }))).toBe('scheduled_time_wrong')
    await schedule('city_a1', {})
    const { agent_id, agent_path } = fleet.distributors.B
    const moved = database.db.updateTable('devices').where('mac', '=', macOf(2))
    const { A11 } = fleet.distributors
    await moved.set({ agent_id, agent_path }).execute()
    await turn(1)
    await moved.set({ agent_id: A11.agent_id, agent_path: A11.agent_path }).execute()
    expect(await listed('city_a1')).toMatchObject([{ state: 'failed', reason: 'device_not_found' }])
    expect(await sent()).toEqual([])
  })

  it('end with the account that scheduled them', async () => {
    await schedule('city_a1', {})
    await database.db.updateTable('accounts').set({ disabled: true }).where('user_name', '=', 'city_a1').execute()
    await turn(1)
    await database.db.updateTable('accounts').set({ disabled: false }).where('user_name', '=', 'city_a1').execute()
    expect(await listed('province_a')).toMatchObject([{ state: 'failed', reason: 'account_gone' }])
  })

  it('of one unit are so many and no more', async () => {
    for (let n = 0; n < LIMITS.scheduled_per_device_max; n += 1) await schedule('city_a1', { hours: n + 1 })
    expect(await codeOf(schedule('city_a1', {}))).toBe('scheduled_full')
    expect((await listed('city_a1')).map(({ run_at }) => run_at)).toEqual(
      Array.from({ length: LIMITS.scheduled_per_device_max }, (_, n) => inHours(n + 1)),
    )
  })

  it('that set an installer’s point say why, and the log keeps it', async () => {
    expect(await refusalOf(schedule('province_a', { key: 'df_max', value: 8 }))).toBe('control_reason_missing df_max')
    await schedule('province_a', { key: 'df_max', value: 8, change_reason: ' Ice on the coil ' })
    await turn(1)
    expect(await sent()).toMatchObject([{ point_key: 'df_max', change_reason: 'Ice on the coil' }])
    const { list } = await (await as('province_a'))(api.controlLog, { body: { source: 'schedule' } })
    expect(list).toMatchObject([{ change_reason: 'Ice on the coil', level: 'installer', source: 'schedule' }])
    const lines = await database.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'ControlDevice')
      .orderBy('audit_id', 'desc')
      .limit(1)
      .execute()
    expect(lines).toMatchObject([{ detail: { change_reason: 'Ice on the coil', after: { df_max: 8 } } }])
  })

  it('leave pinned points to each person', async () => {
    const { product_key } = fleet
    const call = await as('city_a1')
    const query = { product_key }
    await call(api.savePinnedPoints, { query, body: { points: ['sp_dhw', 'sp_heat'] } })
    expect(await call(api.pinnedPoints, { query })).toEqual({ points: ['sp_dhw', 'sp_heat'] })
    expect(await (await as('city_a2'))(api.pinnedPoints, { query })).toEqual({ points: [] })
    await call(api.savePinnedPoints, { query, body: { points: [] } })
    expect(await call(api.pinnedPoints, { query })).toEqual({ points: [] })
    const unknown = { query: { product_key: 'none' }, body: { points: ['sp_dhw'] } }
    expect(await codeOf(call(api.savePinnedPoints, unknown))).toBe('product_unknown')
    const twice = { query, body: { points: ['sp_dhw', 'sp_dhw'] } }
    expect(await codeOf(call(api.savePinnedPoints, twice))).toBe('invalid_input')
  })
})
