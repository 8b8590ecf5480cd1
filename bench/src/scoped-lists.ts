import { api } from '@heatfleet/contract/api.ts'
import type pg from 'pg'
import { pinThisProcess } from './cores.ts'
import { type Fleet, generateFleet, REACHES, type Reach } from './fleet-generator.ts'
import { keepFleet } from './kept-fleet.ts'
import { describeMachine, loadNow, type Machine } from './machine.ts'
import { choosePeer } from './peer.ts'
import { type MeasuredProduct, startProduct } from './product-process.ts'
import { casesOf } from './scoped-list-cases.ts'
import {
  type CaseResult,
  isPaced,
  type Measured,
  prepareCase,
  resultOf,
  takeHighest,
  takePaced,
} from './scoped-list-turns.ts'
import { type SignedIn, signIn } from './signed-in.ts'

export type Ask = {
  devices: number
  concurrency: number
  /** Length of one loop; product and peer take turns, `repeats` times each, at the highest rate and then at each pace. */
  seconds: number
  repeats: number
  data_dir: string
  /** Product and database on one core, what asks them on another; else wherever there is room. */
  is_pinned: boolean
  say: (line: string) => void
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
  const measured: Measured[] = []
  for (const one of casesOf(fleet, seen_by))
    measured.push(await prepareCase(ask, product, client, people[one.reach], one))
  // Every question once in each turn: a bad minute of the machine then falls upon none of them alone.
  for (let turn = 1; turn <= ask.repeats; turn += 1) {
    for (const one of measured) one.highest.push(await takeHighest(ask, product, peer, one))
    ask.say(`highest rates: turn ${turn} of ${ask.repeats}`)
  }
  for (let turn = 1; turn <= ask.repeats; turn += 1) {
    for (const one of measured.filter(isPaced)) one.paced.push(await takePaced(ask, peer, one))
    ask.say(`paced: turn ${turn} of ${ask.repeats}`)
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
    cases: measured.map(resultOf),
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
