import { type CaseResult, PACES } from './scoped-list-turns.ts'
import type { ScopedListsResult } from './scoped-lists.ts'
import { atLeast, atMost, type Verdict, verdictLines } from './verdicts.ts'

/**
 * Targets of W5: 20 rows within 15 ms while calls come steadily at a third of the highest rate; at 70 % of it, where the
 * database alone is later than that too, no later than it on the whole; 60 % of its rate; a county for what the
 * administrator costs (docs/decisions/0013).
 */
export const TARGETS = {
  p99_ms: 15,
  p99_over_peer: 1,
  share_of_peer: 0.6,
  county_over_administrator: 1.2,
  last_over_first: 1.5,
} as const
/** The pace at which each list is judged; the other one is judged by all lists together. */
const JUDGED_PACE = 0.35

/** The run held against its targets, each case by its median. */
export const verdictsOf = ({ cases }: Pick<ScopedListsResult, 'cases'>): Verdict[] => {
  const find = (name: string, reach: string) => cases.find((one) => one.name === name && one.reach === reach)
  const ratio = (one: CaseResult | undefined, other: CaseResult | undefined): number =>
    cost(one) / Math.max(1, cost(other))
  const first = find('page 1', 'administrator')
  const county = ratio(find('page 1', 'county'), first)
  const last = ratio(find('last page', 'administrator'), first)
  return [
    ...cases.flatMap(({ name, reach, targets, paced, share_of_peer }): Verdict[] => [
      ...paced
        .filter(({ pace }) => pace === JUDGED_PACE)
        .map(({ pace, p99_ms }) =>
          atMost(`${name}, ${reach}: p99 in ms at ${percent(pace)}`, p99_ms.median, TARGETS.p99_ms),
        ),
      ...(targets.includes('share_of_peer')
        ? [atLeast(`${name}, ${reach}: share of the peer's rate`, share_of_peer.median, TARGETS.share_of_peer)]
        : []),
    ]),
    ...PACES.filter((pace) => pace !== JUDGED_PACE).flatMap((pace) => overPeer(cases, pace)),
    atMost('page 1: processor time, county over administrator', county, TARGETS.county_over_administrator),
    atMost('administrator: processor time, last page over page 1', last, TARGETS.last_over_first),
  ]
}

/** How late all lists are beside the peer, as a geometric mean: of one list p99 goes up and down tenfold from turn to turn, on both sides. */
const overPeer = (cases: readonly CaseResult[], pace: number): Verdict[] => {
  const ratios = cases.flatMap(({ paced }) =>
    paced.flatMap((one) => (one.pace === pace && one.peer_p99_ms ? one.p99_ms.median / one.peer_p99_ms.median : [])),
  )
  if (ratios.length === 0) return []
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  return [atMost(`${ratios.length} lists: p99 at ${percent(pace)} over the peer's`, mean, TARGETS.p99_over_peer)]
}

const cost = (one: CaseResult | undefined): number =>
  one === undefined ? 0 : one.product_us.median + one.database_us.median

const percent = (share: number): string => `${Math.round(share * 100)} %`

const COLUMNS: readonly [string, (one: CaseResult) => string | number][] = [
  ['question', ({ name }) => name],
  ['asked by', ({ reach }) => reach],
  ['total', ({ total }) => total],
  ['rows', ({ rows }) => rows],
  ['calls/s', ({ rate }) => rate.median],
  ['p50 ms', ({ p50_ms }) => p50_ms.median],
  ['p95 ms', ({ p95_ms }) => p95_ms.median],
  ['p99 ms', ({ p99_ms }) => p99_ms.median],
  ...PACES.flatMap((pace, at): typeof COLUMNS => [
    [`at ${percent(pace)}: p50`, ({ paced }) => paced[at]?.p50_ms.median ?? '-'],
    ['p99', ({ paced }) => paced[at]?.p99_ms.median ?? '-'],
    ['min..max', ({ paced }) => (paced[at] === undefined ? '-' : `${paced[at].p99_ms.min}..${paced[at].p99_ms.max}`)],
    ['peer p99', ({ paced }) => paced[at]?.peer_p99_ms?.median ?? '-'],
  ]),
  ['node us', ({ product_us }) => product_us.median],
  ['db us', ({ database_us }) => database_us.median],
  ['peer/s', ({ peer_rate }) => peer_rate.median],
  ['peer p99', ({ peer_p99_ms }) => peer_p99_ms.median],
  ['share', ({ share_of_peer }) => share_of_peer.median],
]

/** How many lists are within the time itself, whatever the peer takes. */
const withinLine = ({ cases }: Pick<ScopedListsResult, 'cases'>, pace: number): string => {
  const told = cases.flatMap(({ paced }) => paced.filter((one) => one.pace === pace))
  const within = told.filter(({ p99_ms }) => p99_ms.median <= TARGETS.p99_ms)
  const peers = told.filter(({ peer_p99_ms }) => (peer_p99_ms?.median ?? 0) <= TARGETS.p99_ms)
  return `at ${percent(pace)} p99 within ${TARGETS.p99_ms} ms: ${within.length} of ${told.length}, the peer alone ${peers.length}`
}

/** The run as text: a line for each case beside its peer, then the targets. */
export const reportOf = (result: ScopedListsResult): string => {
  const { machine, fleet, peer, is_pinned, concurrency, seconds, repeats, date } = result
  const table = [
    COLUMNS.map(([title]) => title),
    ...result.cases.map((one) => COLUMNS.map(([, of]) => String(of(one)))),
  ]
  const widths = COLUMNS.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)))
  const lines = table.map((row) =>
    row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
  )
  const verdicts = verdictsOf(result)
  return [
    `W5 scoped lists, ${date}, ${machine.commit}: ${fleet.devices} devices, ${fleet.agents} distributors, ${fleet.roles} roles`,
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gb} GB, ${machine.system}, Node ${machine.node}, PostgreSQL ${machine.postgres}`,
    is_pinned ? 'product and database on one core, callers and pgbench on the other' : 'not pinned to cores',
    `${concurrency} at a time, ${repeats} turns of ${seconds} s each beside ${peer}; medians; load ${result.load.before} before, ${result.load.after} after`,
    '',
    ...lines,
    '',
    ...PACES.map((pace) => withinLine(result, pace)),
    '',
    ...verdictLines(verdicts),
  ].join('\n')
}
