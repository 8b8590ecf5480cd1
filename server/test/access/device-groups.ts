import { makeToken } from '../../src/features/session/public.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'

/** One of each organisation. */
export const deviceGroupsOf = async ({ fleet, database: { db } }: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const at of [null, 'A', 'A1', 'A11', 'A2', 'B'] as const) {
    const { group_id } = await db
      .insertInto('device_groups')
      .values({
        group_name: makeToken().slice(0, 8),
        filter: null,
        agent_id: at === null ? null : fleet.distributors[at].agent_id,
        created_by: null,
        created_at: new Date(),
        updated_at: new Date(),
      })
      .returning('group_id')
      .executeTakeFirstOrThrow()
    subjects.push(subjectOf({ id: group_id, label: `device group of ${at ?? 'the manufacturer'}`, at }))
  }
  return subjects
}
