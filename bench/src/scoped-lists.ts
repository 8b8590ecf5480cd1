import { api } from '@heatfleet/contract/api.ts'
import type pg from 'pg'
import { z } from 'zod'
import { type LoopFigures, runLoop, sendOnce } from './closed-loop.ts'
import { pinThisProcess } from './cores.ts'
import { readCpu } from './cpu-time.ts'
import { type Spread, spreadOf } from './figures.ts'
import { type Fleet, generateFleet, REACHES, type Reach } from './fleet-generator.ts'
import { keepFleet } from './kept-fleet.ts'
import { describeMachine, loadNow, type Machine } from './machine.ts'
import { runPaced } from './paced-loop.ts'
import { choosePeer, type Peer } from './peer.ts'
import { type MeasuredProduct, startProduct } from './product-process.ts'
import { type Case, casesOf } from './scoped-list-cases.ts'
import { captureStatements } from './sent-statements.ts'
import { type SignedIn, signIn } from './signed-in.ts'

export type Ask = {
  devices: number
  concurrency: number
  /** Length of one loop; product and peer take turns, `repeats` times each. */
  seconds: number
  repeats: number
  data_dir: string
  /** Product and database on one core, what asks them on another; else wherever there is room. */
  is_pinned: boolean
  say: (line: string) => void
}

/**
 * Shares of the highest rate at which the times of a call are told: at the highest itself they tell the length of the
 * queue. At 0.7 the core has a third to spare for what else it does; at 0.35 two thirds.
 */
export const PACES = [0.7, 0.35] as const

/** Times at one of the paces; the peer's at that share of its own rate, null = it does not tell. */
export type Paced = { pace: number; p50_ms: Spread; p99_ms: Spread; peer_p99_ms: Spread | null }

/** What one case came to. */
export type CaseResult = {
  name: string
  reach: Reach
  total: number
  rows: number
  statements: number
  /** With as many calls at a time as were asked for: the most there is. */
  rate: Spread
  p50_ms: Spread
  p95_ms: Spread
  p99_ms: Spread
  /** While calls come steadily, at each of {@link PACES}; of questions with a target for it alone. */
  paced: Paced[]
  /** Processor time of one call: of the console process, and of its database. */
  product_us: Spread
  database_us: Spread
  peer_rate: Spread
  peer_p99_ms: Spread
  /** The product's rate over the peer's, of each turn. */
  share_of_peer: Spread
  targets: Case['targets']
}

export type ScopedListsResult = {
  workload: 'w5'
  date: string
  machine: Machine
  /** Load of the machine before anything was started, and at the end. */
  load: { before: number; after: number }
  peer: string
  is_pinned: boolean
  fleet: Pick<Fleet, 'devices' | 'agents' | 'roles'> & { seen_by: Record<Reach, number> }
  filled_in_s: number
  concurrency: number
  seconds: number
  repeats: number
  cases: CaseResult[]
}

/**
 * W5: lists, counts and pickers of a large fleet for people of different reach, each beside the database alone under the
 * same statements. Refuses a wrong answer; judges no time.
 */
export const measureScopedLists = async (ask: Ask): Promise<ScopedListsResult> => {
  const before = loadNow()
  if (ask.is_pinned) pinThisProcess()
  const product = await startProduct(ask.data_dir, { is_pinned: ask.is_pinned })
  try {
    const client = await product.connect()
    try {
      const began = performance.now()
      const fleet = await keepFleet(ask.data_dir, ask.devices, () => generateFleet(client, ask.devices, Date.now()))
      const filled_in_s = Math.round((performance.now() - began) / 1_000)
      ask.say(`${fleet.devices} devices of ${fleet.agents} distributors in ${filled_in_s} s`)
      const measured = await measureFleet(ask, product, client, fleet)
      return { ...measured, filled_in_s, load: { before, after: loadNow() } }
    } finally {
      await client.end()
    }
  } finally {
    await product.stop()
  }
}

const measureFleet = async (
  ask: Ask,
  product: MeasuredProduct,
  client: pg.Client,
  fleet: Fleet,
): Promise<Omit<ScopedListsResult, 'filled_in_s' | 'load'>> => {
  const people = await signEveryoneIn(product.url, fleet, ask.concurrency)
  const seen_by = await checkScopes(client, people, fleet)
  const peer = choosePeer(product.socket_dir, ask.is_pinned)
  const cases: CaseResult[] = []
  const asked = casesOf(fleet, seen_by)
  await warmUp(ask, people, asked)
  for (const one of asked) {
    const result = await measureCase(ask, product, client, people[one.reach], peer, one)
    cases.push(result)
    ask.say(`${one.name}, ${one.reach}: p99 ${result.p99_ms.median} ms, ${result.rate.median}/s`)
  }
  return {
    workload: 'w5',
    date: new Date().toISOString(),
    machine: await describeMachine(client),
    peer: peer.name,
    is_pinned: ask.is_pinned,
    fleet: { devices: fleet.devices, agents: fleet.agents, roles: fleet.roles, seen_by },
    concurrency: ask.concurrency,
    seconds: ask.seconds,
    repeats: ask.repeats,
    cases,
  }
}

/** Sessions of a person of each reach: nobody works in one browser eight times at once. */
type Sessions = Record<Reach, readonly [SignedIn, ...SignedIn[]]>

const signEveryoneIn = async (url: string, fleet: Fleet, sessions: number): Promise<Sessions> => {
  const people: Partial<Sessions> = {}
  for (const reach of REACHES) {
    const first = await signIn(url, fleet.accounts[reach])
    const further: SignedIn[] = []
    while (further.length < sessions - 1) further.push(await signIn(url, fleet.accounts[reach]))
    people[reach] = [first, ...further]
  }
  // One for each reach, just above.
  return people as Sessions
}

/** What each reach must see, straight from the tables; refuses a product that counts otherwise. */
const checkScopes = async (client: pg.Client, people: Sessions, fleet: Fleet): Promise<Record<Reach, number>> => {
  const seen: Partial<Record<Reach, number>> = {}
  for (const reach of REACHES) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from devices
       join accounts a on a.user_name = $1 left join distributors own on own.agent_id = a.agent_id
       join resource_groups g on g.group_id = a.resource_group_id
       where starts_with(devices.agent_path, coalesce(own.agent_path, '/')) and (g.everything or (
         devices.product_key = any(g.product_keys) and exists (select from distributors d
           where d.agent_id = any(g.agent_ids) and starts_with(devices.agent_path, d.agent_path))))`,
      [fleet.accounts[reach]],
    )
    const expected = rows[0]?.n ?? 0
    const { total, counts } = await people[reach][0].call(api.deviceList, { query: { size: 1 } })
    if (total !== expected || counts.all !== expected)
      throw new Error(`${reach} is told of ${total} devices and has ${expected}`)
    seen[reach] = expected
  }
  // One for each reach, just above.
  return seen as Record<Reach, number>
}

const Answer = z.object({
  data: z.union([
    z.array(z.unknown()).transform((list) => ({ total: list.length, list })),
    z.object({ total: z.number(), list: z.array(z.unknown()) }),
  ]),
})
/** What comes before anything counts: every connection has made its plans and caches are warm after it. */
const WARM_UP_S = 1

/**
 * Every list once before the first one counts: the product's code is compiled by running it, which pgbench's is not, and
 * whatever is asked first would pay for all.
 */
const warmUp = async (ask: Ask, people: Sessions, cases: readonly Case[]): Promise<void> => {
  for (const one of cases.filter(({ targets }) => targets.includes('p99'))) {
    const shots = people[one.reach].map((session) => session.shotOf(one))
    await runLoop(shots, ask.concurrency, Math.min(WARM_UP_S, ask.seconds))
  }
}

const measureCase = async (
  ask: Ask,
  product: MeasuredProduct,
  client: pg.Client,
  sessions: Sessions[Reach],
  peer: Peer,
  one: Case,
): Promise<CaseResult> => {
  const shot = sessions[0].shotOf(one)
  const shots = sessions.map((session) => session.shotOf(one))
  const { data } = Answer.parse(JSON.parse(await sendOnce(shot)))
  if (one.rows !== null && data.list.length !== one.rows)
    throw new Error(`${one.name}, ${one.reach}: ${data.list.length} rows instead of ${one.rows}`)
  const statements = await captureStatements(client, product.database_log, () => sendOnce(shot))
  const at_a_time = one.at_a_time ?? ask.concurrency
  await runLoop(shots, at_a_time, Math.min(WARM_UP_S, ask.seconds))
  const paces = one.targets.includes('p99') ? PACES : []
  const turns: TurnFigures[] = []
  for (let turn = 0; turn < ask.repeats; turn += 1) {
    const before = readCpu(product.pid, product.postmaster_pid)
    const ours = await runLoop(shots, at_a_time, ask.seconds)
    const after = readCpu(product.pid, product.postmaster_pid)
    const paced: LoopFigures[] = []
    for (const pace of paces) paced.push(await runPaced(shots, ours.rate * pace, ask.seconds))
    const theirs = await peer.run(statements, at_a_time, ask.seconds, paces)
    turns.push({
      ...ours,
      paced,
      product_us: (after.product_us - before.product_us) / ours.calls,
      database_us: (after.database_us - before.database_us) / ours.calls,
      peer_rate: theirs.rate,
      peer_p99_ms: theirs.p99_ms,
      peer_paced_p99_ms: theirs.paced_p99_ms,
      share_of_peer: ours.rate / theirs.rate,
    })
  }
  const spread = (figure: Exclude<keyof TurnFigures, 'paced' | 'peer_paced_p99_ms'>): Spread =>
    spreadOf(turns.map((turn) => turn[figure]))
  return {
    name: one.name,
    reach: one.reach,
    total: data.total,
    rows: data.list.length,
    statements: statements.length,
    rate: spread('rate'),
    p50_ms: spread('p50_ms'),
    p95_ms: spread('p95_ms'),
    p99_ms: spread('p99_ms'),
    paced: paces.map((pace, at) => pacedOf(turns, pace, at)),
    product_us: spread('product_us'),
    database_us: spread('database_us'),
    peer_rate: spread('peer_rate'),
    peer_p99_ms: spread('peer_p99_ms'),
    share_of_peer: spread('share_of_peer'),
    targets: one.targets,
  }
}

type TurnFigures = Record<
  | 'rate'
  | 'p50_ms'
  | 'p95_ms'
  | 'p99_ms'
  | 'product_us'
  | 'database_us'
  | 'peer_rate'
  | 'peer_p99_ms'
  | 'share_of_peer',
  number
> & { paced: LoopFigures[]; peer_paced_p99_ms: (number | null)[] }

const pacedOf = (turns: readonly TurnFigures[], pace: number, at: number): Paced => {
  const ours = turns.flatMap(({ paced }) => paced[at] ?? [])
  const theirs = turns.flatMap(({ peer_paced_p99_ms }) => peer_paced_p99_ms[at] ?? [])
  return {
    pace,
    p50_ms: spreadOf(ours.map(({ p50_ms }) => p50_ms)),
    p99_ms: spreadOf(ours.map(({ p99_ms }) => p99_ms)),
    peer_p99_ms: theirs.length === 0 ? null : spreadOf(theirs),
  }
}
