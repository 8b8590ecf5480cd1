import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'
import type { Touched } from '../../platform/tables.ts'

/** A draft as it is stored. */
export type Draft = {
  revision: number
  points: readonly DataPoint[]
  settings: ProductSettings
  touched: Touched
}

/** The changes of an editor, and the revision they are based on. */
export type DraftChange = {
  revision: number
  set: readonly DataPoint[]
  removed: readonly string[]
  order?: readonly string[] | undefined
  settings: Partial<ProductSettings>
}

type Merged =
  | { ok: true; draft: Draft /** What others changed since, keys and `/` parts. */; merged: string[] }
  | { ok: false /** What both changed. */; keys: string[]; by: string[] }

/**
 * Lays a change over a draft that may have moved on since it was made. Two people may edit one product: what they
 * change apart is merged; a point or a part of the settings that both changed is a conflict, and then nothing is taken.
 */
export const mergeDraft = (draft: Draft, change: DraftChange, by: string): Merged => {
  const later = Object.entries(draft.touched).filter(([, [revision]]) => revision > change.revision)
  const parts = Object.keys(change.settings).map((part) => `/${part}`)
  const mine = new Set([...change.set.map(({ key }) => key), ...change.removed, ...parts])
  const both = later.filter(([key]) => mine.has(key))
  if (both.length > 0)
    return { ok: false, keys: both.map(([key]) => key), by: [...new Set(both.map(([, [, name]]) => name))] }
  const revision = draft.revision + 1
  return {
    ok: true,
    merged: later.map(([key]) => key),
    draft: {
      revision,
      points: inOrder(withChanges(draft.points, change), change.order),
      settings: { ...draft.settings, ...change.settings },
      touched: { ...draft.touched, ...Object.fromEntries([...mine].map((key) => [key, [revision, by] as const])) },
    },
  }
}

const withChanges = (points: readonly DataPoint[], { set, removed }: DraftChange): DataPoint[] => {
  const gone = new Set(removed)
  const changed = new Map(set.map((point) => [point.key, point]))
  const kept = points
    .filter(({ key }) => !gone.has(key) || changed.has(key))
    .map((point) => changed.get(point.key) ?? point)
  const published_keys = new Set(points.map(({ key }) => key))
  return [...kept, ...[...changed.values()].filter(({ key }) => !published_keys.has(key))]
}

/** Keys that the order does not name (added by others meanwhile) stay at the end, in their old order. */
const inOrder = (points: DataPoint[], order: readonly string[] | undefined): DataPoint[] => {
  if (order === undefined) return points
  const place = new Map(order.map((key, at) => [key, at]))
  return points.toSorted((a, b) => (place.get(a.key) ?? order.length) - (place.get(b.key) ?? order.length))
}
