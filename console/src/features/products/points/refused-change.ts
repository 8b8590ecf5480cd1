import { isSame } from '@heatfleet/contract/products/diff.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'
import { bothChanges, type Content, type DraftChange } from './draft-change.ts'

/** A change the server did not take, kept with what it was made on, so that nothing of it is lost. */
export type RefusedChange = { change: DraftChange; before: Content; error: unknown }

/** One field of one point or part of the settings: what the person wants, and what stands there now. */
export type RefusedField = { field: string; mine: unknown; theirs: unknown }

/** What was wanted of one point; `part` = a part of the settings instead. */
export type RefusedItem = {
  key: string
  kind: 'changed' | 'removed' | 'part'
  /** Somebody else took the point away. */
  gone: boolean
  fields: RefusedField[]
}

/** One more change that was built on a refused one: they are told and applied together. */
export const withRefused = (refused: RefusedChange | null, next: RefusedChange): RefusedChange =>
  refused === null ? next : { ...refused, change: bothChanges(refused.change, next.change) }

/** What was refused beside what stands now, field by field. */
export const comparedWith = ({ change, before }: RefusedChange, now: Content): RefusedItem[] => {
  const was = byKey(before.points)
  const is = byKey(now.points)
  const settings = Object.entries(change.settings ?? {}).flatMap(([part, mine]) => {
    const [base, theirs] = [partOf(before.settings, part), partOf(now.settings, part)]
    const fields = isRecord(mine)
      ? wanted(base, mine).map((field) => ({ field, mine: partOf(mine, field), theirs: partOf(theirs, field) }))
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
      fields: wanted(base, mine).map((field) => ({ field, mine: partOf(mine, field), theirs: partOf(theirs, field) })),
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

/** The refused change made anew on what stands now: only fields the person changed are laid over the others’ work. */
export const appliedAgain = ({ change, before }: RefusedChange, now: Content): DraftChange => {
  const was = byKey(before.points)
  const is = byKey(now.points)
  return {
    ...change,
    set: (change.set ?? []).map((mine) => laidOver(was.get(mine.key), mine, is.get(mine.key))),
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
  ...(mine.access && { access: laidOver(before.access, mine.access, now.access) }),
  ...(mine.panel && { panel: laidOver(before.panel, mine.panel, now.panel) }),
})

/** Mine where I changed something, theirs elsewhere. */
const laidOver = <T extends object>(before: T | undefined, mine: T, theirs: T | undefined): T => {
  const mine_only = new Set(wanted(before, mine))
  const fields = Object.entries(mine).filter(([field]) => mine_only.has(field))
  return theirs === undefined ? mine : { ...theirs, ...Object.fromEntries(fields) }
}

/** Names of the fields that became something else. */
const wanted = (before: unknown, mine: object): string[] =>
  Object.entries(mine)
    .filter(([field, value]) => !isSame(value, partOf(before, field)))
    .map(([field]) => field)

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partOf = (whole: unknown, field: string): unknown =>
  isRecord(whole) ? Object.entries(whole).find(([name]) => name === field)?.[1] : undefined

const byKey = (points: readonly DataPoint[]) => new Map(points.map((point) => [point.key, point]))
