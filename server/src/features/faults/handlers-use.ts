import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { countAlarms, listRaisers, listUsers } from './store-use.ts'

/** Products that use a fault code, and devices that raised it recently. */
export const faultUseHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) => {
  const since = () => new Date(clock.now() - LIMITS.fault_use_ms)
  return {
    faultUses: async ({ body: { fault_ids } }, { caller }) => {
      const [counts, users] = await Promise.all([
        countAlarms(db, caller.scope, fault_ids, since()),
        listUsers(db, fault_ids),
      ])
      const counted = new Map(counts.map((count) => [count.fault_id, count]))
      const products = Map.groupBy(users, ({ fault_id }) => fault_id)
      return fault_ids.map((fault_id) => ({
        fault_id,
        products: (products.get(fault_id) ?? []).map(({ product_key, name, english_name }) => ({
          product_key,
          name,
          english_name,
        })),
        times: counted.get(fault_id)?.times ?? 0,
        devices: counted.get(fault_id)?.devices ?? 0,
      }))
    },

    faultDevices: async ({ params: { id } }, { caller }) =>
      (await listRaisers(db, caller.scope, id, since(), LIMITS.fault_devices_max)).map((row) => ({
        ...row,
        last_at: row.last_at.toISOString(),
      })),
  } satisfies Pick<Handlers, 'faultUses' | 'faultDevices'>
}
