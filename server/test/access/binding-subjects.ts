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
