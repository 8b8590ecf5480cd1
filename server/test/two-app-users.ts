import { sql } from 'kysely'
import type { Database } from '../src/platform/db.ts'
import type { SmallFleet } from './small-fleet.ts'

/** One person of the app, with everything a person can have. */
export type AppPerson = {
  app_user_id: number
  app_id: number
  device_id: number
  token_hash: Buffer
  message_id: number
  push_token_id: number
  order_id: number
}

export const PASSWORD_HASH = 'the hash of a password that both have'
export const SIGNED_UP = new Date('2026-03-01T08:00:00Z')

/** A push token of the session of a person; `n` tells tokens apart. */
export const pushTokenOf = ({ app_user_id, token_hash }: Pick<AppPerson, 'app_user_id' | 'token_hash'>, n: number) => ({
  app_user_id,
  session_hash: token_hash,
  platform: 'ios' as const,
  token_hash: Buffer.alloc(32, n + 100),
  token_sealed: Buffer.alloc(40),
  token_hint: 'abcd…wxyz',
})

/**
 * Two people of two apps who differ in nothing but whose things are whose: each with a unit, a session, a log-in, a
 * consent, a message, a push token and an order. `everythingOf` reads all there is of one, to be compared after the other
 * has done something.
 */
export const addTwoAppUsers = async ({ db }: Pick<Database, 'db'>, fleet: SmallFleet) => {
  const add = async (app_name: string, at: number): Promise<AppPerson> => {
    const { app_id } = await db
      .insertInto('applications')
      .values({ app_name, app_key: app_name, secret_hash: Buffer.alloc(32), created_by: null })
      .returning('app_id')
      .executeTakeFirstOrThrow()
    const person = { nick_name: 'Li', phone: '13800000001', email: null, app_id, password_hash: PASSWORD_HASH }
    const { app_user_id } = await db
      .insertInto('app_users')
      .values(person)
      .returning('app_user_id')
      .executeTakeFirstOrThrow()
    const device_id = fleet.devices[at]?.device_id ?? 0
    const token_hash = Buffer.alloc(32, at + 1)
    const own = { app_user_id, at: SIGNED_UP, address: '203.0.113.7' }
    await db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
    await db
      .insertInto('app_user_sessions')
      .values({ app_user_id, token_hash, address: '', created_at: SIGNED_UP, last_seen_at: SIGNED_UP })
      .execute()
    await db
      .insertInto('app_user_log_ins')
      .values({ ...own, result: 'ok' })
      .execute()
    await db
      .insertInto('app_user_consents')
      .values({ app_user_id, consent: 'remote_service', given_at: SIGNED_UP })
      .execute()
    const message = { app_user_id, title: 'Service', text: 'We come on Thursday.', sent_at: SIGNED_UP }
    const { message_id } = await db
      .insertInto('app_user_messages')
      .values(message)
      .returning('message_id')
      .executeTakeFirstOrThrow()
    const { push_token_id } = await db
      .insertInto('app_push_tokens')
      .values({ ...pushTokenOf({ app_user_id, token_hash }, at), app_id, registered_at: SIGNED_UP })
      .returning('push_token_id')
      .executeTakeFirstOrThrow()
    const { order_id } = await db
      .insertInto('service_orders')
      .values({
        device_id,
        app_user_id,
        type: 'fault',
        source: 'app',
        problem: 'Cold.',
        pictures: 1,
        feedback_at: SIGNED_UP,
      })
      .returning('order_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('service_order_lines')
      .values({ order_id, kind: 'reply', uid: null, text: 'Still cold.', at: SIGNED_UP })
      .execute()
    await db
      .insertInto('service_order_pictures')
      .values({ order_id, picture_no: 1, picture: Buffer.alloc(8) })
      .execute()
    return { app_user_id, app_id, device_id, token_hash, message_id, push_token_id, order_id }
  }
  const everythingOf = async ({ app_user_id, order_id }: AppPerson): Promise<unknown> => {
    const { rows } = await sql`select
      (select to_json(u) from app_users u where app_user_id = ${app_user_id}) as person,
      (select json_agg(s) from app_user_sessions s where app_user_id = ${app_user_id}) as sessions,
      (select json_agg(l) from app_user_log_ins l where app_user_id = ${app_user_id}) as log_ins,
      (select json_agg(c) from app_user_consents c where app_user_id = ${app_user_id}) as consents,
      (select json_agg(m) from app_user_messages m where app_user_id = ${app_user_id}) as messages,
      (select json_agg(p) from app_push_tokens p where app_user_id = ${app_user_id}) as push_tokens,
      (select json_agg(o) from service_orders o where order_id = ${order_id}) as orders,
      (select json_agg(l) from service_order_lines l where order_id = ${order_id}) as order_lines,
      (select json_agg(p) from service_order_pictures p where order_id = ${order_id}) as order_pictures,
      (select json_agg(b) from bindings b where app_user_id = ${app_user_id}) as bindings`.execute(db)
    return rows[0]
  }
  return { one: await add('first', 0), other: await add('second', 1), everythingOf }
}
