import type { NounRule } from './nouns.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'

/** A refused request for a unit: nobody of the matrix can decide on it once more. */
export const addRelease = async (
  { db }: Pick<AccessStage['database'], 'db'>,
  { mac, agent_id, name }: { mac: string; agent_id: number; name: string },
): Promise<number> => {
  const at = new Date()
  const decided = { state: 'refused', decided_at: at, decided_by: name, answer: name, moved_to: null } as const
  const { release_id } = await db
    .insertInto('release_requests')
    .values({ kind: 'stock', mac, agent_id, asked_uid: null, asked_by: name, asked_at: at, reason: name, ...decided })
    .returning('release_id')
    .executeTakeFirstOrThrow()
  return release_id
}

/** A refused request for each device. */
const releasesOf = async ({ database: { db }, fleet }: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const { mac, at, imported_user } of fleet.devices) {
    const id = await addRelease(
      { db },
      {
        mac,
        agent_id: fleet.distributors[at].agent_id,
        name: `Asks at ${at}`,
      },
    )
    subjects.push(subjectOf({ id, label: `release request at ${at}`, at, mac, owner: imported_user }))
  }
  return subjects
}

/** Who sees a request: whoever sees its unit; the matrix asks for units of the own place alone. */
export const releaseNoun = (sees: NounRule['sees']): NounRule => ({
  key: 'release_id',
  hidden: 'not_found',
  sees,
  subjects: releasesOf,
  grows: true,
})
