import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Definition, diffDefinitions } from '@heatfleet/contract/products/diff.ts'
import { pollBlocksOf } from '@heatfleet/contract/products/plan.ts'
import { pollFiguresOf } from '@heatfleet/contract/products/poll-figures.ts'
import { withSchedules } from '@heatfleet/contract/products/schedules.ts'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { changedSettings } from './changed-settings.ts'
import { changeDraft, findingsOf, readDraft, readPublished, resetDraft } from './drafts.ts'
import { publishDraft } from './publish.ts'
import { findProduct } from './store.ts'
import { findVersion, listVersions, lockProduct } from './store-drafts.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus'> & { changes: Changes }

/** Drafts, versions, and the way from one to the other. */
export const productDraftHandlers = (deps: Deps) => {
  const {
    database: { db },
    clock,
  } = deps
  const readSide = async (product_key: string, side: number | 'draft'): Promise<Definition> => {
    if (side === 'draft') return readDraft(db, product_key)
    const version = await findVersion(db, product_key, side)
    if (version === null) throw new Refusal('product_version_unknown')
    return version
  }
  return {
    productDraft: async ({ params: { product_key } }) => {
      const { points, settings, revision, layout_id, updated_by, updated_at } = await readDraft(db, product_key)
      return {
        product_key,
        revision,
        layout_id,
        points: [...points],
        settings,
        updated_by,
        updated_at: updated_at.toISOString(),
      }
    },

    productDraftSave: async ({ params: { product_key }, body }, { caller, note }) => {
      note({ object: `product ${product_key}` })
      const at = new Date(clock.now())
      const change = { ...body, settings: changedSettings(body.settings) }
      const { before, after, merged } = await changeDraft(db, product_key, change, { by: caller.user_name, at })
      const { points, settings } = diffDefinitions(before, after)
      note({
        detail: {
          revision: after.revision,
          before: Object.fromEntries(points.map((point) => [point.key, pick(point.before, point.fields)])),
          after: Object.fromEntries(points.map((point) => [point.key, pick(point.after, point.fields)])),
          settings,
        },
      })
      return { revision: after.revision, merged, findings: findingsOf(after) }
    },

    productDraftDiscard: async ({ params: { product_key }, query: { revision } }, { caller, note }) => {
      note({ object: `product ${product_key}` })
      const by = { by: caller.user_name, at: new Date(clock.now()) }
      const done = await db.transaction().execute(async (tx) => {
        const product = await lockProduct(tx, product_key)
        if (product === null) throw new Refusal('product_unknown')
        if (product.layout_id === null) throw new Refusal('unpublished_data_points')
        return resetDraft(tx, product_key, { revision, layout_id: product.layout_id }, by)
      })
      note({ detail: { discarded_revision: revision } })
      return { revision: done.revision }
    },

    checkUpdate: async ({ body: { product_key } }) => {
      const draft = await readDraft(db, product_key)
      const { points, settings, moved } = diffDefinitions(await readPublished(db, product_key), draft)
      const all = withSchedules(draft.points, draft.settings)
      return {
        revision: draft.revision,
        changed_points: points.length,
        moved,
        changed_settings: settings,
        findings: findingsOf(draft),
        poll_blocks: pollBlocksOf(all, draft.settings.access, draft.settings.record_tables),
        poll_figures: pollFiguresOf(all, draft.settings.access, draft.settings.record_tables),
      }
    },

    productPublish: async ({ params: { product_key }, body }, { caller, note }) => {
      note({ object: `product ${product_key}` })
      const made = await publishDraft(deps, product_key, body, caller.user_name)
      note({ detail: { version: made.version, layout_id: made.layout_id, note: body.note } })
      return made
    },

    productVersions: async ({ params: { product_key } }) => {
      if ((await findProduct(db, product_key)) === null) throw new Refusal('product_unknown')
      const rows = await listVersions(db, product_key, LIMITS.versions_listed_max)
      // Published rows have a version and a moment; only trials lack them.
      return rows.flatMap(({ version, published_at, ...row }) =>
        version === null || published_at === null
          ? []
          : [{ ...row, version, published_at: published_at.toISOString() }],
      )
    },

    productDiff: async ({ params: { product_key }, body: { from, to } }) => {
      if ((await findProduct(db, product_key)) === null) throw new Refusal('product_unknown')
      return diffDefinitions(await readSide(product_key, from), await readSide(product_key, to))
    },

    productRevert: async ({ params: { product_key }, body }, { caller, note }) => {
      note({ object: `product ${product_key}` })
      const by = { by: caller.user_name, at: new Date(clock.now()) }
      const done = await db.transaction().execute(async (tx) => {
        if ((await lockProduct(tx, product_key)) === null) throw new Refusal('product_unknown')
        return resetDraft(tx, product_key, body, by)
      })
      note({ detail: { to_version: done.version, revision: done.revision } })
      return { revision: done.revision }
    },
  } satisfies Pick<
    Handlers,
    | 'productDraft'
    | 'productDraftSave'
    | 'productDraftDiscard'
    | 'checkUpdate'
    | 'productPublish'
    | 'productVersions'
    | 'productDiff'
    | 'productRevert'
  >
}

/** The changed fields of a point; the whole of one that came or went. */
const pick = (point: object | null, fields: readonly string[]): object | null =>
  point === null || fields.length === 0
    ? point
    : Object.fromEntries(Object.entries(point).filter(([field]) => fields.includes(field)))
