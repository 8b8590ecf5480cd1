import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Api, api, type EndpointName } from '@heatfleet/contract/api.ts'
import { type About, type Endpoint, isAppCall, type RequestOf, type ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { Rights } from '@heatfleet/contract/rights.ts'
import { z } from 'zod'
import type { SmallAccount, SmallFleet } from '../small-fleet.ts'
import { NOUNS, type TestedNoun } from './nouns.ts'
import { type AccessStage, NOWHERE, type Subject } from './stage.ts'

/** The calls of the console; those of the app API have callers of their own (features/app-api). */
export type ConsoleCall = {
  [Name in EndpointName]: Api[Name]['needs'] extends 'app' | 'app-user' | 'data-recipient' ? never : Name
}[EndpointName]

/** What a call concerns in one of its rows. */
type Tested = 'unscoped' | TestedNoun | { list: TestedNoun } | { sum: TestedNoun; field: string }

/** The parts of a request, each with some of its fields. */
type PartsOf<Request> = {
  [Part in keyof Request]?: Request[Part] extends readonly unknown[] | undefined
    ? Request[Part]
    : Partial<Request[Part]>
}
type Sent<Name extends EndpointName> = PartsOf<RequestOf<Api[Name]>>

/** What the row of the endpoint does not say: this call is tried so. */
export type AccessRow<Name extends EndpointName = EndpointName> = {
  /** What it concerns, where a call names several nouns. */
  about?: Tested
  /** What is sent beside the id of the subject, which goes where the endpoint takes it. */
  sends?: Sent<Name> | ((subject: Subject, fleet: SmallFleet) => Sent<Name>)
  /** The answer to a caller who has the right and sees the subject; `ok`, if not given. */
  answers?: string | ((person: SmallAccount, subject: Subject, fleet: SmallFleet) => string)
  /** A right that what is sent needs, where the endpoint takes anyone who is signed in. */
  needs?: Permission
  /** What of the answer must be exactly what is seen, where the rows of a list do not have the id of the noun. */
  shown?: (answer: ResultOf<Api[Name]>) => (string | number)[]
}
export type AccessRows<Name extends EndpointName = ConsoleCall> = {
  [N in Name]?: AccessRow<N> | readonly AccessRow<N>[]
}

/** The key of a product that is not there. */
const NO_PRODUCT = 'no-such-product'

// What these import of this file is types only: with a value, each would wait for the other.
const tables = await Promise.all(
  globSync('rows/*.ts', { cwd: import.meta.dirname }).map(
    // Each file of the folder exports its table so.
    (file) => import(pathToFileURL(join(import.meta.dirname, file)).href) as Promise<{ rows: AccessRows }>,
  ),
)
const written = tables.flatMap(({ rows }) => Object.entries(rows))
const WRITTEN = new Map(written.map(([name, row]) => [name, (Array.isArray(row) ? row : [row]) as AccessRow[]]))
if (WRITTEN.size < written.length) throw new Error('Two files of rows/ have a row for the same call.')

/** Every call of the console, in the order of the endpoint table. */
export const CONSOLE_CALLS = (Object.keys(api) as ConsoleCall[]).filter((name) => !isAppCall(api[name]))

export type TestedRow = Omit<AccessRow, 'about'> & { about: Tested }

/** The rows of one call: most have one, which the endpoint alone mostly gives. */
export const rowsOf = (name: ConsoleCall): readonly TestedRow[] => {
  const { about }: Endpoint = api[name]
  if (about === undefined) throw new Error(`The endpoint ${name} does not say what it is about.`)
  return (WRITTEN.get(name) ?? [{}]).map((row) => ({ about: testedOf(about), ...row }))
}

const testedOf = (about: About): Tested => about

/** The noun of a row, or of what it lists or counts. */
export const nounOf = ({ about }: TestedRow): TestedNoun | null => {
  if (about === 'unscoped') return null
  if (typeof about === 'string') return about
  return 'list' in about ? about.list : about.sum
}

export const isAboutOne = (row: TestedRow): row is Omit<TestedRow, 'about'> & { about: TestedNoun } =>
  typeof row.about === 'string' && row.about !== 'unscoped'

type Parts = { params?: object; query?: object; body?: unknown }

/** What a row sends about a subject: its id where the endpoint takes it, and what the row adds. */
export const requestOf = ({ fleet }: AccessStage, name: ConsoleCall, row: TestedRow, subject: Subject): Parts =>
  requestAbout(fleet, name, row, subject)

export const requestAbout = (fleet: SmallFleet, name: ConsoleCall, row: TestedRow, subject: Subject): Parts => {
  const { sends = {} } = row
  const sent: Parts = typeof sends === 'function' ? sends(subject, fleet) : sends
  const endpoint: Endpoint = api[name]
  const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
    const given = sent[part]
    const id = isAboutOne(row) || part === 'params' ? idIn(endpoint[part], part, row, subject) : {}
    if (Array.isArray(given)) return [[part, given]]
    const value = { ...id, ...Object(given) }
    return Object.keys(value).length === 0 && given === undefined ? [] : [[part, value]]
  })
  return Object.fromEntries(parts) as Parts // three known parts
}

/** The id of a subject under the name that a part of a request has for it; in a path, that of nothing where there is none. */
const idIn = (schema: z.ZodType | undefined, part: string, row: TestedRow, { id, mac }: Subject): object => {
  if (schema === undefined) return {}
  const keys = keysOf(schema)
  const noun = isAboutOne(row) ? row.about : null
  if (noun === null)
    return keys.has('product_key') ? { product_key: NO_PRODUCT } : keys.has('id') ? { id: NOWHERE } : {}
  const { key } = NOUNS[noun]
  const value = noun === 'device' ? mac : key === 'session_id' ? String(id) : id
  if (part === 'params') return keys.has('id') ? { id: value } : {}
  return keys.has(key) ? { [key]: value } : {}
}

/** Keys at the top of a schema of what is sent. */
export const keysOf = (schema: z.ZodType | undefined): ReadonlySet<string> => {
  if (schema === undefined) return new Set()
  const found = KEYS.get(schema)
  if (found !== undefined) return found
  const keys = new Set<string>()
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node) for (const key of Object.keys(node.properties ?? {})) keys.add(key)
    for (const list of ['anyOf', 'oneOf', 'allOf'] as const)
      if (list in node) for (const option of Object.values(Object(Reflect.get(node, list)))) look(option)
  }
  look(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  KEYS.set(schema, keys)
  return keys
}
const KEYS = new WeakMap<z.ZodType, ReadonlySet<string>>()

/**
 * What each call needs and is open to, as it was committed: the matrix believes this and not the table, so that a right
 * that is dropped or swapped there is a wrong cell.
 */
export const RIGHTS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../contract/rights.snapshot.json'), 'utf8'),
) as Readonly<Record<EndpointName, Rights>> // held against the table by contract/src/rights.test.ts
