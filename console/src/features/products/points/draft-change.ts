import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'
import { sameData } from '../../../ui/form-state.ts'

/** A change of a draft: updated points, removed keys, new order, parts of the settings. */
export type DraftChange = {
  set?: readonly DataPoint[]
  removed?: readonly string[]
  order?: readonly string[]
  settings?: Partial<ProductSettings>
}

/** The part of a draft that changes apply to. */
export type Content = { points: readonly DataPoint[]; settings: ProductSettings }

/** Applies a change: known keys keep their position, new ones are appended, `order` is applied last. */
export const applyChange = <C extends Content>(content: C, change: DraftChange): C & { points: DataPoint[] } => {
  const set = new Map((change.set ?? []).map((point) => [point.key, point]))
  const removed = new Set(change.removed)
  const remaining = content.points.filter(({ key }) => !removed.has(key)).map((point) => set.get(point.key) ?? point)
  const existing_keys = new Set(remaining.map(({ key }) => key))
  const points = [...remaining, ...[...set.values()].filter(({ key }) => !existing_keys.has(key))]
  const index = new Map(change.order?.map((key, at) => [key, at]))
  const positionOf = ({ key }: DataPoint) => index.get(key) ?? points.length
  const ordered =
    change.order === undefined ? points : points.toSorted((one, other) => positionOf(one) - positionOf(other))
  return { ...content, points: ordered, settings: { ...content.settings, ...change.settings } }
}

/** The inverse of a change. */
export const inverseOf = (content: Content, change: DraftChange): DraftChange => {
  const before = new Map(content.points.map((point) => [point.key, point]))
  const touched = [...(change.set ?? []).map(({ key }) => key), ...(change.removed ?? [])]
  const parts = Object.keys(change.settings ?? {})
  return {
    set: touched.flatMap((key) => before.get(key) ?? []),
    removed: touched.filter((key) => !before.has(key)),
    order: content.points.map(({ key }) => key),
    settings: Object.fromEntries(Object.entries(content.settings).filter(([part]) => parts.includes(part))),
  }
}

/** What makes one content of a draft the other. */
export const changeBetween = (from: Content, to: Content): DraftChange => {
  const before = new Map(from.points.map((point) => [point.key, point]))
  const after = new Set(to.points.map(({ key }) => key))
  return {
    set: to.points.filter((point) => !sameData(before.get(point.key), point)),
    removed: from.points.flatMap(({ key }) => (after.has(key) ? [] : [key])),
    order: to.points.map(({ key }) => key),
    settings: Object.fromEntries(
      Object.entries(to.settings).filter(
        ([part, value]) => !sameData(Object.entries(from.settings).find(([name]) => name === part)?.[1], value),
      ),
    ),
  }
}

/** All keys with one of them moved by some places. */
export const movedBy = (points: readonly DataPoint[], key: string, places: number): string[] => {
  const keys = points.map((point) => point.key)
  const at = keys.indexOf(key)
  if (at === -1) return keys
  return keys.toSpliced(at, 1).toSpliced(Math.max(0, at + places), 0, key)
}

/** All keys with one of them moved to the position of another, which shifts. */
export const movedOnto = (points: readonly DataPoint[], key: string, onto: string): string[] => {
  const keys = points.map((point) => point.key)
  const [from, to] = [keys.indexOf(key), keys.indexOf(onto)]
  return from === -1 || to === -1 ? keys : keys.toSpliced(from, 1).toSpliced(to, 0, key)
}

/** Merges two changes: where both set the same, the later one wins. */
export const bothChanges = (earlier: DraftChange, later: DraftChange): DraftChange => {
  const set_later = new Set(later.set?.map(({ key }) => key))
  const touched_later = new Set([...set_later, ...(later.removed ?? [])])
  const order = later.order ?? earlier.order
  return {
    set: [...(earlier.set ?? []).filter(({ key }) => !touched_later.has(key)), ...(later.set ?? [])],
    removed: [...(earlier.removed ?? []).filter((key) => !touched_later.has(key)), ...(later.removed ?? [])],
    ...(order === undefined ? {} : { order }),
    settings: { ...earlier.settings, ...later.settings },
  }
}
