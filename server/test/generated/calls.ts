import { api, type EndpointName } from '@heatfleet/contract/api.ts'
import { type Endpoint, isAppCall } from '@heatfleet/contract/endpoint.ts'
import { jsonSchemaOf } from '@heatfleet/contract/json-schema.ts'
import { requestExampleOf } from '@heatfleet/contract/request-example.ts'
import { corrupt, type Known, rightValue } from '@heatfleet/contract/test/generated-values.ts'
import { type Seeded, seeded } from '@heatfleet/contract/test/seeded.ts'
import { pino } from 'pino'
import type { Connections } from '../../src/platform/db.ts'
import { subjectsOf } from '../access/matrix.ts'
import { type ConsoleCall, requestOf, rowsOf } from '../access/rows.ts'
import { type AccessStage, openAccessStage, type Subject } from '../access/stage.ts'
import { type Sent, sendAndJudge } from './send.ts'
import { placesOf, type Sender, sendersOf } from './senders.ts'

export const ALL_CALLS = Object.keys(api) as EndpointName[]

/** Calls that read or draw files in a process of their own, half a second each: a tenth of the requests. */
const SLOW: ReadonlySet<EndpointName> = new Set([
  'analysisReportPdf',
  'claimLabelFile',
  'iccidImportApply',
  'iccidImportCheck',
  'iccidImportRead',
  'importFileCheck',
  'importFileRead',
  'labelFile',
  'shipFile',
  'shipFileCheck',
])

/** How many requests of a call are tried where others have `count`. */
export const requestsOf = (name: EndpointName, count: number): number =>
  SLOW.has(name) ? Math.max(1, Math.round(count / 10)) : count
const PARTS = ['params', 'query', 'body'] as const

/** What was tried of a call, how it was answered, and what was wrong, each with the request that shows it. */
type Generated = {
  tried: number
  outcomes: Map<string, number>
  wrong: string[]
  /** How the example of the API page was answered. */
  example: string
}

/** A body that is no JSON, not of the type it says, or nested without end. */
const RAW: readonly { type: string; text: string }[] = [
  { type: 'application/json', text: '{' },
  { type: 'application/json', text: '' },
  { type: 'application/json', text: 'null' },
  { type: 'application/json', text: '"text"' },
  { type: 'application/json', text: '[[[1]]]' },
  { type: 'application/json', text: '1e999' },
  { type: 'application/json', text: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
  { type: 'application/json', text: `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}` },
  { type: 'application/json', text: '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}' },
  { type: 'application/json; charset=utf-16', text: '{}' },
  { type: 'text/plain', text: '{}' },
  { type: 'application/xml', text: '<a/>' },
  { type: 'application/x-www-form-urlencoded', text: 'a=1&b=2' },
]

const knownOf = ({ fleet, app_users, roles, resource_groups, shipments }: AccessStage): Known => {
  const macs = fleet.devices.map(({ mac }) => mac)
  const agents = Object.values(fleet.distributors).map(({ agent_id }) => agent_id)
  const ids = (subjects: readonly { id: number }[]) => subjects.map(({ id }) => id)
  return {
    mac: macs,
    device_id: macs,
    product_key: [fleet.product_key],
    agent_id: agents,
    receiver_id: agents,
    parent_id: agents,
    uid: Object.values(fleet.accounts),
    role_id: ids(roles),
    resource_group_id: ids(resource_groups),
    group_id: ids(resource_groups),
    shipment_id: ids(shipments),
    app_user_id: ids(app_users),
    id: [1, 2, 3, 4, 5],
    point_key: ['t_out', 'sp_dhw', 'power'],
    key: ['t_out', 'sp_dhw', 'power'],
    wait_s: [0],
  }
}

/** Requests of the access matrix for a call: about what is there. Subjects of a noun are made once for all calls. */
const matrixRequests = async (stage: AccessStage, subjects: Map<unknown, Subject[]>, name: EndpointName) => {
  if (isAppCall(api[name])) return [{ params: { device_id: stage.fleet.devices[0]?.mac ?? '' } }]
  const call = name as ConsoleCall // app calls are over
  const requests: Sent[] = []
  for (const row of rowsOf(call)) {
    const of_noun = subjects.get(row.about) ?? (await subjectsOf(stage, row, 'read'))
    subjects.set(row.about, of_noun)
    for (const subject of of_noun.slice(0, 4)) requests.push(requestOf(stage, call, row, subject))
  }
  return requests
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const laidOver = (below: unknown, above: unknown): unknown =>
  isRecord(below) && isRecord(above) ? { ...below, ...above } : (above ?? below)

/** Right by the schemas: made, or what the matrix sends with more around it. */
const rightRequest = (endpoint: Endpoint, base: Sent, random: Seeded, known: Known): Sent => {
  const is_based = random.chance(0.6)
  const parts = PARTS.flatMap((part) => {
    const schema = endpoint[part]
    if (schema === undefined) return []
    const made = rightValue(jsonSchemaOf(schema, 'input'), random, known)
    return [[part, is_based || part === 'params' ? laidOver(made, base[part]) : made] as const]
  })
  return Object.fromEntries(parts)
}

const wrongRequest = (right: Sent, endpoint: Endpoint, random: Seeded): Sent => {
  if (endpoint.method !== 'GET' && random.chance(0.05)) return { ...right, raw: random.pick(RAW) }
  const parts = PARTS.filter((part) => right[part] !== undefined)
  if (parts.length === 0) return { query: { extra: 1 }, body: corrupt({}, random) }
  const part = random.pick(parts)
  return { ...right, [part]: corrupt(right[part], random) }
}

/** Nothing waits longer than a test should. */
const impatient = (sent: Sent): Sent => {
  const wait = isRecord(sent.query) ? Number(sent.query.wait_s) : 0
  return wait > 1 && wait <= 25 ? { ...sent, query: { ...Object(sent.query), wait_s: 1 } } : sent
}

/** The stage, and what is known of it before the calls change it. */
export type GeneratedStage = {
  stage: AccessStage
  places: Awaited<ReturnType<typeof placesOf>>
  bases: ReadonlyMap<EndpointName, readonly Sent[]>
  /** What the server logged of a bug, by request id. */
  bugs: Map<string, string>
}

/** A log of the server that keeps its bugs. */
const logOf = (bugs: Map<string, string>) =>
  pino(
    { level: 'error' },
    {
      write: (line: string) => {
        const { request_id, err } = JSON.parse(line) as {
          request_id?: string
          err?: { message: string; stack: string }
        }
        if (request_id !== undefined)
          bugs.set(request_id, `${err?.message.slice(0, 300)} ${err?.stack.split('\n').slice(1, 4).join(' ')}`)
      },
    },
  )

export const openGenerated = async (database: Connections): Promise<GeneratedStage> => {
  const bugs = new Map<string, string>()
  const stage = await openAccessStage(database, { log: logOf(bugs) })
  const bases = new Map<EndpointName, Sent[]>()
  const subjects = new Map<unknown, Subject[]>()
  for (const name of ALL_CALLS) bases.set(name, await matrixRequests(stage, subjects, name))
  return { stage, bugs, places: await placesOf(stage), bases }
}

/** `count` requests of one call, right and wrong ones in turns, by people with more and with less; the same for the same seed. */
export const tryGenerated = async (
  { stage, places, bugs, bases: all_bases }: GeneratedStage,
  name: EndpointName,
  count: number,
  seed: number,
): Promise<Generated> => {
  const endpoint: Endpoint = api[name]
  const random = seeded(seed + Array.from(name).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 7))
  const known = knownOf(stage)
  const bases = all_bases.get(name) ?? []
  const senders = sendersOf(stage, places, endpoint)
  const sessions = new Map<Sender, Record<string, string>>()
  const outcomes = new Map<string, number>()
  const wrong: string[] = []
  let example = ''
  for (let at = 0; at < count; at += 1) {
    const base = bases.length === 0 ? {} : random.pick(bases)
    const right = at === 0 ? requestExampleOf(endpoint) : rightRequest(endpoint, base, random, known)
    const sent = impatient(at % 3 === 1 ? wrongRequest(right, endpoint, random) : right)
    const sender = at < 3 || random.chance(0.7) ? senders[0] : random.pick(senders)
    if (sender === undefined) continue
    const headers = sessions.get(sender) ?? (await sender.headers())
    sessions.set(sender, headers)
    const judged = await sendAndJudge(stage.server.base_url, endpoint, sent, headers)
    // A call may end the session it is made in.
    if (judged.outcome === 'invalid_token' || sender.says === 'a program') sessions.delete(sender)
    if (at === 0) example = judged.outcome
    outcomes.set(judged.outcome, (outcomes.get(judged.outcome) ?? 0) + 1)
    if (judged.wrong !== null)
      wrong.push(
        `${name} by ${sender.says}: ${judged.wrong} ${bugs.get(judged.request_id) ?? ''}: ${JSON.stringify(sent).slice(0, 600)}`,
      )
  }
  return { tried: count, outcomes, wrong, example }
}
