import { LIMITS } from '@heatfleet/contract/limits.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { type AppPerson, addTwoAppUsers, PASSWORD_HASH, pushTokenOf, SIGNED_UP } from '../../../test/two-app-users.ts'
import type { Database } from '../../platform/db.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import { listLatestConsents, saveConsent, updatePassword } from '../app-api/store.ts'
import { insertSession } from '../app-api/store-sessions.ts'
import { updateMarks } from '../bindings/store.ts'
import { findOwnOrder, listOwnOrders, saveRating } from '../service-orders/public.ts'
import {
  changeUserMarks,
  eraseAppUser,
  listConsents,
  listLogIns,
  updateAppUser,
  updateDisabled,
  updatePasswordOf,
} from './store.ts'
import { listAppUserNames } from './store-list.ts'
import { insertMessage, listInbox, listMessages, saveRead } from './store-messages.ts'
import { deletePushToken, deletePushTokenOf, listPushTokens, savePushToken } from './store-push-tokens.ts'

const database = useDatabase()
const AT = new Date('2026-03-02T08:00:00Z')
let fleet: SmallFleet | null = null
let people: Awaited<ReturnType<typeof addTwoAppUsers>>

beforeEach(async () => {
  fleet ??= await seedSmallFleet(database.db)
  await database.db.deleteFrom('service_orders').execute()
  await database.db.deleteFrom('app_users').execute()
  await database.db.deleteFrom('applications').where('app_key', 'in', ['first', 'second']).execute()
  people = await addTwoAppUsers(database, fleet)
})

type Action = (db: Database['db'], one: AppPerson, other: AppPerson) => Promise<unknown>
const ACTIONS: Record<string, Action> = {
  'the password': (db, { app_user_id, token_hash }) =>
    updatePassword(db, { app_user_id, old_hash: PASSWORD_HASH, new_hash: 'another', keep: token_hash }),
  'a consent that is withdrawn': (db, { app_user_id }) => saveConsent(db, app_user_id, 'remote_service', false, AT),
  'a consent that is given': (db, { app_user_id }) => saveConsent(db, app_user_id, 'privacy_policy', true, AT),
  'a log-in': (db, { app_user_id }) =>
    insertSession(db, Buffer.alloc(32, 99), {
      app_user_id,
      at: AT,
      address: '',
      app_version: '9',
      phone_model: '',
      platform: 'ios',
      password_hash: PASSWORD_HASH,
    }),
  'name and remark': (db, { app_user_id }) => updateAppUser(db, app_user_id, { nick_name: 'Wang', at: AT }),
  'being shut out': (db, { app_user_id }) => updateDisabled(db, app_user_id, true, AT),
  'the password, by a link': (db, { app_user_id }) =>
    updatePasswordOf(db, app_user_id, { password_hash: 'another', at: AT }),
  'marks of the person': (db, { app_user_id }) => changeUserMarks(db, app_user_id, { marks: ['vip'], how: 'set' }, AT),
  'marks of the unit': (db, { app_user_id, device_id }) =>
    updateMarks(db, { device_id, app_user_id, marks: ['vip'], how: 'set', at: AT, by_uid: 1 }),
  'more messages than are kept': async (db, { app_user_id }) => {
    const message = { app_user_id, title: 'Hello', text: 'Hello', sent_at: AT, by_uid: 1, agent_id: null }
    for (let n = 0; n <= LIMITS.messages_kept_max; n += 1) await insertMessage(db, message)
  },
  'a message that is opened': (db, { app_user_id, message_id }) => saveRead(db, app_user_id, message_id, AT),
  'a push token that is registered': (db, one) =>
    savePushToken(db, { ...pushTokenOf(one, 7), app_id: one.app_id, registered_at: AT }),
  'a push token that another of the same name has': (db, one, other) =>
    savePushToken(db, { ...pushTokenOf(one, 1), app_id: one.app_id, registered_at: AT }).then(() => other),
  'more push tokens than are kept': async (db, { app_user_id, app_id }) => {
    for (let n = 0; n <= LIMITS.push_tokens_max; n += 1) {
      const token_hash = Buffer.alloc(32, 150 + n)
      const at = { created_at: AT, last_seen_at: AT }
      await db
        .insertInto('app_user_sessions')
        .values({ app_user_id, token_hash, address: '', ...at })
        .execute()
      await savePushToken(db, { ...pushTokenOf({ app_user_id, token_hash }, 50 + n), app_id, registered_at: AT })
    }
  },
  'a push token that the phone withdraws': (db, { token_hash }) => deletePushTokenOf(db, token_hash),
  'a push token that staff withdraw': (db, { app_user_id, push_token_id }) =>
    deletePushToken(db, EVERYTHING, { app_user_id, push_token_id }),
  'a rating': async (db, { app_user_id, order_id }) => {
    await db
      .updateTable('service_orders')
      .set({ status: 'resolved', resolved_at: AT })
      .where('status', '=', 'unresolved')
      .where('order_id', '=', order_id)
      .execute()
    await saveRating(db, app_user_id, order_id, { rating: 'satisfied', comment: '', at: AT })
  },
  'being erased': (db, { app_user_id }) => eraseAppUser(db, app_user_id, { at: AT, by_uid: null, reason: '' }),
}

describe('what changes for one person of the app', () => {
  it.each(Object.entries(ACTIONS))('%s: changes for that one, and nothing of anybody else', async (_, action) => {
    const { one, other, everythingOf } = people
    const before = { one: await everythingOf(one), other: await everythingOf(other) }
    await action(database.db, one, other)
    expect(await everythingOf(one)).not.toEqual(before.one)
    expect(await everythingOf(other)).toEqual(before.other)
  })

  it('the unit of another app user cannot be marked', async () => {
    const { one, other, everythingOf } = people
    const before = await everythingOf(other)
    const change = {
      device_id: other.device_id,
      app_user_id: one.app_user_id,
      marks: ['vip'],
      how: 'set' as const,
      at: AT,
      by_uid: 1,
    }
    expect(await updateMarks(database.db, change)).toBeNull()
    expect(await everythingOf(other)).toEqual(before)
  })

  it('the message of another app user cannot be opened', async () => {
    const { one, other, everythingOf } = people
    const before = await everythingOf(other)
    expect(await saveRead(database.db, one.app_user_id, other.message_id, AT)).toBeUndefined()
    expect(await everythingOf(other)).toEqual(before)
  })

  it('the push token of another app user cannot be withdrawn', async () => {
    const { one, other, everythingOf } = people
    const before = await everythingOf(other)
    const which = { app_user_id: one.app_user_id, push_token_id: other.push_token_id }
    expect(await deletePushToken(database.db, EVERYTHING, which)).toBeNull()
    expect(await everythingOf(other)).toEqual(before)
  })

  it('the order of another app user cannot be rated', async () => {
    const { one, other, everythingOf } = people
    await database.db.updateTable('service_orders').set({ status: 'resolved', resolved_at: AT }).execute()
    const before = await everythingOf(other)
    const rating = { rating: 'dissatisfied', comment: 'x', at: AT } as const
    expect(await saveRating(database.db, one.app_user_id, other.order_id, rating)).toBe(false)
    expect(await everythingOf(other)).toEqual(before)
  })

  it('of who is erased no word and no picture is left at an order, which is closed', async () => {
    const { one, other, everythingOf } = people
    await eraseAppUser(database.db, one.app_user_id, { at: AT, by_uid: null, reason: '' })
    expect(await everythingOf(one)).toMatchObject({
      orders: [
        { problem: '', comment: '', pictures: 0, status: 'resolved', type: 'fault', app_user_id: one.app_user_id },
      ],
      order_lines: null,
      order_pictures: null,
    })
    expect(await everythingOf(other)).toMatchObject({ orders: [{ problem: 'Cold.', status: 'unresolved' }] })
  })

  it('a consent of another app user does not count', async () => {
    const { one, other } = people
    await saveConsent(database.db, other.app_user_id, 'privacy_policy', true, AT)
    await saveConsent(database.db, one.app_user_id, 'privacy_policy', true, AT)
    const given = await listLatestConsents(database.db, one.app_user_id)
    expect(given.map(({ consent }) => consent)).toEqual(['privacy_policy', 'remote_service'])
  })

  it('a phone number used in another app is free', async () => {
    const change = { phone: '13800000001', nick_name: 'Wang', at: AT }
    expect(await updateAppUser(database.db, people.one.app_user_id, change)).toBeNull()
  })
})

describe('data of one app user', () => {
  it('is that one’s: the newest word on each consent, all of them, and log-ins', async () => {
    const { one, other } = people
    // Withdrawn, and given again since: newer than the own word.
    await saveConsent(database.db, other.app_user_id, 'remote_service', false, AT)
    await saveConsent(database.db, other.app_user_id, 'remote_service', true, AT)
    const own = { consent: 'remote_service', given_at: SIGNED_UP, withdrawn_at: null }
    expect(await listLatestConsents(database.db, one.app_user_id)).toEqual([own])
    expect(await listConsents(database.db, EVERYTHING, one.app_user_id)).toEqual([own])
    const selection = { app_user_id: one.app_user_id, offset: 0, limit: 10 }
    expect(await listLogIns(database.db, EVERYTHING, selection)).toMatchObject({ total: 1, rows: [{ result: 'ok' }] })
  })

  it('messages: to staff, and in the own inbox', async () => {
    const { app_user_id, message_id } = people.one
    const own = { total: 1, rows: [{ message_id }] }
    const page = { offset: 0, limit: 10 }
    const scopes = { users: EVERYTHING, agents: EVERYTHING }
    expect(await listMessages(database.db, scopes, { app_user_id, ...page })).toMatchObject(own)
    expect(await listInbox(database.db, app_user_id, page)).toMatchObject({ ...own, unread: 1 })
  })

  it('push tokens', async () => {
    const { app_user_id, push_token_id } = people.one
    expect(await listPushTokens(database.db, EVERYTHING, app_user_id)).toMatchObject([{ push_token_id }])
  })

  it('orders', async () => {
    const { one, other } = people
    const page = { offset: 0, limit: 10 }
    const own = { total: 1, rows: [{ order_id: one.order_id }] }
    expect(await listOwnOrders(database.db, one.app_user_id, page)).toMatchObject(own)
    expect(await findOwnOrder(database.db, one.app_user_id, other.order_id)).toBeNull()
  })

  it('its name, where a name is required', async () => {
    const { one } = people
    const { app_user_id } = one
    expect(await listAppUserNames(database.db, EVERYTHING, [app_user_id])).toEqual([{ app_user_id, nick_name: 'Li' }])
  })
})
