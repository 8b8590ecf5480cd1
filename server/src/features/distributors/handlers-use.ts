import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { readAgent } from './draft.ts'
import { countUse } from './store.ts'
import { listAccountsOf, listDevicesOf, listSubsOf, type VisibleRows } from './store-use.ts'

const NONE: VisibleRows = { count: 0, first: [] }

/** What keeps a distributor from being deleted. */
export const agentUseHandlers = ({ database: { db } }: Pick<AppContext, 'database'>) =>
  ({
    agentUse: async ({ params: { id } }, { caller: { permissions, scope, scopes } }) => {
      await readAgent(db, scopes.agent, id)
      const [all, sub_distributors, devices, accounts] = await Promise.all([
        countUse(db, id),
        listSubsOf(db, scopes.agent, id),
        permissions.has('device:view') ? listDevicesOf(db, scope, id) : NONE,
        permissions.has('account:view') ? listAccountsOf(db, scopes.account, id) : NONE,
      ])
      const unseen =
        sub_distributors.count < all.sub_distributors || devices.count < all.devices || accounts.count < all.accounts
      const { roles, resource_groups } = all
      return { sub_distributors, devices, accounts, roles, resource_groups, unseen }
    },
  }) satisfies Pick<Handlers, 'agentUse'>
