/** How many leading folders two paths share; a test of the same name is nearer still. */
const closeness = (test: string, changed: string): number => {
  const [one, other] = [test.split('/'), changed.split('/')]
  const differs_at = one.findIndex((part, at) => part !== other[at])
  const is_own_test = one.at(-1)?.split('.')[0] === other.at(-1)?.split('.')[0]
  return (differs_at === -1 ? one.length : differs_at) + (is_own_test ? 0.5 : 0)
}

/** At most `max` of these test files: those that lie nearest to a changed file. */
export const nearest = (tests: readonly string[], changed: readonly string[], max: number): string[] =>
  tests
    .map((test) => ({ test, closeness: Math.max(0, ...changed.map((file) => closeness(test, file))) }))
    .toSorted((a, b) => b.closeness - a.closeness)
    .slice(0, max)
    .map(({ test }) => test)
