type Batch<Row> = { keys: Set<string>; rows: PromiseWithResolvers<Map<string, Row>> }

/**
 * Look-ups by key in as few queries as can be: one at a time, and what is asked for while it runs is asked for by the next, at most `keys_max` at
 * once. A fleet that reconnects would else cost a query for each of its modules, and these hold up everything else.
 */
export const batchLookups = <Row>(
  load: (keys: string[]) => Promise<readonly (readonly [key: string, row: Row])[]>,
  keys_max: number,
): ((key: string) => Promise<Row | undefined>) => {
  const waiting: Batch<Row>[] = []
  let is_running = false

  const run = async (): Promise<void> => {
    for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift())
      await load([...batch.keys]).then((rows) => batch.rows.resolve(new Map(rows)), batch.rows.reject)
    is_running = false
  }
  const batchOf = (key: string): Batch<Row> => {
    const last = waiting.at(-1)
    if (last !== undefined && (last.keys.size < keys_max || last.keys.has(key))) return last
    const fresh: Batch<Row> = { keys: new Set(), rows: Promise.withResolvers() }
    waiting.push(fresh)
    return fresh
  }
  return async (key) => {
    const batch = batchOf(key)
    batch.keys.add(key)
    if (!is_running) {
      is_running = true
      // Those of the same turn go together from the first on.
      setImmediate(() => void run())
    }
    return (await batch.rows.promise).get(key)
  }
}
