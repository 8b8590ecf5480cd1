import { LIMITS } from '@heatfleet/contract/limits.ts'
import { expect, it } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { insertSession } from './store-sessions.ts'

const database = useDatabase()
const AT_MS = Date.UTC(2026, 2, 1)

it('sessions of one person give way to none of another', async () => {
  const { db } = database
  const [first, second] = await db
    .insertInto('app_users')
    .values(['a', 'b'].map((name) => ({ nick_name: name, phone: null, email: `${name}@example.com` })))
    .returning('app_user_id')
    .execute()
  const enter = (app_user_id: number, at: number) =>
    insertSession(db, Buffer.alloc(32, at + 1), {
      app_user_id,
      at: new Date(AT_MS + at),
      address: '203.0.113.7',
      app_version: '',
      phone_model: '',
      platform: '',
      password_hash: null,
    })
  const [own = 0, other = 0] = [first?.app_user_id, second?.app_user_id]
  await enter(own, 0)
  for (let at = 1; at <= LIMITS.app_sessions_max + 1; at++) await enter(other, at)
  await enter(own, LIMITS.app_sessions_max + 2)
  const left = await db.selectFrom('app_user_sessions').select('app_user_id').execute()
  expect(left.filter(({ app_user_id }) => app_user_id === own)).toHaveLength(2)
  expect(left).toHaveLength(LIMITS.app_sessions_max + 2)
})

it('who gave a password that was changed meanwhile, or is disabled by now, is not signed in', async () => {
  const { db } = database
  const { app_user_id } = await db
    .insertInto('app_users')
    .values({ nick_name: 'c', phone: null, email: 'c@example.com', password_hash: 'newer' })
    .returning('app_user_id')
    .executeTakeFirstOrThrow()
  const log_in = { app_user_id, at: new Date(AT_MS), address: '', app_version: '', phone_model: '', platform: '' }
  const enter = (password_hash: string) => insertSession(db, Buffer.alloc(32, 200), { ...log_in, password_hash })
  expect(await enter('older')).toBe(false)
  await db.updateTable('app_users').set({ disabled: true }).where('app_user_id', '=', app_user_id).execute()
  expect(await enter('newer')).toBe(false)
  const kept = await db.selectFrom('app_user_sessions').select('app_user_id').execute()
  expect(kept.map((session) => session.app_user_id)).not.toContain(app_user_id)
  await db.updateTable('app_users').set({ disabled: false }).where('app_user_id', '=', app_user_id).execute()
  expect(await enter('newer')).toBe(true)
})
