import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { addRegisters } from './registers.ts'
import { findProduct } from './store.ts'
import { countAnnounced, deleteRegisterName, listRegisters, listUnknownRegisters } from './store-registers.ts'
import { listModuleTypes, listSoftware } from './store-software.ts'

/** The names under which controllers announce themselves. */
export const productRegisterHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    listRegister: async (_, { caller }) =>
      (await listRegisters(db, caller.scope)).map(({ created_at, last_seen_at, device_count, ...row }) => ({
        ...row,
        device_count: device_count ?? 0,
        last_seen_at: last_seen_at?.toISOString() ?? null,
        created_at: created_at.toISOString(),
      })),

    productSoftware: async ({ params: { product_key } }, { caller }) => {
      if ((await findProduct(db, product_key)) === null) throw new Refusal('product_unknown')
      const rows = await listSoftware(db, caller.scope, product_key, LIMITS.software_listed_max)
      const sold_with = await listModuleTypes(db, product_key)
      return rows.map(({ last_report_at, ...row }) => ({
        ...row,
        is_other_module: sold_with.length > 0 && row.module_type !== '' && !sold_with.includes(row.module_type),
        last_report_time: last_report_at?.toISOString() ?? null,
      }))
    },

    addRegister: async ({ body: { product_key, note: remark, ...given } }, { caller, note }) => {
      const { register_name, register_names: several = [] } = given
      const register_names = register_name === undefined ? several : [register_name, ...several]
      note({ object: `product ${product_key}`, detail: { after: { register_names } } })
      if ((await findProduct(db, product_key))?.disabled)
        throw new Refusal('product_disabled', { field: 'product_key' })
      const made = { note: remark, created_by: caller.user_name, created_at: new Date(clock.now()) }
      return { added: await addRegisters(db, product_key, register_names, made) }
    },

    deleteRegister: async ({ query: { product_key, register_name } }, { caller, note }) => {
      note({ object: `product ${product_key}`, detail: { before: { register_name } } })
      if (!(await deleteRegisterName(db, product_key, register_name))) throw new Refusal('register_unknown')
      return { device_count: await countAnnounced(db, caller.scope, register_name) }
    },

    unknownRegisters: async (_, { caller }) =>
      (await listUnknownRegisters(db, caller.scope, LIMITS.page_size_max)).map(({ last_seen_at, ...row }) => ({
        ...row,
        last_seen_at: last_seen_at?.toISOString() ?? null,
      })),
  }) satisfies Pick<
    Handlers,
    'productSoftware' | 'listRegister' | 'addRegister' | 'deleteRegister' | 'unknownRegisters'
  >
