import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { healthOf } from './health.ts'
import { findHealthFacts } from './store-health.ts'

/** Health of one unit; its SIM card counts for those who may see it. */
export const deviceHealthHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    deviceHealth: async ({ query: { mac } }, { caller }) => {
      const facts = await findHealthFacts(db, caller.scope, mac)
      if (facts === undefined) throw new Refusal('device_not_found', { field: 'mac' })
      const sim_ends_ms = caller.permissions.has('iccid:view') ? facts.sim_ends_ms : null
      return healthOf({ ...facts, sim_ends_ms }, clock.now())
    },
  }) satisfies Pick<Handlers, 'deviceHealth'>
