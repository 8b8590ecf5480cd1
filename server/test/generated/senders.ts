import { CONSOLE_APPLICATION_KEY, DATA_RECIPIENT_KEY, type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { hashToken, makeToken } from '../../src/features/session/public.ts'
import type { AccessStage } from '../access/stage.ts'
import { registerApp } from '../app-client.ts'
import type { SmallAccount } from '../small-fleet.ts'

/** Somebody who sends calls: the headers, made anew where a call may have used them up. */
export type Sender = { says: string; headers: () => Promise<Record<string, string>> }

const DAY_MS = 86_400_000

/** Role, organisation and group of each person of the stage, as it was opened: calls change and delete accounts. */
type Place = { role_id: number; agent_id: number | null; resource_group_id: number; password_hash: string }
type Places = ReadonlyMap<number, Place>

export const placesOf = async ({ database: { db }, fleet }: AccessStage): Promise<Places> => {
  const rows = await db
    .selectFrom('accounts')
    .select(['uid', 'role_id', 'agent_id', 'resource_group_id', 'password_hash'])
    .where('uid', 'in', Object.values(fleet.accounts))
    .execute()
  return new Map(rows.map(({ uid, ...place }) => [uid, place]))
}

/** A new account in the place of a person. */
const addAccount = async ({ database, fleet }: AccessStage, places: Places, person: SmallAccount): Promise<number> => {
  const place = places.get(fleet.accounts[person])
  if (place === undefined) throw new Error(`${person} has no place.`)
  const user_name = `sender_${makeToken().slice(0, 12).toLowerCase()}`
  const { uid } = await database.db
    .insertInto('accounts')
    .values({ user_name, ...place })
    .returning('uid')
    .executeTakeFirstOrThrow()
  return uid
}

const personOf = (stage: AccessStage, places: Places, person: SmallAccount): Sender => ({
  says: person,
  headers: async () => {
    const open = async (in_place_of: SmallAccount) => stage.sessionOf(await addAccount(stage, places, in_place_of))
    // A call may have disabled the distributor of a person: nobody of it signs in from then on.
    return { key: CONSOLE_APPLICATION_KEY, token: await open(person).catch(() => open('admin')) }
  },
})

/** A program with all rights; a token may call so often in some seconds. */
const programOf = (stage: AccessStage, places: Places): Sender => {
  let calls = 0
  let token = ''
  return {
    says: 'a program',
    headers: async () => {
      if (calls % (LIMITS.api_token_calls_per_10s / 2) === 0) {
        token = `hft_${makeToken()}`
        await stage.database.db
          .insertInto('api_tokens')
          .values({
            uid: await addAccount(stage, places, 'admin'),
            token_name: 'Generated',
            permissions: [...PERMISSIONS],
            token_hash: hashToken(token),
            token_hint: token.slice(0, 8),
            agent_id: null,
            created_at: new Date(),
            expires_at: new Date(Date.now() + DAY_MS),
          })
          .execute()
      }
      calls += 1
      return { key: CONSOLE_APPLICATION_KEY, token }
    },
  }
}

/** An app user who owns the first unit of the fleet, whatever the calls before did to that. */
const ownerOf = (stage: AccessStage): Sender => {
  return {
    says: 'an owner',
    headers: async () => {
      const { db } = stage.database
      const device_id = stage.fleet.devices[0]?.device_id ?? 0
      const name = makeToken().slice(0, 8).toLowerCase()
      // An app of its own: calls of the console disable apps and change their secrets.
      const app = await registerApp(db, stage.server.base_url, name)
      const { token, app_user_id } = await app.join(`owner-${name}@example.com`)
      await db.deleteFrom('bindings').where('device_id', '=', device_id).execute()
      await db.insertInto('bindings').values({ device_id, app_user_id, role: 'owner', bind_way: 'scan' }).execute()
      return { key: app.app_key, secret: app.secret, token }
    },
  }
}

/** A third party with a grant of the owner of the first unit. */
const recipientOf = (stage: AccessStage): Sender => ({
  says: 'a third party',
  headers: async () => {
    const { db } = stage.database
    const device_id = stage.fleet.devices[0]?.device_id ?? 0
    const owner = await db
      .selectFrom('bindings')
      .select('app_user_id')
      .where('device_id', '=', device_id)
      .where('role', '=', 'owner')
      .executeTakeFirstOrThrow()
    const token = `hfd_${makeToken()}`
    await db
      .insertInto('data_grants')
      .values({
        device_id,
        app_user_id: owner.app_user_id,
        recipient: 'Generated',
        purpose: 'Generated',
        token_hash: hashToken(token),
        token_hint: token.slice(0, 8),
        data_from: new Date(0),
        created_at: new Date(),
        expires_at: new Date(Date.now() + DAY_MS),
      })
      .execute()
    return { key: DATA_RECIPIENT_KEY, token }
  },
})

/** Who sends a call: those it is for, those with less, and somebody without a token. The first comes most often. */
export const sendersOf = (stage: AccessStage, places: Places, endpoint: Endpoint): Sender[] => {
  const nobody: Sender = { says: 'nobody', headers: async () => ({ key: CONSOLE_APPLICATION_KEY }) }
  if (endpoint.needs === 'data-recipient') return [recipientOf(stage), nobody]
  if (isAppCall(endpoint)) return [ownerOf(stage), nobody]
  const less = (['city_a1', 'auditor', 'factory'] as const).map((person) => personOf(stage, places, person))
  return [personOf(stage, places, 'admin'), programOf(stage, places), ...less, nobody]
}
