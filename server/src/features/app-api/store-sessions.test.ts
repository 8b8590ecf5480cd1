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
    })
  const [own = 0, other = 0] = [first?.app_user_id, second?.app_user_id]
  await enter(own, 0)
  for (let at = 1; at <= LIMITS.app_sessions_max + 1; at++) await enter(other, at)
  await enter(own, LIMITS.app_sessions_max + 2)
  const left = await db.selectFrom('app_user_sessions').select('app_user_id').execute()
  expect(left.filter(({ app_user_id }) => app_user_id === own)).toHaveLength(2)
  expect(left).toHaveLength(LIMITS.app_sessions_max + 2)
})
