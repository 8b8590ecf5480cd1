import { type AccessStage, type Subject, subjectOf } from './stage.ts'

const AT = new Date('2026-02-01T08:00:00Z')
let added = 0

/** An active alarm of a device, each of a point of its own. */
export const addAlarm = async (
  { db }: Pick<AccessStage['database'], 'db'>,
  device_id: number,
  text = 'Test',
  handling: 'unprocessed' | 'closed' = 'unprocessed',
): Promise<number> => {
  added += 1
  const { alarm_id } = await db
    .insertInto('alarms')
    .values({
      device_id,
      type: 'device_fault',
      rule_key: `matrix_${added}`,
      severity: 'major',
      handling,
      first_at: AT,
      last_at: AT,
      snapshot_done: true,
    })
    .returning('alarm_id')
    .executeTakeFirstOrThrow()
  await db.insertInto('alarm_log').values({ alarm_id, at: AT, kind: 'comment', text }).execute()
  return alarm_id
}

const made = new WeakMap<AccessStage, Map<string, Promise<Subject[]>>>()
/** An alarm of each device, once for all calls: none uses one up. */
export const alarmsOf =
  (handling: 'unprocessed' | 'closed') =>
  (stage: AccessStage): Promise<Subject[]> => {
    const of_stage = made.get(stage) ?? new Map<string, Promise<Subject[]>>()
    made.set(stage, of_stage)
    const subjects = of_stage.get(handling) ?? makeAlarms(stage, handling)
    of_stage.set(handling, subjects)
    return subjects
  }

const makeAlarms = async ({ database, fleet }: AccessStage, handling: 'unprocessed' | 'closed'): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const { device_id, at, imported_user, mac } of fleet.devices) {
    const id = await addAlarm(database, device_id, 'Test', handling)
    subjects.push(subjectOf({ id, label: `${handling} alarm at ${at}`, at, mac, owner: imported_user }))
  }
  return subjects
}
