import { api } from '@heatfleet/contract/api.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOnLabel, registerApp } from '../../../test/app-client.ts'
import { untilGiven } from '../../../test/eventually.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallDevice } from '../../../test/small-fleet.ts'

type Person = { call: Call; app_user_id: number }

const { database, fleet, console_, as } = useFleetConsole()
let owner: Person
let guest: Person
let province: Call

const unit = (at: number): SmallDevice => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return device
}
const generationOf = async (at: number): Promise<number> =>
  (
    await database.db
      .selectFrom('devices')
      .select('claim_generation')
      .where('device_id', '=', unit(at).device_id)
      .executeTakeFirstOrThrow()
  ).claim_generation
const usersOf = async (at: number) =>
  (await province(api.bindUserList, { query: { mac: unit(at).mac } })).list.map(({ app_user_id }) => app_user_id)

beforeAll(async () => {
  const app = await registerApp(database.db, console_.base_url)
  owner = await app.join('anna.nowak@example.com')
  guest = await app.join('guest@example.com')
  province = await as('province_a')
})
beforeEach(async () => {
  await database.db.deleteFrom('bindings').execute()
  for (const at of [1, 2]) {
    const code = codeOnLabel(unit(at), await generationOf(at))
    await owner.call(api.appBind, { body: { device_id: unit(at).mac, code } })
  }
  const { code } = await owner.call(api.appShare, { params: { device_id: unit(1).mac } })
  await guest.call(api.appJoin, { body: { code } })
})

describe('all users of a unit', () => {
  it('lose it at once, are told, and its claim code is another', async () => {
    const generation = await generationOf(1)
    expect(await usersOf(1)).toHaveLength(2)
    const body = { mac: unit(1).mac, reason: 'House sold', users: 2, notify: 'yes' as const }
    expect(await province(api.unbindAll, { body })).toEqual({ mac: unit(1).mac, unbound: 2 })
    expect(await usersOf(1)).toEqual([])
    expect(await usersOf(2)).toEqual([owner.app_user_id])
    expect(await generationOf(1)).toBe(generation + 1)
    const events = await database.db
      .selectFrom('binding_events')
      .select(['app_user_id', 'reason', 'by_uid'])
      .where('action', '=', 'unbound')
      .where('device_id', '=', unit(1).device_id)
      .execute()
    expect(events).toHaveLength(2)
    expect(new Set(events.map(({ reason }) => reason))).toEqual(new Set(['House sold']))
    for (const person of [owner, guest]) {
      const told = await database.db
        .selectFrom('app_user_messages')
        .select('title')
        .where('app_user_id', '=', person.app_user_id)
        .execute()
      expect(told).toHaveLength(1)
    }
    const [line] = await database.db
      .selectFrom('audit_log')
      .select(['object', 'detail'])
      .where('action', '=', 'unbindAll')
      .execute()
    expect(line).toMatchObject({ object: `device ${unit(1).mac}`, detail: { reason: 'House sold', notified: 2 } })
  })

  it('stay when they are others than the person saw, and without right, scope or reason', async () => {
    const body = { mac: unit(1).mac, reason: 'House sold' }
    expect(await codeOf(province(api.unbindAll, { body: { ...body, users: 1 } }))).toBe('stale_edit')
    expect(await codeOf((await as('province_b'))(api.unbindAll, { body }))).toBe('device_not_found')
    expect(await codeOf((await as('auditor'))(api.unbindAll, { body }))).toBe('no_permission')
    expect(await codeOf(province(api.unbindAll, { body: { ...body, reason: ' ' } }))).toBe('invalid_input')
    expect(await usersOf(1)).toHaveLength(2)
    expect(await codeOf(province(api.unbindAll, { body: { ...body, mac: unit(3).mac } }))).toBe('not_bound')
  })

  it('of many units go in a batch that lists those without users', async () => {
    const macs = [1, 2, 3].map((at) => unit(at).mac)
    const which = { by: 'filter' as const, filter: { macs }, except: [] }
    const input = { reason: 'Returned', notify: 'no' as const }
    const { batch_id } = await province(api.batchCreate, { body: { action: 'device-unbind', which, input } })
    const ended = await untilGiven(async () => {
      const { list } = await province(api.batchList, { query: { pageNo: 1, size: 20 } })
      const found = list.find((one) => one.batch_id === batch_id)
      if (found?.state !== 'done') throw new Error('it runs')
      return found
    })
    expect(ended).toMatchObject({ total: 3, done: 2, failed: 1 })
    for (const at of [1, 2, 3]) expect(await usersOf(at)).toEqual([])
  })
})
