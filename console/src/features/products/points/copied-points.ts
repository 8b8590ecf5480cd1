import type { DataPoint } from '@heatfleet/contract/products/points.ts'

/** Conflict resolution for points whose key exists already. */
export type ConflictResolution = 'keep' | 'replace'

/** Result of a copy. `left` = chosen points skipped because their key exists. */
type Copied = { added: DataPoint[]; replaced: DataPoint[]; left: number }

/** Compares the chosen groups of another product's points with the existing keys. */
export const copiedPoints = (
  theirs: readonly DataPoint[],
  own: readonly DataPoint[],
  { groups, on_conflict }: { groups: readonly string[]; on_conflict: ConflictResolution },
): Copied => {
  const keys = new Set(own.map(({ key }) => key))
  const chosen = theirs
    .filter(({ group_tag }) => groups.includes(group_tag))
    .map((point): DataPoint => ({ ...point, block: null }))
  const met = chosen.filter(({ key }) => keys.has(key))
  return {
    added: chosen.filter(({ key }) => !keys.has(key)),
    replaced: on_conflict === 'replace' ? met : [],
    left: on_conflict === 'replace' ? 0 : met.length,
  }
}

/** The groups of points in order of first appearance, with the number of their points. */
export const groupsOf = (points: readonly DataPoint[]): { group: string; count: number }[] => {
  const counts = new Map<string, number>()
  for (const { group_tag } of points) counts.set(group_tag, (counts.get(group_tag) ?? 0) + 1)
  return [...counts].map(([group, count]) => ({ group, count }))
}
