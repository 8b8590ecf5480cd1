import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import type { SmallFleet } from '../../../test/small-fleet.ts'
import { pushTokenOf } from '../../../test/two-app-users.ts'
import { EVERYTHING, subtreeOf } from '../../platform/scope.ts'
import { listConsents, listLogIns } from './store.ts'
import { listAppUserNames } from './store-list.ts'
import { insertMessage, listMessages } from './store-messages.ts'
import { deletePushToken, listPushTokens, savePushToken } from './store-push-tokens.ts'

const database = useDatabase()
let fleet: SmallFleet
let app_user_id: number

beforeAll(async () => {
  const { db } = database
  fleet = await seedSmallFleet(db)
  const device = fleet.devices.find(({ at }) => at === 'A11')
  if (device === undefined) throw new Error('The small fleet has a device at A11.')
  const owner = await db
    .insertInto('app_users')
    .values({ nick_name: 'Owner', phone: '13800000001', email: null })
    .returning('app_user_id')
    .executeTakeFirstOrThrow()
  app_user_id = owner.app_user_id
  const { device_id } = device
  await db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
  const at = new Date('2026-03-01T08:00:00Z')
  await db.insertInto('app_user_log_ins').values({ app_user_id, at, address: '203.0.113.7', result: 'ok' }).execute()
  const app = await db
    .insertInto('applications')
    .values({ app_name: 'Home', app_key: 'app_home', secret_hash: Buffer.alloc(32), created_by: null })
    .returning('app_id')
    .executeTakeFirstOrThrow()
  const token_hash = Buffer.alloc(32, 1)
  await db
    .insertInto('app_user_sessions')
    .values({ app_user_id, token_hash, address: '', created_at: at, last_seen_at: at })
    .execute()
  const token = { ...pushTokenOf({ app_user_id, token_hash }, 1), app_id: app.app_id, registered_at: at }
  await savePushToken(db, token)
  await db.insertInto('app_user_consents').values({ app_user_id, consent: 'remote_service', given_at: at }).execute()
})

describe('data of an app user', () => {
  it.each([
    { at: 'A', seen: 1 },
    { at: 'A11', seen: 1 },
    { at: 'A2', seen: 0 },
    { at: 'B', seen: 0 },
  ] as const)('at distributor $at: $seen log-ins, consents, names and push tokens', async ({ at, seen }) => {
    const scope = subtreeOf(fleet.distributors[at].agent_path)
    const { rows, total } = await listLogIns(database.db, scope, { app_user_id, offset: 0, limit: 10 })
    const consents = await listConsents(database.db, scope, app_user_id)
    const names = await listAppUserNames(database.db, scope, [app_user_id])
    const tokens = await listPushTokens(database.db, scope, app_user_id)
    expect({ total, counts: [rows, consents, names, tokens].map(({ length }) => length) }).toEqual({
      total: seen,
      counts: [seen, seen, seen, seen],
    })
  })

  it.each([
    { at: 'A2', gone: null },
    { at: 'A1', gone: 'ios' },
  ] as const)('at distributor $at a push token that is withdrawn: $gone', async ({ at, gone }) => {
    const scope = subtreeOf(fleet.distributors[at].agent_path)
    const [token] = await listPushTokens(database.db, EVERYTHING, app_user_id)
    const push_token_id = token?.push_token_id ?? 0
    expect(await deletePushToken(database.db, scope, { app_user_id, push_token_id })).toBe(gone)
    expect(await listPushTokens(database.db, EVERYTHING, app_user_id)).toHaveLength(gone === null ? 1 : 0)
  })
})

describe('messages to an app user by sender', () => {
  beforeAll(async () => {
    for (const organisation of [null, 'A', 'A11', 'A2', 'B'] as const) {
      const message = { app_user_id, title: organisation ?? '', text: 'x', sent_at: new Date(), by_uid: 1 }
      const agent_id = organisation === null ? null : fleet.distributors[organisation].agent_id
      await insertMessage(database.db, { ...message, agent_id })
    }
  })

  // Of the manufacturer, the own organisation and those below: none above or beside.
  it.each([
    { at: 'A', seen: ['A2', 'A11', 'A', ''] },
    { at: 'A1', seen: ['A11', ''] },
    { at: 'A11', seen: ['A11', ''] },
    { at: 'A2', seen: [] },
  ] as const)('at distributor $at: $seen', async ({ at, seen }) => {
    const scope = subtreeOf(fleet.distributors[at].agent_path)
    const query = { app_user_id, offset: 0, limit: 10 }
    const { rows, total } = await listMessages(database.db, { users: scope, agents: scope }, query)
    expect({ total, titles: rows.map(({ title }) => title) }).toEqual({ total: seen.length, titles: seen })
  })
})
