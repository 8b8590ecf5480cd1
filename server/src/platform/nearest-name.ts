/** Letters to insert, delete or replace to make one text of the other. */
const editDistance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1]
    for (const [to, wanted] of Array.from(other).entries())
      next.push(Math.min((next[to] ?? 0) + 1, (row[to + 1] ?? 0) + 1, (row[to] ?? 0) + (letter === wanted ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}

/** The name that differs least, in `distance_max` letters at most; null = none is near. */
export const nearestName = (name: string, names: readonly string[], distance_max: number): string | null => {
  const [nearest] = names
    .map((other) => ({ other, distance: editDistance(name, other) }))
    .filter(({ distance }) => distance <= distance_max)
    .toSorted((a, b) => a.distance - b.distance)
  return nearest?.other ?? null
}
