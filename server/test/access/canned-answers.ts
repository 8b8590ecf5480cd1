import type { Kysely } from 'kysely'
import { makeToken } from '../../src/features/session/public.ts'
import type { Tables } from '../../src/platform/tables.ts'
import type { SmallAccount } from '../small-fleet.ts'
import type { NounRule } from './nouns.ts'
import { reaches } from './people.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'

const AT = new Date('2026-02-01T08:00:00Z')
const PLACES = [null, 'A', 'A1', 'A11', 'A2', 'B'] as const

/** A canned answer of an organisation. */
export const addCannedAnswer = async (db: Kysely<Tables>, agent_id: number | null): Promise<number> => {
  const { canned_answer_id } = await db
    .insertInto('canned_answers')
    .values({ agent_id, language: 'en', title: makeToken().slice(0, 12), text: 'Test', uid: null, updated_at: AT })
    .returning('canned_answer_id')
    .executeTakeFirstOrThrow()
  return canned_answer_id
}

const cannedAnswersOf = async ({ fleet, database: { db } }: AccessStage): Promise<Subject[]> => {
  const subjects: Subject[] = []
  for (const at of PLACES) {
    const id = await addCannedAnswer(db, at === null ? null : fleet.distributors[at].agent_id)
    subjects.push(subjectOf({ id, label: `canned answer of ${at ?? 'the manufacturer'}`, at }))
  }
  return subjects
}

type Fleet = Pick<AccessStage['fleet'], 'at' | 'distributors'>

/** True for one of an organisation above the person's: it is offered, and not changed. */
export const isCannedAbove = (
  person: SmallAccount,
  { at }: Subject,
  { at: place_of, distributors }: Fleet,
): boolean => {
  const place = place_of[person]
  if (place === null) return false
  return at === null || (at !== place && distributors[place].agent_path.startsWith(distributors[at].agent_path))
}

/** What organisations make, and beside it what those above keep. */
export const cannedAnswerNoun = (seesOwned: NounRule['sees']): NounRule => ({
  key: 'canned_answer_id',
  hidden: 'canned_answer_not_found',
  sees: (person, subject, stage) =>
    isCannedAbove(person, subject, stage.fleet) ||
    seesOwned(person, subject, stage) ||
    // The own organisation's, also where only a part of its units is in reach.
    (subject.at !== null && (stage.fleet.at[person] === subject.at || reaches(person, subject.at))),
  subjects: cannedAnswersOf,
  grows: true,
})
