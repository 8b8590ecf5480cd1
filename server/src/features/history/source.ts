/** What is asked of a source: one device, a period (from included, to not), and the points wanted. */
export type SourceQuestion = { device_id: number; from_ms: number; to_ms: number; keys: readonly string[] }

/** One report, decoded: `values` in the order of the keys asked for, NaN = not in this report. */
export type Sample = { at_ms: number; values: Float64Array }

/** A place where reports are kept. Gives them in the order of their time, in batches, so that memory stays bounded. */
export type Source = (question: SourceQuestion) => AsyncIterable<readonly Sample[]>

/** Reads several sources as one, in the order of time. Repeats stay in: the reader leaves them out. */
export async function* mergeSources(
  sources: readonly Source[],
  question: SourceQuestion,
): AsyncGenerator<readonly Sample[]> {
  const open = sources.map((source) => ({ batches: source(question)[Symbol.asyncIterator](), rest: [] as Sample[] }))
  try {
    for (;;) {
      for (const one of open) {
        while (one.rest.length === 0) {
          const next = await one.batches.next()
          if (next.done === true) break
          one.rest = [...next.value]
        }
      }
      const filled = open.filter((one) => one.rest.length > 0)
      if (filled.length === 0) return
      // Up to here every source is complete.
      const until_ms = Math.min(...filled.map((one) => one.rest.at(-1)?.at_ms ?? 0))
      const batch = filled.flatMap((one) => {
        const later = one.rest.findIndex(({ at_ms }) => at_ms > until_ms)
        return one.rest.splice(0, later === -1 ? one.rest.length : later)
      })
      yield filled.length === 1 ? batch : batch.toSorted((a, b) => a.at_ms - b.at_ms)
    }
  } finally {
    for (const { batches } of open) await batches.return?.()
  }
}
