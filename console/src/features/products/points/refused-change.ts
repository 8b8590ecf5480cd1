import { isSame } from '@heatfleet/contract/products/diff.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'
import { bothChanges, type Content, type DraftChange } from './draft-change.ts'

/** A change that the server refused, with the content it was based on, so that nothing is lost. */
export type RefusedChange = { change: DraftChange; before: Content; error: unknown }

/** One conflicting field of a point or of the settings: own value and current value. */
type RefusedField = { field: string; own_value: unknown; current_value: unknown }

/** The own changes of one point; `part` = a part of the settings instead. */
export type RefusedItem = {
  key: string
  kind: 'changed' | 'removed' | 'part'
  /** The point was removed by another account. */
  is_removed: boolean
  fields: RefusedField[]
}

/** Adds a change that was based on a refused one: they are shown and applied together. */
export const withRefused = (refused: RefusedChange | null, next: RefusedChange): RefusedChange =>
  refused === null ? next : { ...refused, change: bothChanges(refused.change, next.change) }

/** Compares a refused change with the current content, field by field. */
export const comparedWith = ({ change, before }: RefusedChange, now: Content): RefusedItem[] => {
  const was = byKey(before.points)
  const is = byKey(now.points)
  const settings = Object.entries(change.settings ?? {}).flatMap(([part, own_value]) => {
    const [base, current_value] = [partOf(before.settings, part), partOf(now.settings, part)]
    const fields = isRecord(own_value)
      ? changedFields(base, own_value).map((field) => ({
          field,
          own_value: partOf(own_value, field),
          current_value: partOf(current_value, field),
        }))
      : [{ field: part, own_value, current_value }]
    return { key: part, kind: 'part' as const, is_removed: false, fields }
  })
  const points = (change.set ?? []).map((own_value) => {
    const current_value = is.get(own_value.key)
    const base = was.get(own_value.key)
    return {
      key: own_value.key,
      kind: 'changed' as const,
      is_removed: base !== undefined && current_value === undefined,
      fields: changedFields(base, own_value).map((field) => ({
        field,
        own_value: partOf(own_value, field),
        current_value: partOf(current_value, field),
      })),
    }
  })
  const removed = (change.removed ?? []).map((key) => ({
    key,
    kind: 'removed' as const,
    is_removed: !is.has(key),
    fields: [],
  }))
  return [...settings, ...points, ...removed]
}

/** Rebases a refused change onto the current content: only fields it changed are merged over the others’ work. */
export const appliedAgain = ({ change, before }: RefusedChange, now: Content): DraftChange => {
  const was = byKey(before.points)
  const is = byKey(now.points)
  return {
    ...change,
    set: (change.set ?? []).map((own_value) =>
      mergeOwnChanges(was.get(own_value.key), own_value, is.get(own_value.key)),
    ),
    removed: (change.removed ?? []).filter((key) => is.has(key)),
    settings: settingsOver(change.settings ?? {}, before.settings, now.settings),
  }
}

const settingsOver = (
  own_value: Partial<ProductSettings>,
  before: ProductSettings,
  now: ProductSettings,
): Partial<ProductSettings> => ({
  ...own_value,
  ...(own_value.access && { access: mergeOwnChanges(before.access, own_value.access, now.access) }),
  ...(own_value.panel && { panel: mergeOwnChanges(before.panel, own_value.panel, now.panel) }),
})

/** Own value where it was changed, the current one elsewhere. */
const mergeOwnChanges = <T extends object>(before: T | undefined, own_value: T, current_value: T | undefined): T => {
  const own_fields = new Set(changedFields(before, own_value))
  const fields = Object.entries(own_value).filter(([field]) => own_fields.has(field))
  return current_value === undefined ? own_value : { ...current_value, ...Object.fromEntries(fields) }
}

/** Names of the changed fields. */
const changedFields = (before: unknown, own_value: object): string[] =>
  Object.entries(own_value)
    .filter(([field, value]) => !isSame(value, partOf(before, field)))
    .map(([field]) => field)

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partOf = (whole: unknown, field: string): unknown =>
  isRecord(whole) ? Object.entries(whole).find(([name]) => name === field)?.[1] : undefined

const byKey = (points: readonly DataPoint[]) => new Map(points.map((point) => [point.key, point]))
