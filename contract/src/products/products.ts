import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { pngUrl } from '../png-url.ts'
import { RowId } from '../row-id.ts'
import { brokenAs, textOf } from '../text.ts'
import { DataPoint } from './points.ts'
import { ProductSettings } from './settings.ts'

/** One poll of the module: a block of registers and how often it is read (device protocol 3, cfg). */
export const PollBlock = z.object({
  name: z.string(),
  slave: z.number().int(),
  fn: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  start: z.number().int(),
  quantity: z.number().int(),
  period_s: z.number().int(),
})
export type PollBlock = z.infer<typeof PollBlock>

export const PRODUCT_STATES = ['debugging', 'published'] as const
export const PRODUCT_CATEGORIES = ['air-water', 'air-air', 'hot-water', 'pool', 'ground-water', 'other'] as const
export const TOPOLOGIES = ['direct', 'gateway', 'sub-device'] as const
export const NETWORK_TYPES = ['wifi', '4g'] as const
/** In which form modules report the board's registers: as bytes, `up/blk`, or as JSON, `up/blkj` (device-protocol 2). */
export const PRODUCT_DATA_TYPES = ['registers', 'registers-json'] as const
export type ProductDataType = (typeof PRODUCT_DATA_TYPES)[number]
/** Where end users meet the product. */
export const PLATFORMS = ['android', 'ios', 'wechat', 'web'] as const

/** What `product_key` may be: stable, for machines. */
export const ProductKey = z.string().regex(/^[a-z0-9][a-z0-9-]{1,62}$/)

/** A name under which a controller announces itself (spec 3). */
export const RegisterName = textOf({ min: 1, max: LIMITS.register_name_max })

/** The basics as they are entered (spec 3, 5: name required and unique, category required, at least one platform). */
export const ProductBasics = z.object({
  name: textOf({ min: 1, max: LIMITS.product_name_max }),
  english_name: textOf({ max: LIMITS.product_name_max }),
  category: z.enum(PRODUCT_CATEGORIES),
  description: textOf({ max: LIMITS.product_text_max }),
  data_type: z.enum(PRODUCT_DATA_TYPES),
  topology: z.enum(TOPOLOGIES),
  network_type: z.array(z.enum(NETWORK_TYPES)).min(1).max(NETWORK_TYPES.length),
  solution: textOf({ max: LIMITS.product_name_max }),
  platforms: z
    .array(z.enum(PLATFORMS))
    .max(PLATFORMS.length)
    .refine((chosen) => chosen.length > 0, brokenAs('platform_required')),
  /** App users that one unit takes. */
  bind_limit: z.number().int().min(1).max(100),
})
export type ProductBasics = z.output<typeof ProductBasics>

/** Who last touched something, and when; `''` = the product itself came with it. */
const touched = { updated_by: z.string(), updated_at: z.iso.datetime() }

/** A product (spec 3). `points`, `poll_blocks` and `settings` of the version in use only on request, they are large. */
export const Product = z.object({
  product_key: z.string(),
  name: z.string(),
  english_name: z.string(),
  category: z.string(),
  description: z.string(),
  data_type: z.enum(PRODUCT_DATA_TYPES),
  topology: z.enum(TOPOLOGIES),
  network_type: z.array(z.enum(NETWORK_TYPES)),
  solution: z.string(),
  platforms: z.array(z.enum(PLATFORMS)),
  bind_limit: z.number().int(),
  state: z.enum(PRODUCT_STATES),
  /** Takes no new units and is not published; its units go on as before. */
  disabled: z.boolean(),
  built_in: z.boolean(),
  /** The version in use; null = never published. */
  version: z.number().int().nullable(),
  layout_id: RowId.nullable(),
  /** Points of the version in use; where nothing was published yet, of the draft, for those who may see it. */
  point_count: z.number().int(),
  device_count: z.number().int(),
  register_count: z.number().int(),
  /** The draft, where it differs from the version in use and for those who may see it; `changed` = unpublished data points and parts of the settings. */
  draft: z
    .object({ revision: z.number().int(), point_count: z.number().int(), changed: z.number().int(), ...touched })
    .nullable(),
  created_at: z.iso.datetime(),
  ...touched,
  points: z.array(DataPoint).optional(),
  poll_blocks: z.array(PollBlock).optional(),
  settings: ProductSettings.optional(),
})
export type Product = z.infer<typeof Product>

const example: Product = {
  product_key: 'r290-monobloc',
  name: 'R290 整体式热泵',
  english_name: 'R290 monobloc',
  category: 'air-water',
  description: '',
  data_type: 'registers',
  topology: 'direct',
  network_type: ['wifi', '4g'],
  solution: '',
  platforms: ['web'],
  bind_limit: 10,
  state: 'published',
  disabled: false,
  built_in: true,
  version: 1,
  layout_id: 1,
  point_count: 105,
  device_count: 200,
  register_count: 1,
  draft: null,
  created_at: '2026-11-21T09:15:00.000Z',
  updated_by: '',
  updated_at: '2026-11-21T09:15:00.000Z',
}

export const ByProduct = z.object({ product_key: ProductKey })

const NamePart = z.string().trim().max(LIMITS.product_name_max)

export const products = endpoints({
  productInfo: {
    method: 'POST',
    path: '/product/product-info',
    kind: 'read',
    of: 'product',
    needs: 'product:view',
    about: { sum: 'device', field: 'device_count' },
    // Spec 7: the name may also stand in the query; the body wins.
    query: Paging.extend({ product_name: NamePart.optional() }),
    body: z
      .object({
        product_name: NamePart.optional(),
        product_key: z.string().max(64).optional(),
        category: z.enum(PRODUCT_CATEGORIES).optional(),
        state: z.enum(PRODUCT_STATES).optional(),
        disabled: z.boolean().optional(),
        network_type: z.enum(NETWORK_TYPES).optional(),
        platform: z.enum(PLATFORMS).optional(),
        data_type: z.enum(PRODUCT_DATA_TYPES).optional(),
        /** Adds data points, poll blocks and settings of the version in use. */
        with_points: z.boolean().optional(),
        sort_by: z.enum(['name', 'updated_at', 'device_count', 'point_count']).default('name'),
        sort_order: z.enum(['asc', 'desc']).default('asc'),
      })
      .default({ sort_by: 'name', sort_order: 'asc' }),
    result: pageOf(Product),
    fails: [],
    says: 'Products, filtered; with data points, poll blocks and settings of the version in use when asked.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  productCreate: {
    method: 'POST',
    path: '/product/create',
    kind: 'change',
    of: 'product',
    needs: 'product:create',
    about: 'unscoped',
    body_bytes: LIMITS.product_picture_bytes * 2 + LIMITS.http_body_bytes,
    body: z.object({
      product_key: ProductKey,
      basics: ProductBasics,
      /** Whose points and settings the first draft takes: of the version in use, of the draft where nothing is published. */
      like: ProductKey.nullable().default(null),
      settings: ProductSettings.partial().default({}),
      /** A PNG as its own address. */
      picture: pngUrl(LIMITS.product_picture_bytes).nullable().default(null),
      /** Names that are the product's from its birth on; who sends any needs `product:register-edit` as well. */
      register_names: z.array(RegisterName).max(LIMITS.registers_added_max).default([]),
    }),
    result: z.object({ product_key: z.string(), revision: z.number().int() }),
    fails: [
      'product_key_exists',
      'product_name_exists',
      'product_unknown',
      'image_invalid',
      'register_name_exists',
      'no_permission',
    ],
    says: 'Makes a product in state debugging with its first draft, empty or like another product, and its register names.',
    example: { product_key: 'carel-monobloc', revision: 1 },
  },
  productEdit: {
    method: 'PUT',
    path: '/product/basics/:product_key',
    kind: 'change',
    of: 'product',
    needs: 'product:edit',
    about: 'unscoped',
    params: ByProduct,
    body: ProductBasics.extend({ updated_at: z.iso.datetime() }),
    result: z.object({ product_key: z.string(), updated_at: z.iso.datetime() }),
    fails: ['product_unknown', 'product_name_exists', 'stale_edit'],
    says: 'Changes the basics of a product; refused when somebody else changed them since `updated_at`.',
    example: { product_key: 'r290-monobloc', updated_at: '2026-11-21T09:15:00.000Z' },
  },
  productDisable: {
    method: 'POST',
    path: '/product/disabled/:product_key',
    kind: 'change',
    of: 'product',
    needs: 'product:publish',
    about: 'unscoped',
    params: ByProduct,
    body: z.object({ disabled: z.boolean() }),
    result: z.object({ product_key: z.string(), disabled: z.boolean() }),
    fails: ['product_unknown'],
    says:
      'Lets nothing new begin with a product: no recognition, no register names, no virtual units, no publishing; or ' +
      'allows it again. Units that have the product report, show and are controlled as before.',
    example: { product_key: 'r290-monobloc', disabled: true },
  },
  productSecret: {
    method: 'POST',
    path: '/product/secret/:product_key',
    kind: 'change',
    of: 'product-secret',
    needs: 'product:secret',
    about: 'unscoped',
    params: ByProduct,
    body: z.object({
      /** Makes a new one first; the old one is refused from then on. */
      renew: z.boolean().default(false),
    }),
    /** 32 bytes in base64url. */
    result: z.object({ product_key: z.string(), product_secret: z.string() }),
    fails: ['product_unknown'],
    says: 'Tells the secret by which a program shows on the socket that it is meant for a product (spec 7); a look is audited.',
    example: { product_key: 'r290-monobloc', product_secret: 'Zm9yIHRoZSBleGFtcGxlIG9ubHksIG5vdGhpbmcgbW9yZQ' },
  },
  productDelete: {
    method: 'DELETE',
    path: '/product/basics/:product_key',
    kind: 'change',
    of: 'product',
    needs: 'product:delete',
    about: 'unscoped',
    params: ByProduct,
    result: z.object({ product_key: z.string() }),
    fails: ['product_unknown', 'product_is_used', 'is_referenced'],
    says: 'Removes a product without devices and register names; the built-in one stays.',
    example: { product_key: 'carel-monobloc' },
  },
})
