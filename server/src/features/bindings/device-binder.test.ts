import { api } from '@heatfleet/contract/api.ts'
import { BINDING_EVENT_EXPORT_COLUMNS, BINDING_EXPORT_COLUMNS } from '@heatfleet/contract/bindings/device-binder.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOnLabel, registerApp, type TestApp } from '../../../test/app-client.ts'
import { untilGiven } from '../../../test/eventually.ts'
import { fileOf, linesOf, outcomeOf } from '../../../test/export-steps.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallDevice } from '../../../test/small-fleet.ts'

type Person = { call: Call; app_user_id: number }

const { database, fleet, console_ } = useFleetConsole()
let app: TestApp
let admin: Call
let province: Call
let city: Call
/** Owns a unit in A1, shared with the guest, and one in B. */
let owner: Person
let guest: Person

const unit = (at: number): SmallDevice => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return device
}

beforeAll(async () => {
  app = await registerApp(database.db, console_.base_url)
  admin = (await console_.signIn('admin')).call
  province = (await console_.signIn('province_a')).call
  city = (await console_.signIn('city_a1')).call
  owner = await app.join('anna.nowak@example.com')
  guest = await app.join('guest@example.com')
  for (const at of [1, 5])
    await owner.call(api.appBind, { body: { device_id: unit(at).mac, code: codeOnLabel(unit(at)) } })
  const { code } = await owner.call(api.appShare, { params: { device_id: unit(1).mac } })
  await guest.call(api.appJoin, { body: { code } })
})

describe('the current bindings', () => {
  it('have unit, product, distributor, person, app, way, account and last activity', async () => {
    const { list, total } = await admin(api.bindUserList, { query: { search: unit(1).mac.slice(0, 15) } })
    expect(total).toBe(2)
    expect(list).toMatchObject([
      {
        mac: unit(1).mac,
        product_key: fleet.product_key,
        agent_id: fleet.distributors.A1.agent_id,
        app_user_id: owner.app_user_id,
        email: 'anna.nowak@example.com',
        role: 'owner',
        bind_way: 'scan',
        app_name: 'Home',
        status: 'active',
        online_status: 'never',
      },
      { app_user_id: guest.app_user_id, role: 'shared', bind_way: 'share' },
    ])
    expect(list[0]?.last_activity_time).not.toBeNull()
  })

  it.each([
    ['a nick name', { search: 'ANNA' }, [1, 5]],
    ['the number of a person', () => ({ search: String(guest.app_user_id) }), [1]],
    ['the role', { role: 'shared' }, [1]],
    ['the way', { bind_way: 'scan' }, [1, 5]],
    ['a part of an e-mail', { contact: 'guest@' }, [1]],
    ['a distributor with those below it', () => ({ agent_id: fleet.distributors.A.agent_id }), [1]],
    ['another product', { product_key: 'none' }, []],
    ['a status nobody has', { status: 'disabled' }, []],
    ['a mark nobody has', { mark: 'vip' }, []],
    ['a time before', { bind_to: '2020-01-01T00:00:00Z' }, []],
    ['a time after', { bind_from: '2020-01-01T00:00:00Z' }, [1, 5]],
  ] as const)('are found by %s', async (_, query, units) => {
    const asked = typeof query === 'function' ? query() : query
    const { list } = await admin(api.bindUserList, { query: asked as { search: string } })
    expect([...new Set(list.map(({ mac }) => mac))]).toEqual(units.map((at) => unit(at).mac).toSorted())
  })

  it('are masked without pii:view, and then found by a whole address alone', async () => {
    const found = async (contact: string) => (await city(api.bindUserList, { query: { contact } })).list
    expect(await found('guest@example')).toEqual([])
    expect(await found('guest@example.com')).toMatchObject([{ email: 'g***@example.com' }])
  })

  it('are sorted by unit, time of binding and last activity, both ways', async () => {
    const sorted = async (sort_by: 'mac' | 'bind_time' | 'last_activity_time', sort_order: 'asc' | 'desc') =>
      (await admin(api.bindUserList, { query: { sort_by, sort_order } })).list
    expect((await sorted('bind_time', 'desc'))[0]).toMatchObject({ app_user_id: guest.app_user_id })
    expect((await sorted('bind_time', 'asc'))[0]).toMatchObject({ mac: unit(1).mac, role: 'owner' })
    expect((await sorted('mac', 'desc'))[0]?.mac).toBe([unit(1).mac, unit(5).mac].toSorted().at(-1))
    expect(await sorted('last_activity_time', 'desc')).toHaveLength(3)
  })
})

describe('history and invitations', () => {
  it('tell who did what; a name of another organisation is not told to a distributor', async () => {
    const { mac } = unit(2)
    const body = { mac, role: 'owner', reason: 'installer asked' } as const
    await admin(api.bindDevice, { params: { id: guest.app_user_id }, body })
    const query = { body: { mac } }
    expect((await admin(api.bindingHistory, query)).list).toMatchObject([
      { action: 'bound', by: 'console', by_name: 'admin', reason: 'installer asked', bind_way: 'admin' },
    ])
    expect((await province(api.bindingHistory, query)).list).toMatchObject([{ by: 'console', by_name: '' }])
    const shared = await admin(api.bindingHistory, { body: { action: 'shared', from: '2020-01-01T00:00:00Z' } })
    expect(shared.list).toMatchObject([{ mac: unit(1).mac, by: 'app', by_name: '', app_user_id: guest.app_user_id }])
    expect((await admin(api.bindingHistory, { body: { to: '2020-01-01T00:00:00Z' } })).total).toBe(0)
  })

  it('list invitations that wait and are still good, within the scope', async () => {
    await owner.call(api.appShare, { params: { device_id: unit(1).mac } })
    await owner.call(api.appShare, { params: { device_id: unit(5).mac } })
    const waiting = async (call: Call) =>
      (await call(api.shareInvitations)).list.map(({ mac, app_user_id }) => [mac, app_user_id])
    expect(await waiting(city)).toEqual([[unit(1).mac, owner.app_user_id]])
    expect(await waiting(admin)).toHaveLength(2)
    const past = { expires_at: new Date(0) }
    await database.db.updateTable('binding_share_codes').set(past).where('device_id', '=', unit(5).device_id).execute()
    expect(await waiting(admin)).toHaveLength(1)
    expect((await admin(api.shareInvitations, { body: { search: unit(5).mac } })).total).toBe(0)
  })

  it('end an invitation within the scope: its code is refused from then on', async () => {
    const { code } = await owner.call(api.appShare, { params: { device_id: unit(1).mac } })
    const { list } = await admin(api.shareInvitations, { body: { mac: unit(1).mac } })
    const elsewhere = { body: { invitation_id: 2_000_000_000, reason: 'left' } }
    expect(await refusalOf(city(api.endInvitation, elsewhere))).toBe('not_found')
    for (const { invitation_id } of list)
      expect(await city(api.endInvitation, { body: { invitation_id, reason: 'left' } })).toMatchObject({
        mac: unit(1).mac,
        app_user_id: owner.app_user_id,
      })
    expect((await admin(api.shareInvitations, { body: { mac: unit(1).mac } })).total).toBe(0)
    expect(await refusalOf(guest.call(api.appJoin, { body: { code } }))).toMatch('claim_refused')
  })
})

describe('files', () => {
  it('have what the lists show, masked without pii:export', async () => {
    const file = { format: 'csv', file_name: 'bindings', time_zone: 'UTC', language: 'en' } as const
    const linesFor = async (call: Call, body: object) => {
      const { export_id } = await call(api.exportCreate, { body: { ...file, ...body } as never })
      expect(await outcomeOf(call, export_id)).toMatchObject({ state: 'done' })
      return linesOf(await fileOf(call, export_id))
    }
    const current = await linesFor(admin, {
      kind: 'binding-list',
      columns: BINDING_EXPORT_COLUMNS,
      filter: { mac: unit(1).mac },
    })
    expect(current).toHaveLength(3)
    expect(current[1]).toContain('anna.nowak@example.com')
    expect(current[1]).toContain('Owner')
    const columns = BINDING_EVENT_EXPORT_COLUMNS
    const history = await linesFor(admin, { kind: 'binding-history', columns, filter: { mac: unit(2).mac } })
    expect(history).toHaveLength(2)
    expect(history[1]).toContain('installer asked')
  })
})

describe('unbinding by number', () => {
  const numberOf = async (mac: string, role: 'owner' | 'shared') => {
    const { list } = await admin(api.bindUserList, { query: { mac, role } })
    return list[0]?.binding_id ?? 0
  }

  it('is refused when the person is bound as something else by now, and outside the scope', async () => {
    const binding_id = await numberOf(unit(1).mac, 'owner')
    const body = { binding_id, role: 'shared', reason: 'moved' } as const
    expect(await refusalOf(admin(api.endBinding, { body }))).toBe('stale_edit')
    const elsewhere = await numberOf(unit(5).mac, 'owner')
    expect(await refusalOf(city(api.endBinding, { body: { binding_id: elsewhere, reason: 'moved' } }))).toBe(
      'not_bound',
    )
  })

  it('of many is one batch; where an owner is among them, shares end', async () => {
    const ids = [await numberOf(unit(1).mac, 'owner'), await numberOf(unit(5).mac, 'owner')]
    const request = { action: 'binding-unbind', which: { by: 'ids', ids }, input: { reason: 'recall', notify: 'yes' } }
    const { batch_id } = await city(api.batchCreate, { body: request as never })
    const results = await untilGiven(async () => {
      const { list, batch } = await city(api.batchItems, { params: { id: batch_id } })
      if (batch.state !== 'done') throw new Error(batch.state)
      return list.map(({ name, result }) => [name, result])
    })
    const named = database.db.selectFrom('devices').select('device_name').where('device_id', '=', unit(1).device_id)
    const { device_name } = await named.executeTakeFirstOrThrow()
    expect(results).toEqual([
      [`${device_name} · anna.nowak@example.com`, 'ok'],
      ['', 'not_bound'],
    ])
    expect((await admin(api.bindUserList, { query: { mac: unit(1).mac } })).total).toBe(0)
    expect((await guest.call(api.appMessages)).list).toHaveLength(1)
    const { list } = await admin(api.bindingHistory, { body: { mac: unit(1).mac, action: 'unbound' } })
    expect(list).toMatchObject([
      { by_name: 'city_a1', reason: 'recall' },
      { by_name: 'city_a1', reason: 'recall' },
    ])
  })
})

it('unbinding an owner clears name and position when asked to, and nothing else', async () => {
  const { mac, device_id } = unit(2)
  const named = { device_name: 'House of Anna', lat: 52.1, lon: 21, address: 'Linden 4' }
  await database.db.updateTable('devices').set(named).where('device_id', '=', device_id).execute()
  const read = () =>
    database.db
      .selectFrom('devices')
      .select(['device_name', 'lat', 'lon', 'address'])
      .where('device_id', '=', device_id)
      .executeTakeFirstOrThrow()
  const bind = () =>
    admin(api.bindDevice, {
      params: { id: guest.app_user_id },
      body: { mac, role: 'owner', reason: 'test' },
    })
  const unbind = (clear_data: 'yes' | 'no') =>
    admin(api.unbindDevice, {
      params: { id: guest.app_user_id, deviceId: mac },
      query: { reason: 'moved out', clear_data },
    })
  if ((await admin(api.bindUserList, { query: { mac } })).total === 0) await bind()
  await unbind('no')
  expect(await read()).toEqual(named)
  await bind()
  await unbind('yes')
  expect(await read()).toEqual({ device_name: '', lat: null, lon: null, address: '' })
})
