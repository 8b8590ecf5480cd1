import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Product, ProductBasics } from '@heatfleet/contract/products/products.ts'
import { INITIAL_SETTINGS } from '@heatfleet/contract/products/settings.ts'
import type { AppContext } from '../../app-context.ts'
import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { readPng } from '../../platform/png.ts'
import { refuseReferenced } from '../references/public.ts'
import { changedSettings } from './changed-settings.ts'
import { createProductRecord, refuseTakenName } from './create-product.ts'
import { readDraft } from './drafts.ts'
import { PICTURE } from './handlers-picture.ts'
import {
  countUses,
  deleteProduct,
  findProduct,
  isNameTaken,
  listProducts,
  type ProductRow,
  setDisabled,
  updateProduct,
} from './store.ts'
import { lockProduct } from './store-drafts.ts'

/** Products themselves: list, make, change, remove. */
export const productHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    productInfo: async ({ query, body }, { caller }) => {
      const page = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const filter = { ...body, product_name: body.product_name ?? query.product_name }
      const { rows, total } = await listProducts(db, caller.scope, { ...filter, ...viewOf(caller) }, page)
      return { list: rows.map((row) => toProduct(row, caller)), total, pageNo: query.pageNo, size: query.size }
    },

    productCreate: async ({ body }, { caller, note }) => {
      const { product_key, basics, like, settings, register_names } = body
      note({ object: `product ${product_key}`, detail: { after: basics, like, register_names } })
      const picture = body.picture === null ? null : readPng(body.picture, PICTURE)
      if (register_names.length > 0 && !caller.permissions.has('product:register-edit'))
        throw new Refusal('no_permission', { field: 'register_names' })
      const model = like === null ? { points: [], settings: INITIAL_SETTINGS } : await readDraft(db, like)
      const definition = { points: model.points, settings: { ...model.settings, ...changedSettings(settings) } }
      const request = { product_key, basics, definition, register_names, picture }
      return createProductRecord(db, request, { by: caller.user_name, at: new Date(clock.now()) })
    },

    productEdit: async ({ params: { product_key }, body: { updated_at, ...basics } }, { caller, note }) => {
      note({ object: `product ${product_key}` })
      const before = await findProduct(db, product_key)
      if (before === null) throw new Refusal('product_unknown')
      if (basics.name !== before.name && (await isNameTaken(db, basics.name, product_key)))
        throw new Refusal('product_name_exists', { field: 'name' })
      const at = new Date(clock.now())
      const moment = { product_key, read_at: new Date(updated_at) }
      const values = { ...basics, updated_by: caller.user_name, updated_at: at }
      if (!(await updateProduct(db, moment, values).catch(refuseTakenName))) throw new Refusal('stale_edit')
      note({ detail: changedFields(before, basics satisfies ProductBasics) })
      return { product_key, updated_at: at.toISOString() }
    },

    productDisable: async ({ params: { product_key }, body: { disabled } }, { note }) => {
      note({ object: `product ${product_key}` })
      await db.transaction().execute(async (tx) => {
        const product = await lockProduct(tx, product_key)
        if (product === null) throw new Refusal('product_unknown')
        await setDisabled(tx, product_key, disabled)
        note({ detail: { before: { disabled: product.disabled }, after: { disabled } } })
      })
      return { product_key, disabled }
    },

    productDelete: async ({ params: { product_key } }, { caller, note }) => {
      note({ object: `product ${product_key}` })
      await db.transaction().execute(async (tx) => {
        const product = await lockProduct(tx, product_key)
        if (product === null) throw new Refusal('product_unknown')
        const { devices, registers } = await countUses(tx, product_key)
        const used = { devices: devices ?? 0, registers: registers ?? 0 }
        if (product.built_in || used.devices + used.registers > 0)
          throw new Refusal('product_is_used', { details: used })
        await refuseReferenced(tx, caller, { of: 'product', id: product_key }, new Date(clock.now()))
        await deleteProduct(tx, product_key)
        note({ detail: { before: { name: product.name } } })
      })
      return { product_key }
    },
  }) satisfies Pick<Handlers, 'productInfo' | 'productCreate' | 'productEdit' | 'productDisable' | 'productDelete'>

/** Drafts are seen by those who make them; what was never published is nothing yet for the distributors. */
const viewOf = ({ permissions, agent_id }: Caller) => {
  const sees_drafts = permissions.has('product:edit')
  return { sees_drafts, sees_unpublished: sees_drafts || agent_id === null }
}

const toProduct = (
  { draft_revision, draft_changed, draft_point_count, draft_updated_by, draft_updated_at, ...row }: ProductRow,
  caller: Caller,
): Product => ({
  ...row,
  device_count: row.device_count ?? 0,
  register_count: row.register_count ?? 0,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  draft:
    !caller.permissions.has('product:edit') || draft_revision === null || draft_updated_at === null || !draft_changed
      ? null
      : {
          revision: draft_revision,
          point_count: draft_point_count ?? 0,
          changed: draft_changed,
          updated_by: draft_updated_by ?? '',
          updated_at: draft_updated_at.toISOString(),
        },
  points: row.points?.filter((point) => seesPoint(caller, point)),
  poll_blocks: row.poll_blocks ?? undefined,
  settings: row.settings ?? undefined,
})
