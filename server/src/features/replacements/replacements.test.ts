import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { REPLACEMENT_EXPORT_COLUMNS } from '@heatfleet/contract/replacements/replacements.ts'
import { sql } from 'kysely'
import mqtt from 'mqtt'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOnLabel, registerApp } from '../../../test/app-client.ts'
import { eventually } from '../../../test/eventually.ts'
import { fileOf, linesOf, outcomeOf } from '../../../test/export-steps.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { connectModule, loginOf, reportOf, startTestGateway, type TestGateway } from '../../../test/gateway.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallDevice } from '../../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole()
let gateway: TestGateway
let admin: Call
let city: Call
let anna: { call: Call; app_user_id: number }

const unit = (at: number): SmallDevice => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return device
}
/** Belongs to A1; the other one lies in stock at A above it. */
const old = () => unit(1)
const fresh = () => unit(0)
const reason = 'does not start'
const nowS = () => Math.floor(Date.now() / 1000)

beforeAll(async () => {
  admin = (await console_.signIn('admin')).call
  city = (await console_.signIn('city_a1')).call
  gateway = await startTestGateway(database)
  const app = await registerApp(database.db, console_.base_url)
  anna = await app.join('anna.nowak@example.com')
  await anna.call(api.appBind, { body: { device_id: old().mac, code: codeOnLabel(old()) } })
  return () => gateway.stop()
})

/** What the main process tells the gateway after a change. */
const reload = () => gateway.send({ kind: 'devices_changed', device_ids: [old().device_id, fresh().device_id] })

/** CONNACK code of a log-in; 0 = let in. */
const logIn = async (device: SmallDevice): Promise<number> => {
  try {
    const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.mqtt_port}`, loginOf(device, Date.now()), false)
    await client.endAsync(true)
    return 0
  } catch (error) {
    return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : -1
  }
}
const valuesOf = async (call: Call, mac: string) => {
  const { series } = await call(api.listCurve, { body: { mac, points: ['t_in'], hours: 1 } })
  return (series[0]?.v ?? []).filter((value) => value !== null)
}
const stateOf = async () => {
  const rows = await database.db
    .selectFrom('devices')
    .selectAll()
    .where('device_id', 'in', [old().device_id, fresh().device_id])
    .orderBy('device_id')
    .execute()
  const status = await sql`select * from device_status where device_id = any(${[old().device_id, fresh().device_id]})
    order by device_id`.execute(database.db)
  return { rows, status: status.rows }
}
/** Tally, ranks and holdings beside what they are built of. */
const expectTrueCounters = async () => {
  const read = async () => {
    await sql`select fold_device_tally(now() - interval '2 days'), fold_device_holdings(), fold_device_ranks()`.execute(
      database.db,
    )
    const tally =
      await sql`select * from device_tally where span_minutes = 0 and n <> 0 order by 1, 4, 5, 6, 7, 8, 9`.execute(
        database.db,
      )
    const holdings =
      await sql`select * from device_holdings where (active, stock, shipped) <> (0, 0, 0) order by 1, 2`.execute(
        database.db,
      )
    const ranks = await sql`select prefix, n from device_ranks where n <> 0 order by 1`.execute(database.db)
    return { tally: tally.rows, holdings: holdings.rows, ranks: ranks.rows }
  }
  const kept = await read()
  await sql`select rebuild_device_tally(), rebuild_device_holdings()`.execute(database.db)
  const ranks =
    await sql`select left(mac, 10) as prefix, count(*)::int as n from devices group by 1 order by 1`.execute(
      database.db,
    )
  expect(kept).toEqual({ ...(await read()), ranks: ranks.rows })
}

describe('what cannot be replaced', () => {
  it.each([
    ['itself', 1, ['same_device']],
    ['a unit of another distributor', 5, ['new_elsewhere']],
    ['one in stock above', 0, []],
  ] as const)('%s', async (_, at, problems) => {
    const check = await admin(api.replacementCheck, { body: { mac: old().mac, new_mac: unit(at).mac } })
    expect(check.problems).toEqual(problems)
    expect(check.old).toMatchObject({ mac: old().mac, bound: 1, agent_name: 'A1' })
  })

  it('is refused with what is wrong, and a unit out of sight is not found', async () => {
    const body = { mac: old().mac, new_mac: unit(5).mac, kind: 'module', reason } as const
    expect(await refusalOf(admin(api.replaceDevice, { body }), 'problems')).toBe(
      'replacement_refused new_mac new_elsewhere',
    )
    expect(await refusalOf(city(api.replaceDevice, { body: { ...body, new_mac: fresh().mac } }))).toBe(
      'device_not_found new_mac',
    )
    expect(await refusalOf(admin(api.undoReplacement, { body: { mac: old().mac, reason } }))).toBe('nothing_to_undo')
  })
})

describe('a replaced module', () => {
  it('gives its place to the new one: the unit goes on, its curve too, the old module is refused', async () => {
    const before = await stateOf()
    const module = await connectModule(gateway, old())
    await module.send('blk', reportOf(1, nowS() - 60, [281, 485]))
    await eventually(() => valuesOf(admin, old().mac)).toEqual([28.1])

    const body = { mac: old().mac, new_mac: fresh().mac, kind: 'module', reason, sim_moved: true } as const
    const done = await admin(api.replaceDevice, { body })
    expect(done).toMatchObject({ mac: fresh().mac, old_mac: old().mac, state: 'in_effect', replaced_by: 'admin' })
    reload()
    await eventually(() => module.client.connected).toBe(false)
    expect(await logIn(old())).toBe(5)
    await expectTrueCounters()

    const next = await connectModule(gateway, fresh())
    await next.send('blk', reportOf(1, nowS() - 30, [300, 485]))
    await eventually(() => valuesOf(admin, fresh().mac)).toEqual([28.1, 30])

    const info = await admin(api.deviceInfo, { query: { mac: fresh().mac } })
    const { device_name, iccid } = before.rows.find(({ device_id }) => device_id === old().device_id) ?? {}
    expect(info).toMatchObject({ device_name, iccid, agent_name: 'A1', online_status: 'online', replaced_time: null })
    const { list } = await city(api.bindUserList, { query: { mac: fresh().mac } })
    expect(list.map(({ app_user_id }) => app_user_id)).toEqual([anna.app_user_id])
    await next.client.endAsync(true)
    await eventually(async () => (await admin(api.deviceInfo, { query: { mac: fresh().mac } })).online_status).toBe(
      'offline',
    )
    await expectTrueCounters()
  })

  it('leads to the unit from its old id, also for those who see only the unit; it is in no work list', async () => {
    for (const mac of [old().mac, fresh().mac])
      expect(await city(api.replacementsOf, { query: { mac } })).toMatchObject([{ mac: fresh().mac, replaced_by: '' }])
    expect((await city(api.replacementList)).total).toBe(1)
    expect((await admin(api.replacementList, { body: { search: old().mac, state: 'in_effect' } })).total).toBe(1)
    expect((await admin(api.replacementList, { body: { state: 'undone' } })).total).toBe(0)
    expect((await admin(api.deviceInfo, { query: { mac: old().mac } })).replaced_time).not.toBeNull()
    for (const quick of ['never_online', 'offline_24h', 'alarm'] as const) {
      const { list } = await admin(api.deviceList, { body: { quick } })
      expect(list.map(({ mac }) => mac)).not.toContain(old().mac)
    }
    const { list } = await admin(api.shippedDeviceList, { body: { tab: 'to_ship' } })
    expect(list.map(({ mac }) => mac)).not.toContain(old().mac)
  })

  it('is in the file of the list', async () => {
    const { export_id } = await admin(api.exportCreate, {
      body: {
        kind: 'replacement-list',
        filter: { search: old().mac },
        columns: [...REPLACEMENT_EXPORT_COLUMNS],
        format: 'csv',
        file_name: 'replacements',
        time_zone: 'UTC',
        language: 'en',
      },
    })
    expect(await outcomeOf(admin, export_id)).toMatchObject({ state: 'done' })
    const lines = linesOf(await fileOf(admin, export_id))
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('In effect')
    expect(lines[1]).toContain('Moved to the new module')
  })

  it('can be bound, claimed and replaced by nobody', async () => {
    const bind = { mac: old().mac, role: 'owner', reason } as const
    expect(await refusalOf(admin(api.bindDevice, { params: { id: anna.app_user_id }, body: bind }))).toBe(
      'device_replaced mac',
    )
    const claim = anna.call(api.appBind, { body: { device_id: old().mac, code: codeOnLabel(old()) } })
    expect(await refusalOf(claim)).toMatch('claim_refused')
    const again = { mac: fresh().mac, new_mac: old().mac }
    expect((await admin(api.replacementCheck, { body: again })).problems).toContain('new_replaced')
  })

  it('comes back by an undo, with both sides as they were; codes of former owners stay invalid', async () => {
    await admin(api.unbindDevice, {
      params: { id: anna.app_user_id, deviceId: fresh().mac },
      query: { reason },
    })
    const done = await admin(api.undoReplacement, { body: { mac: fresh().mac, reason: 'the wrong house' } })
    expect(done).toMatchObject({ mac: old().mac, state: 'undone', undo_reason: 'the wrong house', undo_until: null })
    reload()
    await expectTrueCounters()
    expect(await admin(api.deviceInfo, { query: { mac: old().mac } })).toMatchObject({ agent_name: 'A1' })
    expect(await admin(api.deviceInfo, { query: { mac: fresh().mac } })).toMatchObject({
      agent_name: 'A',
      online_status: 'never',
      active_status: false,
      replaced_time: null,
    })
    // What the new module reported meanwhile is the unit's history.
    expect(await valuesOf(admin, old().mac)).toEqual([28.1, 30])
    expect(await logIn(old())).toBe(0)
    const claim = anna.call(api.appBind, { body: { device_id: old().mac, code: codeOnLabel(old()) } })
    expect(await refusalOf(claim)).toMatch('claim_refused')
    expect(await refusalOf(admin(api.undoReplacement, { body: { mac: old().mac, reason } }))).toBe('nothing_to_undo')
  })
})

describe('an undo', () => {
  it('is refused after seven days', async () => {
    const body = { mac: old().mac, new_mac: fresh().mac, kind: 'unit', reason } as const
    const { replacement_id } = await admin(api.replaceDevice, { body })
    await database.db
      .updateTable('device_replacements')
      .set({ replaced_at: new Date(Date.now() - 7 * 86_400_000 - 1_000) })
      .where('replacement_id', '=', replacement_id)
      .execute()
    expect(await refusalOf(admin(api.undoReplacement, { body: { mac: fresh().mac, reason } }))).toBe('nothing_to_undo')
    expect((await admin(api.replacementsOf, { query: { mac: fresh().mac } }))[0]).toMatchObject({ undo_until: null })
  })
})
