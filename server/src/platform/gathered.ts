/** A question that waits for the next round. */
type Waiting<Key, Found> = { key: Key; resolve: (found: Found) => void; reject: (error: unknown) => void }

/** The most rounds under way at a time: one that is stuck must not keep everybody waiting. */
const ROUNDS_MAX = 2

/**
 * Answers single questions in rounds: what is asked while rounds are under way is asked together in the next, at most
 * `most` at a time. The first one waits for nobody, and nobody is told what was read before he asked. `ask` gives an
 * answer for each key, in their order; when it fails, all of the round fail.
 */
export const gather = <Key, Found>(
  most: number,
  ask: (keys: readonly Key[]) => Promise<readonly Found[]>,
): ((key: Key) => Promise<Found>) => {
  const waiting: Waiting<Key, Found>[] = []
  let under_way = 0
  const begin = async (): Promise<void> => {
    if (under_way === ROUNDS_MAX || waiting.length === 0) return
    const round = waiting.splice(0, most)
    under_way += 1
    const answer = await ask(round.map(({ key }) => key)).then(
      (found) => ({ found }),
      (error: unknown) => ({ error }),
    )
    under_way -= 1
    void begin()
    for (const [at, { resolve, reject }] of round.entries()) {
      if ('error' in answer) reject(answer.error)
      // One for each key, in their order.
      else resolve(answer.found[at] as Found)
    }
  }
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      void begin()
    })
}
