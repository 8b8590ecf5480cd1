import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { readCursorPage } from '../../platform/list-cursor.ts'
import type { Layouts } from '../products/public.ts'
import { pinnedHandlers } from './handlers-pinned.ts'
import { scheduledHandlers } from './handlers-scheduled.ts'
import { listControls } from './store-list.ts'
import { layoutsOf, toLogRow } from './to-wire.ts'

type Deps = Pick<AppContext, 'database' | 'secret_key' | 'clock'> & { layouts: Layouts }

/** The control log, commands at a time, and pinned points. */
export const controlHandlers = (deps: Deps) => ({
  ...logHandlers(deps),
  ...scheduledHandlers(deps),
  ...pinnedHandlers(deps),
})

const logHandlers = ({ database: { db }, secret_key, layouts }: Deps) =>
  ({
    controlLog: async ({ query, body }, { caller }) => {
      const { rows, page, more } = await readCursorPage(secret_key, {
        call: 'controlLog',
        uid: caller.uid,
        filter: body,
        query,
        count_max: LIMITS.control_count_max,
        list: (part) => listControls(db, controlScopesOf(caller), controlQueryOf(caller, body), part),
        keyOf: ({ control_id }) => control_id,
      })
      const by_id = await layoutsOf(layouts, rows)
      return { list: rows.map((row) => toLogRow(row, by_id, caller)), ...page, more }
    },
  }) satisfies Pick<Handlers, 'controlLog'>

/** Devices of the caller, and the distributors it may name. */
export const controlScopesOf = (caller: Caller) => ({ device: caller.scope, agent: caller.scopes.agent })

/** A filter as this caller may use it. */
export const controlQueryOf = (caller: Caller, filter: Parameters<typeof listControls>[2]['filter']) => ({
  filter,
  sees_contacts: caller.permissions.has('pii:view'),
  own_uid: caller.uid,
  count_max: LIMITS.control_count_max,
})
