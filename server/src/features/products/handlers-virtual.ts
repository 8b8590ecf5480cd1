import type { Handlers } from '../../handler.ts'
import { listVirtualUnits } from './store-virtual-units.ts'
import { playVirtualUnits, startVirtualUnit, stopVirtualUnit, type VirtualDeps } from './virtual-units.ts'

/** Virtual units: list, start, stop. A version that is published reaches those that run. */
export const virtualUnitHandlers = (deps: VirtualDeps) => {
  deps.changes.productsChanged.subscribe(() => {
    playVirtualUnits(deps).catch((error: unknown) =>
      deps.log.error({ error }, 'virtual units keep their old definition'),
    )
  })
  return {
    virtualUnitList: async (_, { caller }) =>
      (await listVirtualUnits(deps.database.db, caller.scope)).map(
        ({ started_at, ends_at, of_mac, speed, ...unit }) => ({
          ...unit,
          replay: of_mac === null || speed === null ? null : { mac: of_mac, speed },
          started_at: started_at.toISOString(),
          ends_at: ends_at.toISOString(),
        }),
      ),

    virtualUnitStart: async (
      { params: { product_key }, body: { of, agent_id, board_pk, board } },
      { caller, note },
    ) => {
      note({ object: `product ${product_key}` })
      const mac = await startVirtualUnit(
        deps,
        { product_key, of, agent_id, board_pk, board },
        { by: caller.user_name, scope: caller.scopes.agent },
      )
      note({ detail: { virtual_unit: mac, of } })
      return { mac }
    },

    virtualUnitStop: async ({ params: { mac } }, { caller, note }) => {
      note({ object: `device ${mac}` })
      const product_key = await stopVirtualUnit(deps, caller.scope, mac)
      note({ object: `product ${product_key}`, detail: { virtual_unit: mac } })
      return { mac }
    },
  } satisfies Pick<Handlers, 'virtualUnitList' | 'virtualUnitStart' | 'virtualUnitStop'>
}
