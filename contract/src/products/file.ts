import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { FileName } from '../sheets.ts'
import { brokenAs, textOf } from '../text.ts'
import { Finding } from './draft.ts'
import { ProductPicture } from './picture.ts'
import { DataPoint } from './points.ts'
import { ProductBasics, ProductKey } from './products.ts'
import { INITIAL_SETTINGS, ProductSettings } from './settings.ts'

/** Form of the file. A later one gets the next number, so that an older cloud says why it cannot read it. */
export const PRODUCT_FILE_FORM = 1

/** A whole product as one file: what the JSON export writes and the import reads, in this installation or another. */
export const ProductFile = z.object({
  heatfleet_product: z
    .number()
    .int()
    .refine((form) => form === PRODUCT_FILE_FORM, brokenAs('product_file_form')),
  product_key: ProductKey,
  basics: ProductBasics,
  points: z.array(DataPoint).max(LIMITS.points_max),
  /** Files from before they were there have none of these. A default of the settings themselves would clear them with each save of another part. */
  settings: ProductSettings.extend({
    write_sequences: ProductSettings.shape.write_sequences.default([]),
    record_tables: ProductSettings.shape.record_tables.default([]),
    schedules: ProductSettings.shape.schedules.default([]),
  }),
  picture: ProductPicture.shape.picture.default(null),
})
export type ProductFile = z.output<typeof ProductFile>

const basics: ProductBasics = {
  name: 'Carel 整体式热泵',
  english_name: 'Carel monobloc',
  category: 'air-water',
  description: '',
  data_type: 'registers',
  topology: 'direct',
  network_type: ['wifi'],
  solution: '',
  platforms: ['web'],
  bind_limit: 10,
}

/** A file as the JSON export writes it. */
export const exampleProductFile: ProductFile = {
  heatfleet_product: PRODUCT_FILE_FORM,
  product_key: 'carel-monobloc',
  basics,
  points: [],
  settings: INITIAL_SETTINGS,
  picture: null,
}

/** Products from files (product 3.23, import JSON): validated first, then created. */
export const productFiles = endpoints({
  productFileCheck: {
    method: 'POST',
    path: '/product/file-check',
    kind: 'read',
    of: 'product',
    needs: 'product:create',
    about: 'unscoped',
    body_bytes: LIMITS.product_file_bytes,
    body: z.object({ file: ProductFile }),
    result: z.object({
      /** Whether this installation has a product of that key, or of that name. */
      key_taken: z.boolean(),
      name_taken: z.boolean(),
      findings: z.array(Finding),
    }),
    fails: ['product_file_form'],
    says: 'Judges a product file without keeping it: what is taken here, and what would keep it from being published.',
    example: { key_taken: true, name_taken: true, findings: [] },
  },
  productFileImport: {
    method: 'POST',
    path: '/product/file-import',
    kind: 'change',
    of: 'product',
    needs: 'product:create',
    about: 'unscoped',
    body_bytes: LIMITS.product_file_bytes,
    body: z.object({
      file: ProductFile,
      file_name: FileName,
      /** What it is called here; those of the file where they are free. */
      product_key: ProductKey,
      name: textOf({ min: 1, max: LIMITS.product_name_max }),
    }),
    result: z.object({ product_key: z.string(), revision: z.number().int() }),
    fails: ['product_file_form', 'product_key_exists', 'product_name_exists', 'image_invalid'],
    says: 'Makes a product in state debugging of a product file, all of it in its first draft.',
    example: { product_key: 'carel-monobloc', revision: 1 },
  },
})
