import { imeiOf } from '@heatfleet/contract/identifiers.ts'
import type { SmallAccount } from '../small-fleet.ts'
import { hasOwnRecords, isGrouped, PERSONS, reaches } from './people.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'

const NO_UNIT = imeiOf('86999999999999')

/** A stopped rollout of one unit that exists nowhere. */
export const newRollout = (product_key: string, agent_path: string, created_at = new Date()) => ({
  name: 'Matrix',
  product_key,
  api_token_id: null,
  creator: 'matrix',
  agent_path,
  origin: JSON.stringify({ permissions: [], address: '', user_agent: '', request_id: '' }),
  settings: JSON.stringify({ points: [{ key: 'sp_dhw', value: 45 }], template: null }),
  target: JSON.stringify({ by: 'macs', macs: [NO_UNIT] }),
  rules: JSON.stringify({
    waves: [{ size: 100, unit: 'percent' }],
    stop_failed_percent: 10,
    stop_failed_min: 3,
    wave_finished_percent: 80,
    confirm_waves: false,
    deadline_hours: 72,
    per_minute: null,
  }),
  state: 'stopped' as const,
  created_at,
})

/** A stopped rollout of each person. */
export const rolloutsOf = async ({ database, fleet }: AccessStage): Promise<Subject[]> => {
  const groups = await database.db
    .selectFrom('accounts')
    .innerJoin('resource_groups', 'resource_groups.group_id', 'accounts.resource_group_id')
    .select(['accounts.uid', 'resource_groups.group_id'])
    .where('resource_groups.built_in', '=', false)
    .execute()
  const subjects: Subject[] = []
  for (const owner of PERSONS) {
    const uid = fleet.accounts[owner]
    const at = fleet.at[owner]
    const path = at === null ? '/' : fleet.distributors[at].agent_path
    const { rollout_id } = await database.db
      .insertInto('rollouts')
      .values({
        ...newRollout(fleet.product_key, path),
        uid,
        group_id: groups.find((group) => group.uid === uid)?.group_id ?? null,
      })
      .returning('rollout_id')
      .executeTakeFirstOrThrow()
    subjects.push(subjectOf({ id: rollout_id, label: `rollout of ${owner}`, at, owner }))
  }
  return subjects
}

/** Rollouts belong to the place of who proposed them; under a resource group to those with the same one. */
export const seesRollout = (person: SmallAccount, { at, owner }: Subject, stage: AccessStage): boolean => {
  if (hasOwnRecords(person) || isGrouped(person)) return owner === person
  return at === null ? stage.fleet.at[person] === null : reaches(person, at)
}
