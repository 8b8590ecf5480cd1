import { api } from '@heatfleet/contract/api.ts'
import { isManufacturerRight, PERMISSIONS, type Permission } from '@heatfleet/contract/permissions.ts'
import type { SmallAccount } from '../small-fleet.ts'
import { foreignNames, inTurn, knownOf, outcomeOf, SELF, shownOf, sumOf, type Tried } from './matrix.ts'
import { NOUNS, type TestedNoun } from './nouns.ts'
import { type ConsoleCall, isAboutOne, nounOf, RIGHTS, requestOf, rowsOf, type TestedRow } from './rows.ts'
import { type AccessStage, apiTokenOf, type Subject } from './stage.ts'

/** Who may everything everywhere, and gave it to a program for one distributor. */
const MAKER = 'admin'
const NARROWED_TO = 'A1'
/** Who sees of the fleet what that program sees. */
const LIKE = 'city_a1'

/** A program with every right of the administrator, narrowed to one city. */
export const narrowedProgramOf = (stage: AccessStage, person: SmallAccount): Promise<string> =>
  apiTokenOf(stage, person, [...PERMISSIONS], stage.fleet.distributors[NARROWED_TO].agent_id)

/** What is the account's own whoever calls for it, and what a program has none of but what it made itself. */
const OF_ACCOUNT: ReadonlySet<TestedNoun> = new Set(['session', 'api_token', 'view'])
const OF_PROGRAM: ReadonlySet<TestedNoun> = new Set(['export', 'batch', 'device_import_draft'])

const sees = (stage: AccessStage, noun: TestedNoun, subject: Subject): boolean => {
  if (OF_PROGRAM.has(noun)) return false
  if (OF_ACCOUNT.has(noun)) return subject.owner === MAKER
  // The role that the account has is known to whoever calls for it.
  if (noun === 'role' && subject.id === stage.fleet.roles['Platform admin']) return true
  return NOUNS[noun].sees(LIKE, subject, stage)
}

/** The calls that a program may make and that are about more than its account alone. */
export const isTriedNarrowed = (name: ConsoleCall): boolean =>
  !RIGHTS[name].closed_to_api_tokens && (isManufacturers(name) || rowsOf(name).some((row) => nounOf(row) !== null))

const isManufacturers = (name: ConsoleCall): boolean =>
  PERMISSIONS.some((right: Permission) => right === RIGHTS[name].needs && isManufacturerRight(right))

/** One call by the narrowed program about everything that it does not see: as if that did not exist; lists without it. */
export const tryNarrowed = async (stage: AccessStage, name: ConsoleCall): Promise<Tried> => {
  // A token of its own for each call: one for all would be too fast.
  const token = await narrowedProgramOf(stage, MAKER)
  return sumOf(await inTurn(rowsOf(name), (row) => tryRow(stage, name, row, token)))
}

const tryRow = async (stage: AccessStage, name: ConsoleCall, row: TestedRow, token: string): Promise<Tried> => {
  if (isManufacturers(name)) {
    const { code } = await outcomeOf(stage.server.clientOf(token), name, requestOf(stage, name, row, SELF))
    const wrong = code === 'no_permission' ? [] : [`${name}: a narrowed program: ${code} instead of no_permission`]
    return { tried: 1, wrong }
  }
  const noun = nounOf(row)
  if (noun === null) return { tried: 0, wrong: [] }
  const call = stage.server.clientOf(token)
  const callAbout = (subject: Subject) => outcomeOf(call, name, requestOf(stage, name, row, subject))
  const cell = (faults: readonly string[]): Tried => ({
    tried: 1,
    wrong: faults.map((fault) => `${name}: a narrowed program: ${fault}`),
  })
  if (!isAboutOne(row)) {
    const known = await knownOf(stage, noun)
    const { code, answer } = await callAbout(SELF)
    if (code !== 'ok') return cell([code])
    const seen = known.filter((subject) => sees(stage, noun, subject))
    const { shown, wanted } = shownOf(row, noun, known, seen, answer)
    const names = foreignNames(stage, LIKE, answer)
    return cell([...(shown === wanted ? [] : [`shows ${shown} instead of ${wanted}`]), ...names])
  }
  const { hidden, subjects } = NOUNS[noun]
  const unseen = [...(await subjects(stage, api[name].kind))].filter((subject) => !sees(stage, noun, subject))
  const tried = await inTurn(unseen, async (subject) => {
    const { code } = await callAbout(subject)
    return cell(code === hidden ? [] : [`at ${subject.label}: ${code} instead of ${hidden}`])
  })
  return sumOf(tried)
}
