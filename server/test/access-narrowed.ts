import { api } from '@heatfleet/contract/api.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { PERSONS_ALONE } from './access-gates.ts'
import {
  foreignNames,
  inTurn,
  knownOf,
  outcomeOf,
  requestOf,
  rowsOf,
  shownOf,
  sumOf,
  type Tried,
} from './access-matrix.ts'
import { NOUNS, type Noun } from './access-nouns.ts'
import { type AccessStage, apiTokenOf, type Subject } from './access-stage.ts'
import type { AccessRow, ConsoleCall } from './access-table.ts'
import type { SmallAccount } from './small-fleet.ts'

/** Who may everything everywhere, and gave it to a program for one distributor. */
const MAKER = 'admin'
const NARROWED_TO = 'A1'
/** Who sees of the fleet what that program sees. */
const LIKE = 'city_a1'

/** A program with every right of the administrator, narrowed to one city. */
export const narrowedProgramOf = (stage: AccessStage, person: SmallAccount): Promise<string> =>
  apiTokenOf(stage, person, [...PERMISSIONS], stage.fleet.distributors[NARROWED_TO].agent_id)

/** What is the account's own whoever calls for it, and what a program has none of but what it made itself. */
const OF_ACCOUNT: ReadonlySet<Noun> = new Set(['session', 'api_token', 'view'])
const OF_PROGRAM: ReadonlySet<Noun> = new Set(['export', 'batch'])

const sees = (stage: AccessStage, noun: Noun, subject: Subject): boolean => {
  if (OF_PROGRAM.has(noun)) return false
  if (OF_ACCOUNT.has(noun)) return subject.owner === MAKER
  // The role that the account has is known to whoever calls for it.
  if (noun === 'role' && subject.id === stage.fleet.roles['Platform admin']) return true
  return NOUNS[noun].sees(LIKE, subject, stage)
}

/** The calls that a program may make and that are about more than its account alone. */
export const isTriedNarrowed = (name: ConsoleCall): boolean =>
  !PERSONS_ALONE.has(name) && rowsOf(name).some(({ about }) => about !== 'own')

/** One call by the narrowed program about everything that it does not see: as if that did not exist; lists without it. */
export const tryNarrowed = async (stage: AccessStage, name: ConsoleCall): Promise<Tried> => {
  // A token of its own for each call: one for all would be too fast.
  const token = await narrowedProgramOf(stage, MAKER)
  return sumOf(await inTurn(rowsOf(name), (row) => tryRow(stage, name, row, token)))
}

const tryRow = async (stage: AccessStage, name: ConsoleCall, row: AccessRow, token: string): Promise<Tried> => {
  if (row.about === 'own') return { tried: 0, wrong: [] }
  const call = stage.server.clientOf(token)
  const ask = (subject: Subject) => outcomeOf(call, name, requestOf(stage, row, subject))
  const told = (what: readonly string[]): Tried => ({
    tried: 1,
    wrong: what.map((one) => `${name}: a narrowed program: ${one}`),
  })
  if (row.about === 'list') {
    const { noun, known } = await knownOf(stage, row)
    const { code, answer } = await ask({ id: 0, label: '', at: null, mac: '', owner: null, built_in: false })
    if (code !== 'ok') return told([code])
    const seen = known.filter((subject) => sees(stage, noun, subject))
    const { shown, wanted } = shownOf(row, known, seen, answer)
    const names = foreignNames(stage, LIKE, answer)
    return told([...(shown === wanted ? [] : [`shows ${shown} instead of ${wanted}`]), ...names])
  }
  const { about } = row
  const { hidden, subjects } = NOUNS[about]
  const unseen = [...(await subjects(stage, api[name].kind))].filter((subject) => !sees(stage, about, subject))
  const tried = await inTurn(unseen, async (subject) => {
    const { code, answer } = await ask(subject)
    const is_told = 'outcome' in row && row.outcome !== undefined && code === 'ok'
    const got = is_told ? (row.outcome?.(answer as never) ?? '') : code
    return told(got === hidden ? [] : [`at ${subject.label}: ${got} instead of ${hidden}`])
  })
  return sumOf(tried)
}
