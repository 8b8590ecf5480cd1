import type { productFiles } from '@heatfleet/contract/products/file.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { readPng } from '../../platform/png.ts'
import { createProductRecord } from './create-product.ts'
import { findingsOf } from './drafts.ts'
import { PICTURE } from './handlers-picture.ts'
import { findProduct, isNameTaken } from './store.ts'

/** Products out of the files that the JSON export writes. */
export const productFileHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    productFileCheck: async ({ body: { file } }) => ({
      key_taken: (await findProduct(db, file.product_key)) !== null,
      name_taken: await isNameTaken(db, file.basics.name, null),
      findings: findingsOf(file),
    }),

    productFileImport: async ({ body: { file, file_name, product_key, name } }, { caller, note }) => {
      const basics = { ...file.basics, name }
      note({
        object: `product ${product_key}`,
        detail: { after: basics, file_name, of: file.product_key, points: file.points.length },
      })
      const picture = file.picture === null ? null : readPng(file.picture, PICTURE)
      const request = { product_key, basics, definition: file, register_names: [], picture }
      return createProductRecord(db, request, { by: caller.user_name, at: new Date(clock.now()) })
    },
  }) satisfies Pick<Handlers, keyof typeof productFiles>
