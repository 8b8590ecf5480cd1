import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { readFirstRun } from './state.ts'
import { updateFirstRun } from './store.ts'

/** The first run of an installation. */
export const firstRunHandlers = ({ database: { db }, clock }: Pick<AppContext, 'database' | 'clock'>) =>
  ({
    firstRun: () => readFirstRun(db),

    firstRunEdit: async ({ body: { set_aside, dismissed } }, { note }) => {
      note({ object: 'first-run', detail: { set_aside, dismissed } })
      await updateFirstRun(db, {
        ...(set_aside === undefined ? {} : { set_aside: [...new Set(set_aside)] }),
        ...(dismissed === undefined ? {} : { dismissed_at: dismissed ? new Date(clock.now()) : null }),
      })
      return readFirstRun(db)
    },
  }) satisfies Pick<Handlers, 'firstRun' | 'firstRunEdit'>
