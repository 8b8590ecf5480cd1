import { runTestVectors } from '@heatfleet/contract/device-protocol/test-vectors.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { checkDefinition, finding } from '@heatfleet/contract/products/check.ts'
import { checkTemplates } from '@heatfleet/contract/products/check-templates.ts'
import { type Definition, diffDefinitions } from '@heatfleet/contract/products/diff.ts'
import type { Finding, ProductDiff } from '@heatfleet/contract/products/draft.ts'
import { withoutOwnSlave } from '@heatfleet/contract/products/plan.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { BLOCKS_NEAR, BUS_LOAD_MAX, pollFiguresOf } from '@heatfleet/contract/products/poll-figures.ts'
import { withSchedules } from '@heatfleet/contract/products/schedules.ts'
import { INITIAL_SETTINGS, type ProductSettings } from '@heatfleet/contract/products/settings.ts'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { type Draft, type DraftChange, mergeDraft } from './merge-draft.ts'
import { findProduct } from './store.ts'
import { findDraft, findVersion, lockProduct, storeDraft } from './store-drafts.ts'

type Db = Kysely<Tables> | Transaction<Tables>

/** A draft, or the version in use as revision 0 where there is none. */
export type OpenDraft = Draft & {
  product_key: string
  /** The version it was begun from. */
  layout_id: number | null
  updated_by: string
  updated_at: Date
}

/** The draft of a product, begun from the version in use where there is none; refuses an unknown product. */
export const readDraft = async (db: Db, product_key: string): Promise<OpenDraft> => {
  const product = await findProduct(db, product_key)
  if (product === null) throw new Refusal('product_unknown')
  const row = await findDraft(db, product_key)
  if (row !== null) return { ...row, points: withoutOwnSlave(row.points, row.settings.access) }
  const version = product.layout_id === null ? null : await findVersion(db, product_key, product.layout_id)
  return {
    product_key,
    revision: 0,
    layout_id: product.layout_id,
    points: version?.points ?? [],
    settings: version?.settings ?? INITIAL_SETTINGS,
    touched: {},
    updated_by: product.updated_by,
    updated_at: product.updated_at,
  }
}

/** Why a product without a version in use shows no data: its data points are not published, or there are none. */
export const unpublishedRefusal = async (db: Db, product_key: string): Promise<Refusal> => {
  const { points } = await readDraft(db, product_key)
  return new Refusal(points.length === 0 ? 'no_data_point' : 'unpublished_data_points')
}

/** What the version in use holds; empty before the first. */
export const readPublished = async (db: Db, product_key: string): Promise<Definition> => {
  const product = await findProduct(db, product_key)
  if (product === null) throw new Refusal('product_unknown')
  const version = product.layout_id === null ? null : await findVersion(db, product_key, product.layout_id)
  return version ?? { points: [], settings: INITIAL_SETTINGS }
}

/**
 * Saves a change of a draft under the product's lock: merged with what others saved meanwhile, or refused
 * (`draft_conflict` with `keys` and `by`) where both changed the same.
 */
export const changeDraft = (
  db: Kysely<Tables>,
  product_key: string,
  change: DraftChange,
  { by, at }: { by: string; at: Date },
): Promise<{ before: OpenDraft; after: Draft; merged: string[] }> =>
  db.transaction().execute(async (tx) => {
    if ((await lockProduct(tx, product_key)) === null) throw new Refusal('product_unknown')
    const before = await readDraft(tx, product_key)
    const result = mergeDraft(before, change, by)
    if (!result.ok)
      throw new Refusal('draft_conflict', { details: { keys: result.keys.join(', '), by: result.by.join(', ') } })
    if (result.draft.points.length > LIMITS.points_max)
      throw new Refusal('too_many_points', { details: { max: LIMITS.points_max } })
    const changed = countChanges(diffDefinitions(await readPublished(tx, product_key), result.draft))
    await storeDraft(tx, product_key, result.draft, { layout_id: before.layout_id, changed, by, at })
    return { before, after: result.draft, merged: result.merged }
  })

/** Makes the draft equal to a version, under the product's lock; `changed` of the result = against the version in use. */
export const resetDraft = async (
  tx: Transaction<Tables>,
  product_key: string,
  { revision, layout_id }: { revision: number; layout_id: number | null },
  { by, at }: { by: string; at: Date },
): Promise<{ revision: number; version: number }> => {
  const draft = await readDraft(tx, product_key)
  if (draft.revision !== revision) throw new Refusal('stale_edit')
  const published = await readPublished(tx, product_key)
  const version = layout_id === null ? null : await findVersion(tx, product_key, layout_id)
  if (version === null || version.version === null) throw new Refusal('product_version_unknown')
  const next = revision + 1
  const { points, settings } = diffDefinitions(draft, version)
  const keys = [...points.map(({ key }) => key), ...settings.map((part) => `/${part}`)]
  const touched = { ...draft.touched, ...Object.fromEntries(keys.map((key) => [key, [next, by] as const])) }
  const changed = countChanges(diffDefinitions(published, version))
  const content = { revision: next, points: version.points, settings: version.settings, touched }
  await storeDraft(tx, product_key, content, { layout_id: draft.layout_id, changed, by, at })
  return { revision: next, version: version.version }
}

/** How much there is to publish. */
export const countChanges = ({ points, settings, moved }: ProductDiff): number =>
  points.length + settings.length + moved

/** All that keeps a definition from being published, or should make one think; test vectors are run. */
export const findingsOf = (definition: Definition): Finding[] => {
  const { settings } = definition
  const points = withoutOwnSlave(definition.points, settings.access)
  return [
    ...checkDefinition(definition),
    ...checkPolling(withSchedules(points, settings), settings),
    ...checkTemplates(settings.control_templates, points),
    ...runTestVectors(points, settings.test_vectors),
  ]
}

/** What the poll plan asks of the module and of the bus. */
const checkPolling = (
  points: readonly DataPoint[],
  { access, record_tables }: Pick<ProductSettings, 'access' | 'record_tables'>,
): Finding[] => {
  const { blocks, blocks_max, gaps, load } = pollFiguresOf(points, access, record_tables)
  return [
    ...(blocks > blocks_max ? [finding('too_many_blocks', { other: String(blocks) })] : []),
    ...(blocks > blocks_max * BLOCKS_NEAR && blocks <= blocks_max
      ? [finding('blocks_near_limit', { other: `${blocks}/${blocks_max}` })]
      : []),
    ...(load > BUS_LOAD_MAX ? [finding('bus_overloaded', { other: `${Math.round(load * 100)} %` })] : []),
    ...(gaps.length > 0 ? [finding('gaps_joined', { other: String(gaps.length) })] : []),
  ]
}
