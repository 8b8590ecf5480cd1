import type pg from 'pg'
import { z } from 'zod'
import { type LoopFigures, runLoop, type Shot, sendOnce } from './closed-loop.ts'
import { readCpu } from './cpu-time.ts'
import { type Spread, spreadOf } from './figures.ts'
import type { Reach } from './fleet-generator.ts'
import { runPaced } from './paced-loop.ts'
import type { Peer } from './peer.ts'
import type { MeasuredProduct } from './product-process.ts'
import type { Case } from './scoped-list-cases.ts'
import { captureStatements, type SentStatement } from './sent-statements.ts'
import type { SignedIn } from './signed-in.ts'

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

/** How long and how many at a time, as the run was asked for. */
type Length = { concurrency: number; seconds: number }

/** A question, who asks it, what it sends to the database, and what its turns came to. */
export type Measured = {
  one: Case
  shots: readonly Shot[]
  at_a_time: number
  total: number
  rows: number
  statements: readonly SentStatement[]
  highest: HighestFigures[]
  /** For each turn what it came to at each of {@link PACES}; none of questions without a target for it. */
  paced: PacedFigures[][]
}

type HighestFigures = Record<
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
>
type PacedFigures = { ours: LoopFigures; peer_p99_ms: number | null }

const Answer = z.object({
  data: z.union([
    z.array(z.unknown()).transform((list) => ({ total: list.length, list })),
    z.object({ total: z.number(), list: z.array(z.unknown()) }),
  ]),
})

/**
 * What comes before anything counts: every connection has made its plans, caches are warm and the product's code is compiled
 * after it, which pgbench's always is.
 */
const WARM_UP_S = 1

/** Asks a question once, refuses a wrong answer, and keeps the statements it takes. */
export const prepareCase = async (
  { concurrency, seconds }: Length,
  product: MeasuredProduct,
  client: pg.Client,
  sessions: readonly [SignedIn, ...SignedIn[]],
  one: Case,
): Promise<Measured> => {
  const shot = sessions[0].shotOf(one)
  const { data } = Answer.parse(JSON.parse(await sendOnce(shot)))
  if (one.rows !== null && data.list.length !== one.rows)
    throw new Error(`${one.name}, ${one.reach}: ${data.list.length} rows instead of ${one.rows}`)
  const statements = await captureStatements(client, product.database_log, () => sendOnce(shot))
  const at_a_time = one.at_a_time ?? concurrency
  const shots = sessions.map((session) => session.shotOf(one))
  await runLoop(shots, at_a_time, Math.min(WARM_UP_S, seconds))
  return { one, shots, at_a_time, total: data.total, rows: data.list.length, statements, highest: [], paced: [] }
}

/** As many calls as there can be: the product, then the peer. */
export const takeHighest = async (
  { seconds }: Length,
  product: MeasuredProduct,
  peer: Peer,
  { shots, at_a_time, statements }: Measured,
): Promise<HighestFigures> => {
  await runLoop(shots, at_a_time, Math.min(WARM_UP_S, seconds))
  const before = readCpu(product.pid, product.postmaster_pid)
  const ours = await runLoop(shots, at_a_time, seconds)
  const after = readCpu(product.pid, product.postmaster_pid)
  const theirs = await peer.highest({ statements, concurrency: at_a_time, seconds })
  return {
    ...ours,
    product_us: (after.product_us - before.product_us) / ours.calls,
    database_us: (after.database_us - before.database_us) / ours.calls,
    peer_rate: theirs.rate,
    peer_p99_ms: theirs.p99_ms,
    share_of_peer: ours.rate / theirs.rate,
  }
}

/**
 * Calls at each pace: the product, then the peer. The pace is a share of the median of all highest rates: one of them alone
 * may be of a moment at which the machine was a quarter quicker than ever after.
 */
export const takePaced = async (
  { seconds }: Length,
  peer: Peer,
  { one, shots, at_a_time, statements, highest }: Measured,
): Promise<PacedFigures[]> => {
  const rate = medianOf(highest.map((turn) => turn.rate))
  const peer_rate = medianOf(highest.map((turn) => turn.peer_rate))
  const paced: PacedFigures[] = []
  for (const pace of pacesOf(one)) {
    const ours = await runPaced(shots, rate * pace, seconds)
    const load = { statements, concurrency: at_a_time, seconds }
    paced.push({ ours, peer_p99_ms: await peer.paced(load, peer_rate * pace) })
  }
  return paced
}

/** Whether its times are judged, and it therefore has paced turns. */
export const isPaced = ({ one }: Measured): boolean => pacesOf(one).length > 0

const medianOf = (values: readonly number[]): number => spreadOf(values).median

const pacesOf = ({ targets }: Case): readonly number[] => (targets.includes('p99') ? PACES : [])

/** Its turns together. */
export const resultOf = ({ one, total, rows, statements, highest, paced }: Measured): CaseResult => {
  const spread = (figure: keyof HighestFigures): Spread => spreadOf(highest.map((turn) => turn[figure]))
  return {
    name: one.name,
    reach: one.reach,
    total,
    rows,
    statements: statements.length,
    rate: spread('rate'),
    p50_ms: spread('p50_ms'),
    p95_ms: spread('p95_ms'),
    p99_ms: spread('p99_ms'),
    paced: pacesOf(one).map((pace, at) =>
      pacedOf(
        pace,
        paced.flatMap((turn) => turn[at] ?? []),
      ),
    ),
    product_us: spread('product_us'),
    database_us: spread('database_us'),
    peer_rate: spread('peer_rate'),
    peer_p99_ms: spread('peer_p99_ms'),
    share_of_peer: spread('share_of_peer'),
    targets: one.targets,
  }
}

const pacedOf = (pace: number, turns: readonly PacedFigures[]): Paced => {
  const theirs = turns.flatMap(({ peer_p99_ms }) => peer_p99_ms ?? [])
  return {
    pace,
    p50_ms: spreadOf(turns.map(({ ours }) => ours.p50_ms)),
    p99_ms: spreadOf(turns.map(({ ours }) => ours.p99_ms)),
    peer_p99_ms: theirs.length === 0 ? null : spreadOf(theirs),
  }
}
