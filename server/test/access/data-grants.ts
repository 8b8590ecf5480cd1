import { hashToken, makeToken } from '../../src/features/session/public.ts'
import type { NounRule } from './nouns.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'

const DAY_MS = 86_400_000

/** A grant to a third party, by the owner of a unit, who ended it: nobody of the matrix can end it once more. */
export const addDataGrant = async (
  { db }: Pick<AccessStage['database'], 'db'>,
  { device_id, app_user_id, name }: { device_id: number; app_user_id: number; name: string },
): Promise<number> => {
  const at = new Date()
  const { grant_id } = await db
    .insertInto('data_grants')
    .values({
      device_id,
      app_user_id,
      recipient: name,
      purpose: name,
      token_hash: hashToken(makeToken()),
      token_hint: 'hfd_',
      data_from: at,
      created_at: at,
      expires_at: new Date(at.getTime() + DAY_MS),
      ended_at: at,
      ended_by: 'owner',
    })
    .returning('grant_id')
    .executeTakeFirstOrThrow()
  return grant_id
}

/** An ended grant of each device. */
const dataGrantsOf = async ({ database: { db }, fleet }: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const { device_id, mac, at, imported_user } of fleet.devices) {
    const { app_user_id } = await db
      .insertInto('app_users')
      .values({ nick_name: 'Owner', email: null, phone: null })
      .returning('app_user_id')
      .executeTakeFirstOrThrow()
    const id = await addDataGrant({ db }, { device_id, app_user_id, name: `Third party at ${at}` })
    subjects.push(subjectOf({ id, label: `data grant at ${at}`, at, mac, owner: imported_user }))
  }
  return subjects
}

/** Who sees a grant: whoever sees its unit. */
export const dataGrantNoun = (sees: NounRule['sees']): NounRule => ({
  key: 'grant_id',
  hidden: 'data_grant_not_found',
  sees,
  subjects: dataGrantsOf,
  grows: true,
})
