import type { Checks } from '../faults/checks.ts'
import { ADMIN_PASSWORD, startProduct } from '../product.ts'
import { many, tryPassword } from './raw-call.ts'

/** Guesses for each round and scenario; ten rounds are the quality plan's 10,000. */
const GUESSES_A_ROUND = 1_000
const ADDRESSES = 200
/** Quality S8: 1 % of 10,000. The number does not grow with the guesses, so a short run is held to the same. */
const EVALUATED_MAX = 100

/** S8: one account guessed from one place and from many, many accounts from one place; no other user may be locked out. */
export const attackGuesses = async ({ rounds, checks }: { rounds: number; checks: Checks }): Promise<void> => {
  const product = await startProduct({ mode: 'start', demo: 3 })
  const { url } = product
  const guesses = rounds * GUESSES_A_ROUND
  const addressOf = (at: number) => `127.0.1.${(at % ADDRESSES) + 1}`
  /** Number of guesses that were compared with a password. */
  const evaluated = async (who: (at: number) => string, from: (at: number) => string): Promise<number> => {
    let count = 0
    await many(guesses, 8, async (at) => {
      // Beyond the limit the run has failed; stop counting.
      if (count > EVALUATED_MAX) return
      const { outcome } = await tryPassword(url, who(at), `guess-${at}-xyz`, from(at))
      if (outcome === 'account_or_password_error') count += 1
    })
    return count
  }
  const outcomeOf = async (user_name: string, from: string) =>
    (await tryPassword(url, user_name, ADMIN_PASSWORD, from)).outcome
  const expectFew = (what: string, count: number) =>
    checks.expect(what, count <= EVALUATED_MAX, `tried ${guesses}, evaluated ${count}`)
  try {
    checks.expect('the owner signs in at home before all this', (await outcomeOf('admin', '127.0.2.1')) === 'ok')
    expectFew(
      'one account from one address: hardly any is evaluated',
      await evaluated(
        () => 'zhejiang',
        () => '127.0.3.1',
      ),
    )
    checks.expect('its owner is not locked out elsewhere', (await outcomeOf('zhejiang', '127.0.3.2')) === 'ok')
    expectFew('one account from many addresses: hardly any is evaluated', await evaluated(() => 'admin', addressOf))
    checks.expect('its owner is not locked out at home', (await outcomeOf('admin', '127.0.2.1')) === 'ok')
    expectFew(
      'many accounts from one address: hardly any is evaluated',
      await evaluated(
        (at) => `person-${at}`,
        () => '127.0.4.1',
      ),
    )
    const bystanders = await Promise.all(
      ['hangzhou', 'yuhang', 'malopolska'].map((name) => outcomeOf(name, '127.0.5.1')),
    )
    checks.expect(
      'nobody else is locked out',
      bystanders.every((outcome) => outcome === 'ok'),
      bystanders.join(', '),
    )
  } finally {
    await product.stop()
  }
}
