import { api, type EndpointName } from '@heatfleet/contract/api.ts'
import { type Call, CallFailed, createClient } from '@heatfleet/contract/client.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { SmallAccount, SmallDistributor } from '../small-fleet.ts'
import { NOUNS, type TestedNoun } from './nouns.ts'
import { mayOf, PERSONS, reaches } from './people.ts'
import { type ConsoleCall, isAboutOne, nounOf, RIGHTS, requestOf, rowsOf, type TestedRow } from './rows.ts'
import { type AccessStage, type Subject, subjectOf } from './stage.ts'

/** The result of some cells of the matrix: how many were tried, each wrong one in words, and times that nothing is held to. */
export type Tried = { tried: number; wrong: string[]; figures?: { what: string; took_ms: number }[] }

export const sumOf = (parts: readonly Tried[]): Tried => ({
  tried: parts.reduce((sum, { tried }) => sum + tried, 0),
  wrong: parts.flatMap(({ wrong }) => wrong),
  figures: parts.flatMap(({ figures = [] }) => figures),
})

type Outcome = { code: string; answer: unknown }

/** `ok` with the answer, the code of the refusal, or how the call broke. */
export const outcomeOf = (call: Call, name: EndpointName, request: object): Promise<Outcome> => {
  const endpoint: Endpoint = api[name]
  return call(endpoint, request as never).then(
    (answer) => ({ code: 'ok', answer }),
    (error: unknown) => {
      if (error instanceof Refusal) return { code: error.code, answer: null }
      if (error instanceof CallFailed) return { code: `failure ${error.status} ${error.message}`, answer: null }
      throw error
    },
  )
}

export const SELF = subjectOf({ id: 0, label: 'self' })

/** What a row is tried at. */
export const subjectsOf = async (stage: AccessStage, row: TestedRow, kind: Endpoint['kind']): Promise<Subject[]> =>
  isAboutOne(row) ? [...(await NOUNS[row.about].subjects(stage, kind))] : [SELF]

/** The first row of a call and the first subject of it. */
export const firstOf = async (stage: AccessStage, name: ConsoleCall): Promise<{ row: TestedRow; subject: Subject }> => {
  const [row] = rowsOf(name)
  if (row === undefined) throw new Error(`${name} has no row`)
  const [subject] = await subjectsOf(stage, row, 'read')
  if (subject === undefined) throw new Error(`${name} has no subject`)
  return { row, subject }
}

/** Every person at everything a call can be about: what is answered, and what is shown. */
export const tryPeople = async (stage: AccessStage, name: ConsoleCall): Promise<Tried> =>
  sumOf(await inTurn(rowsOf(name), (row) => tryRow(stage, name, row)))

const tryRow = async (stage: AccessStage, name: ConsoleCall, row: TestedRow): Promise<Tried> => {
  const { kind } = api[name]
  const noun = nounOf(row)
  const known = noun === null || isAboutOne(row) ? [] : await knownOf(stage, noun)
  const subjects = await subjectsOf(stage, row, kind)
  // A change may end sessions: each has one of its own. Reads share one for each person.
  const tokens = new Map<SmallAccount, Promise<string>>()
  const tokenOf = (person: SmallAccount): Promise<string> => {
    const token = (kind === 'read' ? tokens.get(person) : undefined) ?? stage.tokenOf(person)
    tokens.set(person, token)
    return token
  }
  const of_persons = await inTurn(subjects, async (subject) => {
    const at = async (person: SmallAccount) =>
      tryCell(stage, name, row, { person, token: await tokenOf(person), subject, known })
    if (row.about !== 'account' || kind === 'read') return sumOf(await Promise.all(PERSONS.map(at)))
    // A change that no person makes to its own account is tried by that person alone. The person with most rights comes
    // last: its change would alter what the others may do.
    return sumOf(await inTurn(subject.label === subject.owner ? [subject.owner] : PERSONS.toReversed(), at))
  })
  return sumOf(of_persons)
}

const tryCell = async (
  stage: AccessStage,
  name: ConsoleCall,
  row: TestedRow,
  { person, token, subject, known }: Omit<Cell, 'outcome'> & { token: string },
): Promise<Tried> => {
  const call = stage.server.clientOf(token)
  const outcome = await outcomeOf(call, name, requestOf(stage, name, row, subject))
  return evaluate(stage, name, row, { person, subject, outcome, known })
}

type Cell = { person: SmallAccount; subject: Subject; outcome: Outcome; known: readonly Subject[] }

const evaluate = (stage: AccessStage, name: ConsoleCall, row: TestedRow, cell: Cell): Tried => {
  const { person, subject, outcome, known } = cell
  const needs = row.needs ?? RIGHTS[name].needs
  const noun = nounOf(row)
  const wrong: string[] = []
  const got = outcome.code
  const expected = mayOf(person, needs) ? expectedOf(stage, row, person, subject) : 'no_permission'
  if (got !== expected) wrong.push(`${got} instead of ${expected}`)
  if (noun !== null && !isAboutOne(row) && outcome.code === 'ok') {
    const seen = known.filter((one) => NOUNS[noun].sees(person, one, stage))
    const { shown, wanted } = shownOf(row, noun, known, seen, outcome.answer)
    if (shown !== wanted) wrong.push(`shows ${shown} instead of ${wanted}`)
  }
  if (outcome.code === 'ok' && noun !== null)
    wrong.push(...foreignNames(stage, person, outcome.answer).map((word) => `shows ${word}`))
  return { tried: 1, wrong: wrong.map((what) => `${name}: ${person} at ${subject.label}: ${what}`) }
}

/** The answer that the rule of the noun asks for, to a person who may make the call. */
const expectedOf = (stage: AccessStage, row: TestedRow, person: SmallAccount, subject: Subject): string => {
  if (isAboutOne(row)) {
    const rule = NOUNS[row.about]
    if (!rule.sees(person, subject, stage)) return rule.hidden
  }
  return typeof row.answers === 'function' ? row.answers(person, subject, stage.fleet) : (row.answers ?? 'ok')
}

/** What a list could show, or a sum count: there before the request. */
export const knownOf = async (stage: AccessStage, noun: TestedNoun): Promise<Subject[]> => [
  ...(await NOUNS[noun].subjects(stage, 'read')),
]

/** What is shown and what must be, as texts: sets of ids, or how many were counted. */
export const shownOf = (
  row: TestedRow,
  noun: TestedNoun,
  known: readonly Subject[],
  seen: readonly Subject[],
  answer: unknown,
): { shown: string; wanted: string } => {
  const { key, grows } = NOUNS[noun]
  if (typeof row.about === 'object' && 'sum' in row.about) {
    const { field } = row.about
    const sum = entriesOf(answer).reduce<number>((total, entry) => total + Number(valueAt(entry, field)), 0)
    return { shown: String(sum), wanted: String(seen.length) }
  }
  const keyOf = ({ id, mac }: Subject) => (noun === 'device' ? mac : String(id))
  const ids = row.shown?.(answer as never) ?? entriesOf(answer).flatMap((entry) => valueAt(entry, key) ?? [])
  const all = new Set(known.map(keyOf))
  const keys = ids.map(String)
  return {
    shown: textOf(grows === true ? keys.filter((id) => all.has(id)) : keys),
    wanted: textOf(seen.map(keyOf)),
  }
}

/** The rows of an answer: itself, its `list` or `views`, or the answer as the only one. */
const entriesOf = (answer: unknown): readonly unknown[] => {
  if (Array.isArray(answer)) return answer
  const { list, views }: { list?: unknown; views?: unknown } = Object(answer)
  return [list, views].find(Array.isArray) ?? [answer]
}

const valueAt = (entry: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => Object(value)[key], entry)

const textOf = (keys: readonly string[]): string => keys.toSorted().join(' ')

/** Names of distributors and ids of devices in an answer that the person does not see. */
export const foreignNames = (stage: AccessStage, person: SmallAccount, answer: unknown): string[] => {
  const text = JSON.stringify(answer) ?? ''
  const { fleet } = stage
  const devices = NOUNS.device.subjects(stage, 'read') as Subject[] // known without a query
  const own = devices.filter((device) => NOUNS.device.sees(person, device, stage))
  const names = (Object.keys(fleet.distributors) as SmallDistributor[]).filter(
    (name) => !reaches(person, name) && !own.some(({ at }) => at === name),
  )
  const macs = devices.filter((device) => !own.includes(device)).map(({ mac }) => mac)
  return [...names, ...macs].filter((word) => text.includes(`"${word}"`))
}

/** One after the other: a row may use up what the next one is about. */
export const inTurn = async <Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>) => {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

/** A client of this stage with this token and application key. */
export const clientWith = ({ server }: AccessStage, token: string | null, key?: string, secret?: string): Call =>
  createClient({
    base_url: server.base_url,
    token: () => token,
    ...(key === undefined ? {} : { key }),
    ...(secret === undefined ? {} : { secret }),
  })
