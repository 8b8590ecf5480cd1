import { isSame } from '@heatfleet/contract/products/diff.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'
import { bothChanges, type Content, type DraftChange } from './draft-change.ts'

/** A change that the server refused, with the content it was based on, so that nothing is lost. */
export type RefusedChange = { change: DraftChange; before: Content; error: unknown }

/** One conflicting field of a point or of the settings: own value and current value. */
export type RefusedField = { field: string; mine: unknown; theirs: unknown }

/** The own changes of one point; `part` = a part of the settings instead. */
export type RefusedItem = {
  key: string
  kind: 'changed' | 'removed' | 'part'
  /** The point was removed by another account. */
  gone: boolean
  fields: RefusedField[]
}

/** Adds a change that was based on a refused one: they are shown and applied together. */
export const withRefused = (refused: RefusedChange | null, next: RefusedChange): RefusedChange =>
  refused === null ? next : { ...refused, change: bothChanges(refused.change, next.change) }

/** Compares a refused change with the current content, field by field. */
export const comparedWith = ({ change, before }: RefusedChange, now: Content): RefusedItem[] => {
  const was = byKey(before.points)
  const is = byKey(now.points)
  const settings = Object.entries(change.settings ?? {}).flatMap(([part, mine]) => {
    const [base, theirs] = [partOf(before.settings, part), partOf(now.settings, part)]
    const fields = isRecord(mine)
      ? changedFields(base, mine).map((field) => ({ field, mine: partOf(mine, field), theirs: partOf(theirs, field) }))
      : [{ field: part, mine, theirs }]
    return { key: part, kind: 'part' as const, gone: false, fields }
  })
  const points = (change.set ?? []).map((mine) => {
    const theirs = is.get(mine.key)
    const base = was.get(mine.key)
    return {
      key: mine.key,
      kind: 'changed' as const,
      gone: base !== undefined && theirs === undefined,
      fields: changedFields(base, mine).map((field) => ({
        field,
        mine: partOf(mine, field),
        theirs: partOf(theirs, field),
      })),
    }
  })
  const removed = (change.removed ?? []).map((key) => ({
    key,
    kind: 'removed' as const,
    gone: !is.has(key),
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
    set: (change.set ?? []).map((mine) => mergeOwnChanges(was.get(mine.key), mine, is.get(mine.key))),
    removed: (change.removed ?? []).filter((key) => is.has(key)),
    settings: settingsOver(change.settings ?? {}, before.settings, now.settings),
  }
}

const settingsOver = (
  mine: Partial<ProductSettings>,
  before: ProductSettings,
  now: ProductSettings,
): Partial<ProductSettings> => ({
  ...mine,
  ...(mine.access && { access: mergeOwnChanges(before.access, mine.access, now.access) }),
  ...(mine.panel && { panel: mergeOwnChanges(before.panel, mine.panel, now.panel) }),
})

/** Own value where it was changed, the current one elsewhere. */
const mergeOwnChanges = <T extends object>(before: T | undefined, mine: T, theirs: T | undefined): T => {
  const mine_only = new Set(changedFields(before, mine))
  const fields = Object.entries(mine).filter(([field]) => mine_only.has(field))
  return theirs === undefined ? mine : { ...theirs, ...Object.fromEntries(fields) }
}

/** Names of the changed fields. */
const changedFields = (before: unknown, mine: object): string[] =>
  Object.entries(mine)
    .filter(([field, value]) => !isSame(value, partOf(before, field)))
    .map(([field]) => field)

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partOf = (whole: unknown, field: string): unknown =>
  isRecord(whole) ? Object.entries(whole).find(([name]) => name === field)?.[1] : undefined

const byKey = (points: readonly DataPoint[]) => new Map(points.map((point) => [point.key, point]))
