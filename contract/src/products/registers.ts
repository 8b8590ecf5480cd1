import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { textOf } from '../text.ts'
import { ByProduct, ProductKey, RegisterName } from './products.ts'

/** Under which name a controller announces itself for a product (spec 3, product register). */
export const ProductRegister = z.object({
  product_key: z.string(),
  register_name: z.string(),
  note: z.string(),
  /** Devices in scope that announce themselves so, and when the last of them reported. */
  device_count: z.number().int(),
  last_seen_at: z.iso.datetime().nullable(),
  created_by: z.string(),
  created_at: z.iso.datetime(),
})
export type ProductRegister = z.output<typeof ProductRegister>

/** Names that are given to a product, all or none: the one of the specification, or several. */
export const NewRegisters = z
  .object({
    product_key: ProductKey,
    register_name: RegisterName.optional(),
    register_names: z.array(RegisterName).min(1).max(LIMITS.registers_added_max).optional(),
    note: textOf({ max: LIMITS.product_name_max }).default(''),
  })
  .refine(({ register_name, register_names }) => register_name !== undefined || register_names !== undefined, {
    path: ['register_name'],
    params: { rule: 'required' },
  })

/** A name that was seen on the wire and that no product has. */
const UnknownRegister = z.object({
  register_name: z.string(),
  device_count: z.number().int(),
  last_seen_at: z.iso.datetime().nullable(),
  /** One device to look at. */
  mac: z.string(),
})

/** Devices of a product that run one software on one board behind one type of module. */
export const SoftwareInUse = z.object({
  /** `''` = not reported by the device. */
  software_version: z.string(),
  hardware_version: z.string(),
  module_type: z.string(),
  /** Not one of those the version in use is sold with. */
  is_other_module: z.boolean(),
  device_count: z.number().int(),
  online_count: z.number().int(),
  last_report_time: z.iso.datetime().nullable(),
})
export type SoftwareInUse = z.output<typeof SoftwareInUse>

export const productRegisters = endpoints({
  productSoftware: {
    method: 'GET',
    path: '/product/software/:product_key',
    kind: 'read',
    of: 'product',
    needs: 'product:view',
    about: 'unscoped',
    params: ByProduct,
    result: z.array(SoftwareInUse),
    fails: ['product_unknown'],
    says: `Which software runs on devices in scope, by software, board and module; the most frequent first, at most ${LIMITS.software_listed_max}.`,
    example: [
      {
        software_version: '2.08',
        hardware_version: 'CG248075',
        module_type: 'DTU4G-B',
        is_other_module: false,
        device_count: 200,
        online_count: 187,
        last_report_time: '2026-11-21T09:15:00.000Z',
      },
    ],
  },
  listRegister: {
    method: 'GET',
    path: '/product/list-register',
    kind: 'read',
    of: 'product-register',
    needs: 'product:view',
    about: 'unscoped',
    result: z.array(ProductRegister),
    fails: [],
    says: 'The names under which controllers announce themselves, with their product.',
    example: [
      {
        product_key: 'r290-monobloc',
        register_name: 'CG248075',
        note: '',
        device_count: 200,
        last_seen_at: '2026-11-21T09:15:00.000Z',
        created_by: '',
        created_at: '2026-11-21T09:15:00.000Z',
      },
    ],
  },
  addRegister: {
    method: 'POST',
    path: '/product/add-register',
    kind: 'change',
    of: 'product-register',
    needs: 'product:register-edit',
    about: 'unscoped',
    sends: { body: { register_name: 'CG300100' } },
    body: NewRegisters,
    result: z.object({ added: z.number().int() }),
    fails: ['product_unknown', 'product_disabled', 'register_name_exists'],
    says: 'Adds names for a product, all or none; a name belongs to one product only.',
    example: { added: 1 },
  },
  deleteRegister: {
    method: 'POST',
    path: '/product/delete-register',
    kind: 'change',
    of: 'product-register',
    needs: 'product:register-edit',
    about: 'unscoped',
    query: z.object({ product_key: ProductKey, register_name: RegisterName }),
    result: z.object({ device_count: z.number().int() }),
    fails: ['register_unknown'],
    says: 'Removes a name; tells how many devices in scope announce themselves so and are not recognised any more.',
    example: { device_count: 3 },
  },
  unknownRegisters: {
    method: 'GET',
    path: '/product/unknown-registers',
    kind: 'read',
    of: 'product-register',
    needs: 'product:view',
    about: 'unscoped',
    result: z.array(UnknownRegister),
    fails: [],
    says: 'Names that devices in scope announce and that no product has.',
    example: [
      {
        register_name: 'CG300100',
        device_count: 2,
        last_seen_at: '2026-11-21T09:15:00.000Z',
        mac: '863412060123455',
      },
    ],
  },
})
