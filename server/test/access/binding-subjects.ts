import { type AccessStage, type Subject, subjectOf } from './stage.ts'

/** A fresh shared binding of each device: its owner stays. */
export const bindingsOf = async ({ database: { db }, fleet }: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const { device_id, mac, at, imported_user } of fleet.devices) {
    const { app_user_id } = await db
      .insertInto('app_users')
      .values({ nick_name: 'Guest', email: null, phone: null })
      .returning('app_user_id')
      .executeTakeFirstOrThrow()
    const { binding_id } = await db
      .insertInto('bindings')
      .values({ device_id, app_user_id, role: 'shared', bind_way: 'share' })
      .returning('binding_id')
      .executeTakeFirstOrThrow()
    subjects.push(subjectOf({ id: binding_id, label: `binding at ${at}`, at, mac, owner: imported_user }))
  }
  return subjects
}

/** An invitation to each device, of a person who is bound to nothing. */
export const invitationsOf = async ({ database: { db }, fleet }: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const { device_id, mac, at, imported_user } of fleet.devices) {
    const { app_user_id } = await db
      .insertInto('app_users')
      .values({ nick_name: 'Host', email: null, phone: null })
      .returning('app_user_id')
      .executeTakeFirstOrThrow()
    const { invitation_id } = await db
      .insertInto('binding_share_codes')
      .values({
        code_hash: Buffer.from(`invitation ${device_id} ${app_user_id}`),
        device_id,
        app_user_id,
        created_at: new Date(0),
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .returning('invitation_id')
      .executeTakeFirstOrThrow()
    subjects.push(subjectOf({ id: invitation_id, label: `invitation at ${at}`, at, mac, owner: imported_user }))
  }
  return subjects
}

/** What happened to a binding, and an invitation to its device. */
export const addBindingTraces = async (
  { db }: Pick<AccessStage['database'], 'db'>,
  of: { device_id: number; app_user_id: number; at: Date; uid: number; name: string },
): Promise<void> => {
  const { device_id, app_user_id, at, uid, name } = of
  await db
    .insertInto('binding_events')
    .values({ device_id, app_user_id, action: 'bound', bind_way: 'scan', at, by_uid: uid, reason: name })
    .execute()
  await db
    .insertInto('binding_share_codes')
    .values({
      code_hash: Buffer.from(name),
      device_id,
      app_user_id,
      created_at: at,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
}
