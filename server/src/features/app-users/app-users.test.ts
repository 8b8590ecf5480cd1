import { api } from '@heatfleet/contract/api.ts'
import type { Mark } from '@heatfleet/contract/app-users/app-users.ts'
import type { Call } from '@heatfleet/contract/client.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { codeOnLabel, registerApp, type TestApp } from '../../../test/app-client.ts'
import { useFleetConsole } from '../../../test/fleet-console.ts'
import { codeOf } from '../../../test/refusals.ts'
import type { SmallDevice } from '../../../test/small-fleet.ts'

const { database, fleet, console_ } = useFleetConsole()
let app: TestApp
let admin: Call
let city_a1: Call
/** Owns a unit in A1 and one in B. */
let anna: { call: Call; app_user_id: number }

const unit = (at: number): SmallDevice => {
  const device = fleet.devices[at]
  if (device === undefined) throw new Error(`The small fleet has no unit ${at}.`)
  return device
}
const draft = {
  nick_name: 'Anna',
  gender: 'female',
  country: 'PL',
  region_text: '',
  language: 'pl',
  remark: '',
} as const
const params = () => ({ id: anna.app_user_id })
const newestLine = async (action: string) => {
  const lines = database.db.selectFrom('audit_log').selectAll().where('action', '=', action)
  return lines.orderBy('audit_id', 'desc').limit(1).executeTakeFirstOrThrow()
}

beforeAll(async () => {
  app = await registerApp(database.db, console_.base_url)
  admin = (await console_.signIn('admin')).call
  city_a1 = (await console_.signIn('city_a1')).call
  anna = await app.join('anna.nowak@example.com')
  for (const at of [1, 5])
    await anna.call(api.appBind, { body: { device_id: unit(at).mac, code: codeOnLabel(unit(at)) } })
})

describe('who sees whom', () => {
  it('a distributor sees who has a unit of his, masked, with those units alone', async () => {
    const { list } = await city_a1(api.appUserList)
    expect(list).toMatchObject([{ email: 'a***@example.com', owned_devices: 1 }])
    const devices = await city_a1(api.boundDevices, { params: params() })
    expect(devices.map(({ mac }) => mac)).toEqual([unit(1).mac])
    expect((await admin(api.boundDevices, { params: params() })).length).toBe(2)
  })

  it('a distributor without a unit of the app user finds none', async () => {
    const { call } = await console_.signIn('city_a2')
    expect((await call(api.appUserList)).list).toEqual([])
    expect(await codeOf(call(api.appUserInfo, { params: params() }))).toBe('app_user_not_found')
  })

  it.each([
    ['a part', 'anna', 0, 1],
    ['the whole', 'Anna.Nowak@example.com', 1, 1],
  ])('%s of an e-mail finds who may be seen by it', async (_, email, masked, seen) => {
    expect((await city_a1(api.appUserList, { body: { email } })).total).toBe(masked)
    expect((await admin(api.appUserList, { body: { email } })).total).toBe(seen)
  })
})

describe('changes', () => {
  it.each([
    ['a new e-mail without a reason', { email: 'b@example.com' }, 'reason_required'],
    ['neither phone nor e-mail left', { email: null, reason: 'asked by phone' }, 'contact_required'],
    ['an e-mail that is none', { email: 'b@', reason: 'asked by phone' }, 'invalid_input'],
    ['the same e-mail', { email: 'anna.nowak@example.com' }, 'ok'],
    ['a phone beside it, with a reason', { phone: '+48 500 100 200', reason: 'asked by phone' }, 'ok'],
  ])('%s: %s', async (_, part, code) => {
    expect(await codeOf(admin(api.editAppUser, { params: params(), body: { ...draft, ...part } }))).toBe(code)
  })

  it('what is left out stays', async () => {
    await admin(api.editAppUser, { params: params(), body: { ...draft, remark: 'calls at noon' } })
    const edited = await admin(api.editAppUser, { params: params(), body: { nick_name: 'Anna N.' } })
    expect(edited).toMatchObject({
      ...draft,
      nick_name: 'Anna N.',
      remark: 'calls at noon',
      email: 'anna.nowak@example.com',
    })
    await admin(api.editAppUser, { params: params(), body: draft })
  })

  it('the audit log has the changed fields and no personal data', async () => {
    const reason = 'new number'
    await admin(api.editAppUser, { params: params(), body: { ...draft, phone: '+48500100999', reason } })
    const { detail, object } = await newestLine('editAppUser')
    expect(object).toBe(`app-user ${anna.app_user_id}`)
    expect(detail).toEqual({ before: { phone: '+4***00' }, after: { phone: '+4***99' }, reason })
  })

  it('what belongs to another person of the same app is refused by its field', async () => {
    await app.join('taken@example.com')
    const body = { ...draft, email: 'TAKEN@example.com', reason: 'asked' }
    const refusal = await admin(api.editAppUser, { params: params(), body }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'user_already_exists', field: 'email' })
  })

  it('who is disabled is out at once, and in again when enabled', async () => {
    const person = await app.join('disabled@example.com')
    const status = (disabled: boolean) =>
      admin(api.disableAppUser, { params: { id: person.app_user_id }, body: { disabled, reason: 'test' } })
    expect(await status(true)).toMatchObject({ status: 'disabled' })
    expect(await codeOf(person.call(api.appProfile))).toBe('invalid_token')
    expect(await codeOf(app.signIn('disabled@example.com'))).toBe('account_disabled')
    await status(false)
    expect(await codeOf(app.signIn('disabled@example.com'))).toBe('ok')
    const { list } = await admin(api.appUserLogIns, { params: { id: person.app_user_id } })
    expect(list.map(({ result }) => result)).toEqual(['ok', 'account_disabled', 'ok'])
  })

  it('an erased person keeps the number and nothing else', async () => {
    const person = await app.join('erased@example.com')
    const id = person.app_user_id
    const erase = (confirm_id: number) =>
      admin(api.eraseAppUser, { params: { id }, body: { confirm_id, reason: 'asked' } })
    expect(await codeOf(erase(id + 1))).toBe('confirmation_mismatch')
    expect(await erase(id)).toMatchObject({ status: 'erased', nick_name: '', email: '', phone: '' })
    expect(await codeOf(erase(id))).toBe('app_user_erased')
    expect(await codeOf(app.signIn('erased@example.com'))).toBe('account_or_password_error')
    expect((await admin(api.appUserLogIns, { params: { id } })).list).toEqual([])
  })
})

describe('bindings by hand', () => {
  const bind = (mac: string, role: 'owner' | 'shared') =>
    codeOf(city_a1(api.bindDevice, { params: params(), body: { mac, role, reason: 'called the hotline' } }))

  it('never take a unit from its owner, and need one to share', async () => {
    const other = await app.join('other@example.com')
    await other.call(api.appBind, { body: { device_id: unit(2).mac, code: codeOnLabel(unit(2)) } })
    expect(await bind(unit(2).mac, 'owner')).toBe('device_has_owner')
    expect(await bind(unit(3).mac, 'shared')).toBe('device_without_owner')
    expect(await bind(unit(2).mac, 'shared')).toBe('ok')
    expect(await bind(unit(2).mac, 'shared')).toBe('already_bound')
    expect(await bind(unit(5).mac, 'owner')).toBe('device_not_found')
  })

  it('when staff unbind the owner, all leave and the code of the label is dead', async () => {
    const { owner } = await city_a1(api.deviceOwner, { query: { mac: unit(2).mac } })
    const query = { reason: 'sold the house' }
    await city_a1(api.unbindDevice, { params: { id: owner?.app_user_id ?? 0, deviceId: unit(2).mac }, query })
    expect(await city_a1(api.deviceOwner, { query: { mac: unit(2).mac } })).toMatchObject({ owner: null, bound: 0 })
    const { code, claim_generation } = await city_a1(api.claimCode, { body: { mac: unit(2).mac } })
    expect({ code, claim_generation }).toEqual({ code: codeOnLabel(unit(2), 2), claim_generation: 2 })
    expect((await newestLine('claimCode')).detail).toEqual({ claim_generation: 2 })
    const events = await database.db
      .selectFrom('binding_events')
      .select(['action', 'by_uid', 'reason'])
      .where('device_id', '=', unit(2).device_id)
      .where('action', '=', 'unbound')
      .execute()
    const by_city = { action: 'unbound', by_uid: fleet.accounts.city_a1, reason: 'sold the house' }
    expect(events).toEqual([by_city, by_city])
  })

  it('an unbound app user is notified in the language of the app, if staff request it', async () => {
    const { db } = database
    const inboxOf = async ({ call }: Awaited<ReturnType<TestApp['join']>>) =>
      (await call(api.appMessages)).list.map(({ title }) => title)
    const unbind = (app_user_id: number, notify?: 'yes') =>
      city_a1(api.unbindDevice, {
        params: { id: app_user_id, deviceId: unit(3).mac },
        query: { reason: 'did not pay', ...(notify === undefined ? {} : { notify }) },
      })
    const [owner, guest] = [await app.join('told@example.com'), await app.join('told-guest@example.com')]
    const set = (id: number, language: string) =>
      db.updateTable('app_users').set({ language }).where('app_user_id', '=', id).execute()
    await set(owner.app_user_id, 'pl')
    await set(guest.app_user_id, 'de')
    const take = async () => {
      const { code } = await city_a1(api.claimCode, { body: { mac: unit(3).mac } })
      await owner.call(api.appBind, { body: { device_id: unit(3).mac, code } })
      const by_hand = { mac: unit(3).mac, role: 'shared' as const, reason: 'called' }
      await admin(api.bindDevice, { params: { id: guest.app_user_id }, body: by_hand })
    }
    await take()
    await unbind(owner.app_user_id)
    expect([await inboxOf(owner), await inboxOf(guest)]).toEqual([[], []])
    expect((await newestLine('unbindDevice')).detail).toMatchObject({ notified: 0 })

    await take()
    await unbind(guest.app_user_id, 'yes')
    expect([await inboxOf(owner), await inboxOf(guest)]).toEqual([[], ['Ein Gerät gehört nicht mehr zu Ihrem Konto']])
    await admin(api.bindDevice, {
      params: { id: guest.app_user_id },
      body: { mac: unit(3).mac, role: 'shared', reason: 'called' },
    })
    await set(guest.app_user_id, '')
    await unbind(owner.app_user_id, 'yes')
    expect(await inboxOf(owner)).toEqual(['Urządzenie odłączono od Twojego konta'])
    expect((await inboxOf(guest))[0]).toBe('A unit left your account')
    expect((await newestLine('unbindDevice')).detail).toMatchObject({ notified: 2, reason: 'did not pay' })
    const [message] = (await owner.call(api.appMessages)).list
    expect(message?.text).toContain(`House 4 (${unit(3).mac})`)
    expect(message?.text).not.toContain('did not pay')
  })

  it('a unit goes from its owner to another person, and both sides stand in the audit log', async () => {
    const { db } = database
    const seller = await app.join('seller@example.com')
    const guest = await app.join('seller-guest@example.com')
    const buyer = await app.join('buyer@example.com')
    const { mac, device_id } = unit(0)
    await seller.call(api.appBind, { body: { device_id: mac, code: codeOnLabel(unit(0)) } })
    const { code } = await seller.call(api.appShare, { params: { device_id: mac } })
    await guest.call(api.appJoin, { body: { code } })
    const transfer = (from: number, to: number) =>
      codeOf(
        admin(api.transferDevice, {
          params: { id: from, deviceId: mac },
          body: { to_app_user_id: to, reason: 'house sold' },
        }),
      )
    expect(await transfer(guest.app_user_id, buyer.app_user_id)).toBe('not_owner')
    expect(await transfer(seller.app_user_id, seller.app_user_id)).toBe('already_bound')
    expect(await transfer(seller.app_user_id, 999_999)).toBe('app_user_not_found')
    expect(await transfer(seller.app_user_id, buyer.app_user_id)).toBe('ok')
    expect(await buyer.call(api.appDevices)).toMatchObject([{ device_id: mac, role: 'owner', shared_with: [] }])
    expect(await seller.call(api.appDevices)).toEqual([])
    expect(await guest.call(api.appDevices)).toEqual([])
    const lines = await db
      .selectFrom('audit_log')
      .select(['object', 'detail'])
      .where('action', '=', 'transferDevice')
      .where('result', '=', 'ok')
      .orderBy('object')
      .execute()
    const detail = { device: mac, before: { owner: seller.app_user_id }, after: { owner: buyer.app_user_id } }
    expect(lines.map(({ object }) => object).toSorted()).toEqual(
      [`app-user ${buyer.app_user_id}`, `app-user ${seller.app_user_id}`].toSorted(),
    )
    for (const line of lines) expect(line.detail).toEqual({ ...detail, reason: 'house sold' })
    const events = await db
      .selectFrom('binding_events')
      .select(['app_user_id', 'action'])
      .where('device_id', '=', device_id)
      .where('reason', '=', 'house sold')
      .orderBy('binding_event_id')
      .execute()
    expect(events.at(-1)).toEqual({ app_user_id: buyer.app_user_id, action: 'transferred' })
    expect(events.slice(0, -1).every(({ action }) => action === 'unbound')).toBe(true)
    await buyer.call(api.appUnbind, { params: { device_id: mac } })
    const thief = seller.call(api.appBind, { body: { device_id: mac, code: codeOnLabel(unit(0)) } })
    expect(await codeOf(thief)).toBe('claim_refused')
  })

  it('a new claim code kills the one before', async () => {
    const body = { mac: unit(3).mac, reason: 'label lost' }
    const fresh = await city_a1(api.renewClaimCode, { body })
    const finder = await app.join('finder@example.com')
    const claim = (code: string) => codeOf(finder.call(api.appBind, { body: { device_id: unit(3).mac, code } }))
    expect(await claim(codeOnLabel(unit(3)))).toBe('claim_refused')
    expect(await claim(fresh.code)).toBe('ok')
    expect(JSON.stringify(await newestLine('renewClaimCode'))).not.toContain(fresh.code)
  })

  it('marks stand at the person’s unit', async () => {
    await admin(api.markDevice, { params: { ...params(), x: unit(1).mac }, body: { marks: ['vip'] } })
    const devices = await city_a1(api.boundDevices, { params: params() })
    expect(devices.find(({ mac }) => mac === unit(1).mac)?.marks).toEqual(['vip'])
  })

  it('marks are added to those of the unit or taken away, each once', async () => {
    const mark = async (how: 'set' | 'add' | 'remove', ...marks: Mark[]) => {
      const list = await admin(api.markDevice, { params: { ...params(), x: unit(1).mac }, body: { marks, how } })
      return list.find(({ mac }) => mac === unit(1).mac)?.marks
    }
    expect(await mark('set', 'vip', 'vip')).toEqual(['vip'])
    expect(await mark('add', 'test')).toEqual(['vip', 'test'])
    expect(await mark('add', 'vip')).toEqual(['test', 'vip'])
    expect((await newestLine('markDevice')).detail).toMatchObject({ marks: ['test', 'vip'] })
    expect(await mark('remove', 'vip', 'special_care')).toEqual(['test'])
    expect(await mark('remove', 'test')).toEqual([])
  })
})
