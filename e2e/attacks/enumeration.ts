import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Checks } from '../faults/checks.ts'
import { embeddedConnection } from '../faults/stored.ts'
import { startProduct } from '../product.ts'
import { tryPassword } from './raw-call.ts'

/** Pairs for each round; ten rounds are the quality plan's 2,000. */
const PAIRS_A_ROUND = 200
/** Tries of one account before it is locked for that address; the pairs go round over many accounts. */
const TRIES_EACH = 9
/** Quality S9. */
const GAP_MAX_MS = 1

/** S9: whether body or time of an answer tells that an account exists. */
export const attackEnumeration = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const pairs = rounds * PAIRS_A_ROUND
  const product = await startProduct({ mode: 'serve', environment: { HEATFLEET_LOGIN_PER_ADDRESS: '100000' } })
  const database = new pg.Client(embeddedConnection(product.data))
  await database.connect()
  try {
    const accounts = Math.ceil(pairs / TRIES_EACH)
    await database.query(
      `insert into accounts (user_name, password_hash, role_id)
       select 'person-' || n, (select password_hash from accounts where user_name = 'admin'), (select min(role_id) from roles)
       from generate_series(1, $1::int) n`,
      [accounts],
    )
    const ask = async (user_name: string) => {
      const began = performance.now()
      const answer = await tryPassword(product.url, user_name, 'not-the-password')
      return { ms: performance.now() - began, body: withoutRequestId(answer.text) }
    }
    for (let warm = 0; warm < 20; warm += 1) await ask(`warm-${warm}`)
    const gaps: number[] = []
    let different = 0
    for (let at = 0; at < pairs; at += 1) {
      const person = `person-${(at % accounts) + 1}`
      const nobody = `nobody-${(at % accounts) + 1}`
      // In turns, so that whoever is asked second has no advantage.
      const order = at % 2 === 0 ? [person, nobody] : [nobody, person]
      const answers = new Map<string, Awaited<ReturnType<typeof ask>>>()
      for (const name of order) answers.set(name, await ask(name))
      const [known, unknown] = [answers.get(person), answers.get(nobody)]
      if (known?.body !== unknown?.body) different += 1
      gaps.push((known?.ms ?? 0) - (unknown?.ms ?? 0))
    }
    const median = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? Infinity
    checks.expect('the answers are the same, byte for byte', different === 0, `${pairs} pairs, different ${different}`)
    checks.expect(
      `the median gap in time is at most ${GAP_MAX_MS} ms`,
      Math.abs(median) <= GAP_MAX_MS,
      `${median.toFixed(3)} ms over ${pairs} pairs`,
    )
    const locked = await Promise.all(['person-1', 'nobody-1'].map(lockAndAsk))
    checks.expect('a locked name answers the same whether it exists or not', locked[0] === locked[1])
    async function lockAndAsk(name: string): Promise<string> {
      for (let tries = 0; tries < 12; tries += 1) await ask(name)
      return (await ask(name)).body
    }
  } finally {
    await database.end()
    await product.stop()
  }
}

const withoutRequestId = (body: string): string => body.replace(/"request_id":"[^"]*"/, '"request_id":""')
