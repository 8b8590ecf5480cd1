import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Definition } from '@heatfleet/contract/products/diff.ts'
import type { ProductBasics } from '@heatfleet/contract/products/products.ts'
import type { Kysely } from 'kysely'
import { savePicture } from '../../platform/pictures.ts'
import type { Tables } from '../../platform/tables.ts'
import { isViolation } from '../../platform/violations.ts'
import { addRegisters } from './registers.ts'
import { findProduct, insertProduct, isNameTaken } from './store.ts'
import { storeDraft } from './store-drafts.ts'

/**
 * Makes a product in state debugging whose first draft holds the definition, with its register names and picture; refuses a key or
 * a name that is taken, and then nothing was made.
 */
export const createProductRecord = (
  db: Kysely<Tables>,
  {
    product_key,
    basics,
    definition,
    register_names,
    picture,
  }: {
    product_key: string
    basics: ProductBasics
    definition: Definition
    register_names: readonly string[]
    /** A PNG; null = none. */
    picture: Buffer | null
  },
  { by, at }: { by: string; at: Date },
): Promise<{ product_key: string; revision: number }> =>
  db
    .transaction()
    .execute(async (tx) => {
      if ((await findProduct(tx, product_key)) !== null)
        throw new Refusal('product_key_exists', { field: 'product_key' })
      if (await isNameTaken(tx, basics.name, null)) throw new Refusal('product_name_exists', { field: 'name' })
      await insertProduct(tx, product_key, { ...basics, updated_by: by, updated_at: at })
      const points = definition.points.map((point) => ({ ...point, block: null }))
      const draft = { revision: 1, points, settings: definition.settings, touched: {} }
      await storeDraft(tx, product_key, draft, { layout_id: null, changed: points.length, by, at })
      if (register_names.length > 0)
        await addRegisters(tx, product_key, register_names, { note: '', created_by: by, created_at: at })
      if (picture !== null) await savePicture(tx, 'product', product_key, picture, at)
      return { product_key, revision: draft.revision }
    })
    .catch(refuseTakenName)

/** Turns a unique violation into the refusal that names the taken field; other errors pass. */
export const refuseTakenName = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('product_name_exists', { field: 'name' })
  throw error
}
