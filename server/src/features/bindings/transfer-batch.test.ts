import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOnLabel, registerApp } from '../../../test/app-client.ts'
import { untilGiven } from '../../../test/eventually.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { refusalOf } from '../../../test/refusals.ts'
import type { SmallDevice } from '../../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole()
let admin: Call
let city: Call
/** Owns units 1 (A1, shared with the guest), 2 (A11) and 5 (B). */
let owner: { call: Call; app_user_id: number }
let guest: typeof owner
let buyer: typeof owner

const unit = (at: number): SmallDevice => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return device
}
const numberOf = async (at: number, role: 'owner' | 'shared' = 'owner') => {
  const { list } = await admin(api.bindUserList, { query: { mac: unit(at).mac, role } })
  return list[0]?.binding_id ?? 0
}

beforeAll(async () => {
  const app = await registerApp(database.db, console_.base_url)
  admin = (await console_.signIn('admin')).call
  city = (await console_.signIn('city_a1')).call
  owner = await app.join('owner@example.com')
  guest = await app.join('guest@example.com')
  buyer = await app.join('buyer@example.com')
  for (const at of [1, 2, 5])
    await owner.call(api.appBind, { body: { device_id: unit(at).mac, code: codeOnLabel(unit(at)) } })
  const { code } = await owner.call(api.appShare, { params: { device_id: unit(1).mac } })
  await guest.call(api.appJoin, { body: { code } })
  // A person without a unit is the manufacturer's alone to see.
  await buyer.call(api.appBind, { body: { device_id: unit(3).mac, code: codeOnLabel(unit(3)) } })
})

describe('a dry run', () => {
  it('has a verdict for each selected binding in scope, those that stay first, and changes nothing', async () => {
    const ids = [await numberOf(1), await numberOf(1, 'shared'), await numberOf(2), await numberOf(3)]
    const check = (call: Call) =>
      call(api.transferCheck, { body: { binding_ids: [...ids], to_app_user_id: buyer.app_user_id } })
    const { ok, refused, rows } = await check(admin)
    expect([ok, refused]).toEqual([2, 2])
    // Each part in the order of ids.
    expect(rows.map(({ mac, verdict, shared }) => `${mac} ${verdict} ${shared}`)).toEqual([
      ...[`${unit(1).mac} not_owner 1`, `${unit(3).mac} already_bound 0`].sort(),
      ...[`${unit(1).mac} ok 1`, `${unit(2).mac} ok 0`].sort(),
    ])
    expect((await owner.call(api.appDevices)).length).toBe(3)
    // Personal data is masked without the right to it.
    expect((await check(city)).rows.every(({ email }) => email.includes('***'))).toBe(true)
  })

  it('reads the filter of the list too, and leaves out what is outside of the scope', async () => {
    const body = { role: 'owner' as const, except_binding_ids: [await numberOf(3)], to_app_user_id: buyer.app_user_id }
    expect(await admin(api.transferCheck, { body })).toMatchObject({ ok: 3, refused: 0 })
    expect(await city(api.transferCheck, { body })).toMatchObject({ ok: 2, refused: 0 })
  })

  it('is refused for a person nobody knows, or who was erased', async () => {
    const check = (to_app_user_id: number) => admin(api.transferCheck, { body: { to_app_user_id } })
    expect(await refusalOf(check(999_999))).toBe('app_user_not_found')
    const { app_user_id } = await database.db
      .insertInto('app_users')
      .values({ nick_name: '', email: null, phone: null, erased_at: new Date() })
      .returning('app_user_id')
      .executeTakeFirstOrThrow()
    expect(await refusalOf(check(app_user_id))).toBe('app_user_erased to_app_user_id')
  })
})

it('many go to one person in one batch: each is checked, audited, and tells in the history who did it', async () => {
  const ids = [await numberOf(1), await numberOf(1, 'shared'), await numberOf(2), await numberOf(5)]
  const { batch_id } = await city(api.batchCreate, {
    body: {
      action: 'binding-transfer',
      which: { by: 'ids', ids },
      input: { to_app_user_id: buyer.app_user_id, reason: 'house sold' },
    },
  })
  const results = await untilGiven(async () => {
    const { list, batch } = await city(api.batchItems, { params: { id: batch_id } })
    if (batch.state !== 'done') throw new Error(batch.state)
    return list.map(({ result }) => result)
  })
  // The share ended with the transfer of its unit; the last unit is another province's.
  expect(results).toEqual(['ok', 'not_bound', 'ok', 'not_bound'])
  const have = async ({ call }: typeof owner) => (await call(api.appDevices)).map(({ device_id }) => device_id).sort()
  expect(await have(buyer)).toEqual([unit(1).mac, unit(2).mac, unit(3).mac].sort())
  expect([await have(owner), await have(guest)]).toEqual([[unit(5).mac], []])
  const { list } = await admin(api.bindingHistory, { body: { action: 'transferred' } })
  expect(list.map(({ reason, by_name }) => [reason, by_name])).toEqual([
    ['house sold', 'city_a1'],
    ['house sold', 'city_a1'],
  ])
  const lines = await database.db
    .selectFrom('audit_log')
    .select(['object', 'result'])
    .where('action', 'in', ['transferBinding', 'transferDevice'])
    .where('result', '=', 'ok')
    .execute()
  expect(lines.filter(({ object }) => object === `app-user ${buyer.app_user_id}`)).toHaveLength(2)
  expect(lines.filter(({ object }) => object === `app-user ${owner.app_user_id}`)).toHaveLength(2)
})

it('a shared binding is not handed over, nor one outside the scope', async () => {
  const transfer = (call: Call, binding_id: number) =>
    call(api.transferBinding, {
      body: { binding_id, to_app_user_id: guest.app_user_id, reason: 'house sold' },
    })
  expect(await refusalOf(transfer(city, await numberOf(5)))).toBe('not_bound')
  const { code } = await buyer.call(api.appShare, { params: { device_id: unit(3).mac } })
  await guest.call(api.appJoin, { body: { code } })
  expect(await refusalOf(transfer(admin, await numberOf(3, 'shared')))).toBe('not_owner')
  expect(await refusalOf(transfer(admin, await numberOf(3)))).toBe('ok')
})
