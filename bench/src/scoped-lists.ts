import { api } from '@heatfleet/contract/api.ts'
import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import type pg from 'pg'
import { z } from 'zod'
import { type Fleet, generateFleet, VIEWERS, type Viewer } from './fleet.ts'
import { type PreparedCall, prepareCall, runClosedLoop, runPaced, sendOnce } from './http-load.ts'
import { captureStatements, findPgbench, runPgbench, type Statement } from './pgbench.ts'
import { cpuOf } from './processes.ts'
import { type Place, type Product, type Session, signIn, withProduct } from './product.ts'
import { atLeast, atMost, describeMachine, type Outcome, spreadsOf } from './result.ts'

type ListsSize = {
  devices: number
  concurrency: number
  /** Length of one loop; product and pgbench take turns, `repeats` times each. */
  seconds: number
  repeats: number
}

/** One measured query: who sends what. */
type Case = {
  name: string
  viewer: Viewer
  endpoint: Endpoint
  query: { size?: number; pageNo?: number }
  body?: Partial<DeviceFilter>
  /** Targets this case has to meet. */
  targets: readonly ('p99' | 'share_of_peer')[]
}

const TARGETS = { p99_ms: 15, share_of_peer: 0.6, county_over_administrator: 1.2, last_over_first: 1.5 }
/** Share of the highest rate at which p99 is taken: at the rate itself it is the length of the queue. */
const PACE = 0.35
/** Before anything counts, every connection has made its plans and the product's code is compiled. */
const WARM_UP_S = 1
const PAGE = 20
const LONG_PAGE = 999

const casesOf = ({ devices, products, agent_ids }: Fleet, totals: Record<Viewer, number>): Case[] => {
  const list = (name: string, viewer: Viewer, other: Partial<Case> = {}): Case => {
    return {
      name,
      viewer,
      endpoint: api.deviceList,
      query: { size: PAGE },
      targets: ['p99', 'share_of_peer'],
      ...other,
    }
  }
  const pageAt = (viewer: Viewer, share: number) => ({
    query: { size: PAGE, pageNo: Math.max(1, Math.ceil((totals[viewer] * share) / PAGE)) },
  })
  const whole = (name: string, endpoint: Endpoint, query: Case['query'], ...viewers: Viewer[]): Case[] =>
    viewers.map((viewer) => ({ name, viewer, endpoint, query, targets: [] }))
  return [
    ...VIEWERS.map((viewer) => list('page 1', viewer, viewer === 'group' ? { targets: ['p99'] } : {})),
    list('last page', 'admin', pageAt('admin', 1)),
    list('last page', 'county', pageAt('county', 1)),
    list('middle page', 'admin', pageAt('admin', 0.5)),
    list('999 rows', 'admin', { query: { size: LONG_PAGE }, targets: ['share_of_peer'] }),
    list('999 rows', 'province', { query: { size: LONG_PAGE }, targets: ['share_of_peer'] }),
    list('one product', 'admin', { body: { product_key: products[1] } }),
    list('online', 'admin', { body: { online_status: 'online' } }),
    list('in alarm', 'admin', { body: { quick: 'alarm' } }),
    list('offline > 24 h', 'admin', { body: { quick: 'offline_24h' } }),
    list('subtree of a province', 'admin', { body: { agent_id: agent_ids.province } }),
    list('subtree of a city', 'admin', { body: { agent_id: agent_ids.city } }),
    list('subtree of a county', 'admin', { body: { agent_id: agent_ids.county } }),
    list('search by name', 'admin', { body: { search: String(Math.floor(devices * 0.74)) } }),
    list('search by id', 'admin', { body: { search: '863400000001' } }),
    list('by last report', 'admin', {
      body: { sort_by: 'last_report_time', sort_order: 'desc' },
      targets: ['share_of_peer'],
    }),
    ...whole('agent-tree, 500', api.agentTree, { size: 500, pageNo: 1 }, 'admin', 'province'),
    ...whole('agent-list', api.agentList, { size: PAGE, pageNo: 1 }, 'admin', 'province'),
    ...whole('list-menu-agent', api.menuAgents, {}, 'admin', 'county'),
    ...whole('list-menu-product', api.menuProducts, {}, 'admin', 'county'),
  ]
}

/**
 * W5: lists, counts and pickers of a large fleet for people of different rights, in turns with the database alone under the same
 * statements. Refuses a wrong answer: what each person is shown is counted in the tables.
 */
export const measureLists = async (size: ListsSize, place: Place, say: (line: string) => void) =>
  withProduct(place, {}, async (product) => {
    const fleet = await generateFleet(product.client, size.devices)
    say(`${fleet.devices} devices of ${fleet.agents} distributors`)
    const sessions = await signEveryoneIn(product.url, size.concurrency)
    const seen_by = await checkScopes(product.client, sessions)
    const peer = findPgbench()
    const prepared: Prepared[] = []
    for (const one of casesOf(fleet, seen_by))
      prepared.push(await prepareCase(size, product, sessions[one.viewer], one))
    // Every case once in each turn: a bad minute of the machine does not fall on one case alone.
    for (let turn = 1; turn <= size.repeats; turn += 1) {
      for (const one of prepared)
        one.turns.push(await measureTurn(size, product, peer !== null && place.is_pinned, one))
      say(`turn ${turn} of ${size.repeats}`)
    }
    const cases = prepared.map(({ one, total, rows, statements, turns }) => {
      return {
        name: one.name,
        viewer: one.viewer,
        total,
        rows,
        statements: statements.length,
        ...spreadsOf(turns),
        targets: one.targets,
      }
    })
    return {
      workload: 'w5',
      ...size,
      machine: await describeMachine(product.client),
      peer: peer ?? 'none: pgbench is not installed',
      is_pinned: place.is_pinned,
      fleet: { devices: fleet.devices, agents: fleet.agents, roles: fleet.roles, seen_by },
      cases,
      outcomes: listOutcomes(cases),
    }
  })

type CaseFigures = Record<'p99_ms' | 'product_us' | 'database_us' | 'share_of_peer', { median: number }>
type EvaluatedCase = Pick<Case, 'name' | 'viewer' | 'targets'> & Partial<CaseFigures>

/** Each case by its median; `share_of_peer` is missing where pgbench is not installed, `p99_ms` where it is no target. */
export const listOutcomes = (cases: readonly EvaluatedCase[]): Outcome[] => {
  const cost = (name: string, viewer: Viewer): number => {
    const one = cases.find((other) => other.name === name && other.viewer === viewer)
    return (one?.product_us?.median ?? Number.NaN) + (one?.database_us?.median ?? Number.NaN)
  }
  const first = cost('page 1', 'admin')
  const { county_over_administrator: county, last_over_first: last } = TARGETS
  return [
    ...cases.flatMap(({ name, viewer, targets, p99_ms, share_of_peer }) => [
      ...(targets.includes('p99') && p99_ms
        ? [atMost(`${name}, ${viewer}: p99 in ms at 35 %`, p99_ms.median, TARGETS.p99_ms)]
        : []),
      ...(targets.includes('share_of_peer') && share_of_peer
        ? [atLeast(`${name}, ${viewer}: share of pgbench's rate`, share_of_peer.median, TARGETS.share_of_peer)]
        : []),
    ]),
    atMost('page 1: processor time, county over administrator', cost('page 1', 'county') / first, county),
    atMost('administrator: processor time, last page over page 1', cost('last page', 'admin') / first, last),
  ]
}

/** As many sessions of each viewer as there are calls at a time. */
type Sessions = Record<Viewer, Session[]>

const signEveryoneIn = async (url: string, sessions: number): Promise<Sessions> => {
  const people = VIEWERS.map(async (viewer) => {
    const all: Session[] = []
    while (all.length < sessions) all.push(await signIn(url, viewer))
    return [viewer, all] as const
  })
  return Object.fromEntries(await Promise.all(people)) as Sessions // One for each viewer.
}

/** What each viewer must see, straight from the tables; refuses a product that counts otherwise. */
const checkScopes = async (client: pg.Client, sessions: Sessions): Promise<Record<Viewer, number>> => {
  const seen: [Viewer, number][] = []
  for (const viewer of VIEWERS) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from devices
       join accounts a on a.user_name = $1 left join distributors own on own.agent_id = a.agent_id
       join resource_groups g on g.group_id = a.resource_group_id
       where starts_with(devices.agent_path, coalesce(own.agent_path, '/')) and (g.everything or (
         devices.product_key = any(g.product_keys) and exists (select from distributors d
           where d.agent_id = any(g.agent_ids) and starts_with(devices.agent_path, d.agent_path))))`,
      [viewer],
    )
    const expected = rows[0]?.n ?? Number.NaN
    const { total, counts } = (await sessions[viewer][0]?.call(api.deviceList, { query: { size: 1 } })) ?? {}
    if (total !== expected || counts?.all !== expected)
      throw new Error(`${viewer} is shown ${String(total)} devices and may see ${expected}`)
    seen.push([viewer, expected])
  }
  return Object.fromEntries(seen) as Record<Viewer, number> // One for each viewer.
}

type Turn = Awaited<ReturnType<typeof measureTurn>>
type Prepared = {
  one: Case
  calls: readonly PreparedCall[]
  total: number
  rows: number
  statements: readonly Statement[]
  turns: Turn[]
}

const Answer = z.object({
  data: z.union([
    z.array(z.unknown()).transform((list) => ({ total: list.length, list })),
    z.object({ total: z.number(), list: z.array(z.unknown()) }),
  ]),
})

const prepareCase = async (
  { concurrency, seconds }: ListsSize,
  { url, client, database_log }: Product,
  sessions: readonly Session[],
  one: Case,
): Promise<Prepared> => {
  const calls = sessions.map((session) => prepareCall(url, session, one.endpoint, { query: one.query, body: one.body }))
  const [first] = calls
  if (first === undefined) throw new Error('no session')
  const { data } = Answer.parse(JSON.parse(await sendOnce(first)))
  const page = one.query.size ?? Number.POSITIVE_INFINITY
  // A page before the last is full.
  const expected = one.query.pageNo === undefined ? Math.min(page, data.total) : data.list.length
  if (data.list.length !== expected || data.list.length === 0)
    throw new Error(`${one.name}, ${one.viewer}: ${data.list.length} rows instead of ${expected}`)
  const statements = await captureStatements(client, database_log, () => sendOnce(first))
  await runClosedLoop(calls, concurrency, Math.min(WARM_UP_S, seconds))
  return { one, calls, total: data.total, rows: data.list.length, statements, turns: [] }
}

/** The highest rate of the product and of pgbench, then the product's latency at a share of its rate. */
const measureTurn = async (
  size: ListsSize,
  product: Product,
  is_pinned: boolean,
  { one, calls, statements }: Prepared,
) => {
  const { seconds, concurrency } = size
  await runClosedLoop(calls, concurrency, Math.min(WARM_UP_S, seconds))
  const usage = () => [cpuOf(product.pid, [product.postmaster_pid]), cpuOf(product.postmaster_pid)] as const
  const before = usage()
  const most = await runClosedLoop(calls, concurrency, seconds)
  const after = usage()
  const peer_rate = findPgbench() === null ? null : await runPgbench(product.socket_dir, is_pinned, statements, size)
  const paced = one.targets.includes('p99') ? await runPaced(calls, most.rate * PACE, seconds) : null
  return {
    rate: most.rate,
    product_us: (after[0] - before[0]) / most.calls,
    database_us: (after[1] - before[1]) / most.calls,
    ...(paced && { p50_ms: paced.p50_ms, p99_ms: paced.p99_ms }),
    ...(peer_rate !== null && { peer_rate, share_of_peer: most.rate / peer_rate }),
  }
}
