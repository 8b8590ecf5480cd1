import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { readFirstRun } from './state.ts'
import { updateFirstRun } from './store.ts'

/** The first run of an installation. */
export const firstRunHandlers = (deps: Pick<AppContext, 'database' | 'clock' | 'config'>) =>
  ({
    firstRun: () => readFirstRun(deps),

    firstRunEdit: async ({ body: { set_aside, dismissed } }, { note }) => {
      note({ object: 'first-run', detail: { set_aside, dismissed } })
      await updateFirstRun(deps.database.db, {
        ...(set_aside === undefined ? {} : { set_aside: [...new Set(set_aside)] }),
        ...(dismissed === undefined ? {} : { dismissed_at: dismissed ? new Date(deps.clock.now()) : null }),
      })
      return readFirstRun(deps)
    },
  }) satisfies Pick<Handlers, 'firstRun' | 'firstRunEdit'>
