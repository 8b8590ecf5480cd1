import { api, type EndpointName } from '@heatfleet/contract/api.ts'
import { type Call, CallFailed, createClient } from '@heatfleet/contract/client.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { NOUNS, type Noun } from './access-nouns.ts'
import { mayOf, PERSONS, reaches } from './access-people.ts'
import { RIGHT_OF } from './access-rights.ts'
import { type AccessStage, type Subject, subjectOf } from './access-stage.ts'
import { ACCESS, type AccessRow, type ConsoleCall } from './access-table.ts'
import type { SmallAccount, SmallDistributor } from './small-fleet.ts'

/** What came of some cells of the matrix; each wrong one in words. `figures` = how long something took, told and not judged. */
export type Tried = { tried: number; wrong: string[]; figures?: { what: string; took_ms: number }[] }

export const sumOf = (parts: readonly Tried[]): Tried => ({
  tried: parts.reduce((sum, { tried }) => sum + tried, 0),
  wrong: parts.flatMap(({ wrong }) => wrong),
  figures: parts.flatMap(({ figures = [] }) => figures),
})

export type Outcome = { code: string; answer: unknown }

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

/** The rows of one call: most have one. */
export const rowsOf = (name: ConsoleCall): readonly AccessRow[] => {
  // The table ties each row to its call; a loop over the names has to let go of that tie.
  const rows = ACCESS[name] as AccessRow | readonly AccessRow[]
  return Array.isArray(rows) ? rows : [rows as AccessRow]
}

const SELF = subjectOf({ id: 0, label: 'self' })

/** What a row is tried at. */
export const subjectsOf = async (stage: AccessStage, row: AccessRow, kind: Endpoint['kind']): Promise<Subject[]> =>
  row.about === 'own' || row.about === 'list' ? [SELF] : [...(await NOUNS[row.about].subjects(stage, kind))]

export const requestOf = ({ fleet }: AccessStage, row: AccessRow, { id, mac }: Subject): object => {
  if (row.about === 'device') return row.request(mac, fleet)
  if (row.about === 'app_user') return row.request(id, mac)
  return row.about === 'own' || row.about === 'list' ? row.request(fleet) : row.request(id, fleet)
}

/** Every person at everything a call can be about: what is answered, and what is shown. */
export const tryPeople = async (stage: AccessStage, name: ConsoleCall): Promise<Tried> =>
  sumOf(await inTurn(rowsOf(name), (row) => tryRow(stage, name, row)))

const tryRow = async (stage: AccessStage, name: ConsoleCall, row: AccessRow): Promise<Tried> => {
  const { kind } = api[name]
  const { known } = row.about === 'list' ? await knownOf(stage, row) : { known: [] }
  const subjects = await subjectsOf(stage, row, kind)
  const of_persons = await inTurn(subjects, async (subject) => {
    const at = (person: SmallAccount) => tryCell(stage, name, row, { person, subject, known })
    if (row.about !== 'account' || kind === 'read') return sumOf(await Promise.all(PERSONS.map(at)))
    // What nobody does to himself is tried by that person alone. Who may most comes last: a change that he is let in for
    // would alter what others may.
    return sumOf(await inTurn(subject.label === subject.owner ? [subject.owner] : PERSONS.toReversed(), at))
  })
  return sumOf(of_persons)
}

const tryCell = async (
  stage: AccessStage,
  name: ConsoleCall,
  row: AccessRow,
  { person, subject, known }: Omit<Cell, 'outcome'>,
): Promise<Tried> => {
  const call = stage.server.clientOf(await stage.tokenOf(person))
  const outcome = await outcomeOf(call, name, requestOf(stage, row, subject))
  return judge(stage, name, row, { person, subject, outcome, known })
}

type Cell = { person: SmallAccount; subject: Subject; outcome: Outcome; known: readonly Subject[] }

const judge = (stage: AccessStage, name: ConsoleCall, row: AccessRow, cell: Cell): Tried => {
  const { person, subject, outcome, known } = cell
  const needs = (row.about === 'own' ? row.needs : undefined) ?? RIGHT_OF[name]
  const wrong: string[] = []
  const told = 'outcome' in row && row.outcome !== undefined && outcome.code === 'ok'
  const got = told ? (row.outcome?.(outcome.answer as never) ?? '') : outcome.code
  const expected = mayOf(person, needs) ? expectedOf(stage, row, person, subject) : 'no_permission'
  if (got !== expected) wrong.push(`${got} instead of ${expected}`)
  if (row.about === 'list' && outcome.code === 'ok') {
    const rule = NOUNS[nounOf(row)]
    const seen = known.filter((one) => rule.sees(person, one, stage))
    const { shown, wanted } = shownOf(row, known, seen, outcome.answer)
    if (shown !== wanted) wrong.push(`shows ${shown} instead of ${wanted}`)
  }
  if (outcome.code === 'ok' && row.about !== 'own')
    wrong.push(...foreignNames(stage, person, outcome.answer).map((word) => `tells ${word}`))
  return { tried: 1, wrong: wrong.map((what) => `${name}: ${person} at ${subject.label}: ${what}`) }
}

/** The answer that the declared rule of the noun asks for, from somebody who may make the call. */
const expectedOf = (stage: AccessStage, row: AccessRow, person: SmallAccount, subject: Subject): string => {
  if (row.about === 'own') return row.refusal ?? 'ok'
  if (row.about === 'list') return 'ok'
  const rule = NOUNS[row.about]
  if (!rule.sees(person, subject, stage)) return rule.hidden
  if (row.about === 'device') return 'ok'
  if (row.about === 'app_user') return row.passed ?? 'ok'
  if (row.of_own !== undefined && stage.fleet.at[person] === subject.at) return row.of_own
  return typeof row.within === 'function' ? row.within(person, subject, stage.fleet) : (row.within ?? 'ok')
}

const NOUN_SHOWN = {
  macs: 'device',
  agents: 'distributor',
  app_users: 'app_user',
  accounts: 'account',
  roles: 'role',
  resource_groups: 'resource_group',
  exports: 'export',
  sessions: 'session',
  views: 'view',
  batches: 'batch',
  shipments: 'shipment',
  api_tokens: 'api_token',
  audit_lines: 'audit_line',
  orders: 'order',
  resolved_orders: 'resolved_order',
  devices: 'device',
  people: 'app_user',
} as const satisfies Record<string, Noun>
type ShownAs = keyof typeof NOUN_SHOWN

/** What a list could show: there before it is asked for. */
export const knownOf = async (
  stage: AccessStage,
  row: AccessRow & { about: 'list' },
): Promise<{ noun: Noun; known: Subject[] }> => {
  const noun = nounOf(row)
  return { noun, known: [...(await NOUNS[noun].subjects(stage, 'read'))] }
}

/** The noun of a list, read off what it shows of an answer with nothing in it. */
const nounOf = (row: AccessRow & { about: 'list' }): Noun => NOUN_SHOWN[kindOf(row.shown(EMPTY as never))]
const EMPTY = Object.assign([], { list: [], views: [], devices: { total: 0 } })

const kindOf = (shown: object): ShownAs => {
  const kind = (Object.keys(NOUN_SHOWN) as ShownAs[]).find((key) => key in shown) // the keys of the table above
  if (kind === undefined) throw new Error('A list shows one of the known kinds.')
  return kind
}

/** What is shown and what must be, as texts: sets of ids, or how many devices were counted. */
export const shownOf = (
  row: AccessRow & { about: 'list' },
  known: readonly Subject[],
  seen: readonly Subject[],
  answer: unknown,
): { shown: string; wanted: string } => {
  const said: object = row.shown(answer as never)
  const kind = kindOf(said)
  const rule = NOUNS[NOUN_SHOWN[kind]]
  const value: unknown = Object.values(said)[0]
  if (!Array.isArray(value)) return { shown: String(value), wanted: String(seen.length) }
  const keyOf = ({ id, mac }: Subject) => (kind === 'macs' ? mac : String(id))
  const keys = value.map(String)
  const all = new Set(known.map(keyOf))
  const shown = rule.grows === true ? keys.filter((key) => all.has(key)) : keys
  return { shown: textOf(shown), wanted: textOf(seen.map(keyOf)) }
}

const textOf = (keys: readonly string[]): string => keys.toSorted().join(' ')

/** Names of distributors and ids of devices in an answer that are not the person's to know. */
export const foreignNames = (stage: AccessStage, person: SmallAccount, answer: unknown): string[] => {
  const text = JSON.stringify(answer) ?? ''
  const { fleet } = stage
  const devices = NOUNS.device.subjects(stage, 'read') as Subject[] // known without asking
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
