import type { Suggestion, SuggestionKind } from '@heatfleet/contract/products/suggestions/suggestion.ts'

/** Suggestions that are accepted together, as one row: all points of a group, all sensors with the same missing value. */
export type Bundle = { id: string; first: Suggestion; all: readonly Suggestion[] }

/** What rows of a kind are put together by; other kinds have a row for each suggestion. */
const bundleKey = (one: Suggestion): string => {
  if (one.kind === 'group') return `group:${one.group}`
  if (one.kind === 'sentinel') return `sentinel:${one.certainty}:${one.invalid.join(',')}:${one.reasons[0]?.code}`
  return one.id
}

/** The rows of one kind: sure ones first. */
export const bundlesOf = (suggestions: readonly Suggestion[], kind: SuggestionKind): Bundle[] => {
  const bundles = Map.groupBy(
    suggestions.filter((one) => one.kind === kind),
    bundleKey,
  )
  return [...bundles]
    .flatMap(([id, all]) => (all[0] === undefined ? [] : [{ id, first: all[0], all }]))
    .toSorted((a, b) => ORDER[a.first.certainty] - ORDER[b.first.certainty])
}

const ORDER = { sure: 0, likely: 1, possible: 2 } as const

/** Ids that are accepted: the sure ones, but for what a person decided otherwise. */
export const acceptedOf = (
  suggestions: readonly Suggestion[],
  decided: ReadonlyMap<string, boolean>,
): ReadonlySet<string> =>
  new Set(suggestions.filter(({ id, certainty }) => decided.get(id) ?? certainty === 'sure').map(({ id }) => id))
