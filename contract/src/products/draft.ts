import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { textOf } from '../text.ts'
import { FINDINGS, type FindingCode } from './findings.ts'
import { DataPoint } from './points.ts'
import { examplePollFigures, PollFigures } from './poll-figures.ts'
import { ByProduct, PollBlock } from './products.ts'
import { INITIAL_SETTINGS, ProductSettings } from './settings.ts'

const FINDING_CODES = Object.keys(FINDINGS) as [FindingCode, ...FindingCode[]]

/** One thing found. `key` = the point; `field` = its field; `other` = the second point, name or vector it is about. */
export const Finding = z.object({
  code: z.enum(FINDING_CODES),
  severity: z.enum(['error', 'warning']),
  key: z.string().nullable(),
  field: z.string().nullable(),
  other: z.string().nullable(),
})
export type Finding = z.output<typeof Finding>

/** The draft of a product: what the next version will hold. Saved in pieces, each with the revision it was made on. */
export const ProductDraft = z.object({
  product_key: z.string(),
  revision: z.number().int(),
  /** The version it was begun from; null = before the first one. */
  layout_id: RowId.nullable(),
  points: z.array(DataPoint),
  settings: ProductSettings,
  updated_by: z.string(),
  updated_at: z.iso.datetime(),
})
export type ProductDraft = z.output<typeof ProductDraft>

const Keys = z.array(z.string().max(LIMITS.point_key_max)).max(LIMITS.points_max)
const Revision = z.number().int().min(0)

/** One published version, without its points. */
export const ProductVersion = z.object({
  layout_id: RowId,
  version: z.number().int(),
  point_count: z.number().int(),
  note: z.string(),
  published_by: z.string(),
  published_at: z.iso.datetime(),
  in_use: z.boolean(),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
})
export type ProductVersion = z.output<typeof ProductVersion>

/** A version or the draft, as one of the two sides of a comparison. */
const Side = z.union([z.number().int().positive(), z.literal('draft')])

/** What differs between two sides; points by key, in the order of the later side. `breaking` = old and new values of the same bytes differ. */
export const ProductDiff = z.object({
  points: z.array(
    z.object({
      key: z.string(),
      change: z.enum(['added', 'removed', 'changed']),
      breaking: z.boolean(),
      before: DataPoint.nullable(),
      after: DataPoint.nullable(),
      /** Names of the fields that differ; empty for added and removed points. */
      fields: z.array(z.string()),
    }),
  ),
  moved: z.number().int(),
  settings: z.array(z.string()),
})
export type ProductDiff = z.output<typeof ProductDiff>

export const productDrafts = endpoints({
  productDraft: {
    method: 'GET',
    path: '/product/draft/:product_key',
    kind: 'read',
    of: 'product-draft',
    needs: 'product:edit',
    about: 'unscoped',
    params: ByProduct,
    result: ProductDraft,
    fails: ['product_unknown'],
    says: 'The draft; where nothing was ever changed, the version in use as revision 0.',
    example: {
      product_key: 'r290-monobloc',
      revision: 4,
      layout_id: 1,
      points: [],
      settings: INITIAL_SETTINGS,
      updated_by: 'admin',
      updated_at: '2026-11-21T09:15:00.000Z',
    },
  },
  productDraftSave: {
    method: 'PUT',
    path: '/product/draft/:product_key',
    kind: 'change',
    of: 'product-draft',
    needs: 'datapoint:edit',
    about: 'unscoped',
    params: ByProduct,
    body_bytes: LIMITS.draft_body_bytes,
    body: z.object({
      /** The revision the changes were made on. */
      revision: Revision,
      /** Points as they are now; a new key is appended, or stands where `order` puts it. */
      set: z.array(DataPoint).max(LIMITS.points_max).default([]),
      removed: Keys.default([]),
      /** All keys in their new order, when it changed. */
      order: Keys.optional(),
      settings: ProductSettings.partial().default({}),
    }),
    result: z.object({
      revision: z.number().int(),
      /** Keys changed by others since the revision sent, merged: fetch the draft to see them. */
      merged: z.array(z.string()),
      findings: z.array(Finding),
    }),
    fails: ['product_unknown', 'draft_conflict', 'too_many_points'],
    says:
      'Saves changed points and settings. Others’ changes since the given revision are merged; only where both changed ' +
      'the same point or part it refuses with `keys` and `by`, and nothing is saved.',
    example: { revision: 5, merged: [], findings: [] },
  },
  productDraftDiscard: {
    method: 'DELETE',
    path: '/product/draft/:product_key',
    kind: 'change',
    of: 'product-draft',
    needs: 'datapoint:edit',
    about: 'unscoped',
    params: ByProduct,
    query: z.object({ revision: z.coerce.number().int().min(0) }),
    result: z.object({ revision: z.number().int() }),
    fails: ['product_unknown', 'stale_edit', 'unpublished_data_points'],
    says: 'Makes the draft equal to the version in use again. Refused where nothing was ever published.',
    example: { revision: 6 },
  },
  checkUpdate: {
    method: 'POST',
    path: '/product/check_update',
    kind: 'read',
    of: 'product-draft',
    needs: 'product:view',
    about: 'unscoped',
    body: ByProduct,
    result: z.object({
      revision: z.number().int(),
      /** Unpublished data points; with `changed_settings` and `moved` all nothing, there is nothing to publish. */
      changed_points: z.number().int(),
      moved: z.number().int(),
      changed_settings: z.array(z.string()),
      findings: z.array(Finding),
      /** The poll plan as it would be sent to the module. */
      poll_blocks: z.array(PollBlock),
      poll_figures: PollFigures,
    }),
    fails: ['product_unknown'],
    says: 'Whether there is something to publish, what is wrong with it, and the poll plan it gives, with what it costs on the bus.',
    example: {
      revision: 4,
      changed_points: 2,
      moved: 0,
      changed_settings: [],
      findings: [],
      poll_blocks: [],
      poll_figures: examplePollFigures,
    },
  },
  productPublish: {
    method: 'POST',
    path: '/product/publish/:product_key',
    kind: 'change',
    of: 'product',
    needs: 'product:publish',
    about: 'unscoped',
    params: ByProduct,
    body: z.object({
      revision: Revision,
      note: textOf({ max: LIMITS.version_note_max }).default(''),
      accept_warnings: z.boolean().default(false),
    }),
    result: z.object({ layout_id: RowId, version: z.number().int() }),
    fails: [
      'product_unknown',
      'product_disabled',
      'stale_edit',
      'no_data_point',
      'nothing_to_publish',
      'draft_faulty',
      'draft_warnings',
    ],
    says: 'Makes the draft an immutable version: consoles forget the old definition, modules get the new poll plan.',
    example: { layout_id: 7, version: 3 },
  },
  productVersions: {
    method: 'GET',
    path: '/product/versions/:product_key',
    kind: 'read',
    of: 'product',
    needs: 'product:view',
    about: 'unscoped',
    params: ByProduct,
    result: z.array(ProductVersion),
    fails: ['product_unknown'],
    says: `The published versions, newest first; at most ${LIMITS.versions_listed_max}.`,
    example: [
      {
        layout_id: 1,
        version: 1,
        point_count: 105,
        note: '',
        published_by: '',
        published_at: '2026-11-21T09:15:00.000Z',
        in_use: true,
        added: 105,
        changed: 0,
        removed: 0,
      },
    ],
  },
  productDiff: {
    method: 'POST',
    path: '/product/diff/:product_key',
    kind: 'read',
    of: 'product',
    needs: 'product:view',
    about: 'unscoped',
    params: ByProduct,
    body: z.object({ from: Side, to: Side }),
    result: ProductDiff,
    fails: ['product_unknown', 'product_version_unknown'],
    says: 'What changed from one version (or the draft) to another.',
    example: { points: [], moved: 0, settings: [] },
  },
  productRevert: {
    method: 'POST',
    path: '/product/revert/:product_key',
    kind: 'change',
    of: 'product-draft',
    needs: 'datapoint:edit',
    about: 'unscoped',
    params: ByProduct,
    body: z.object({ revision: Revision, layout_id: RowId }),
    result: z.object({ revision: z.number().int() }),
    fails: ['product_unknown', 'product_version_unknown', 'stale_edit'],
    says: 'Makes the draft equal to an earlier version; publishing it is the way back.',
    example: { revision: 6 },
  },
})
