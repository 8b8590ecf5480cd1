import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { deleteOldEvents, listPlayedEvents } from './store.ts'

export type PlayDeps = Pick<AppContext, 'database' | 'clock' | 'playEvents'>

/** Sends the simulator everything that is planted and not over. Idempotent; each event ends by itself there. */
export const playPlantedEvents = ({ database, clock, playEvents }: PlayDeps): Promise<void> =>
  playEvents(async () => {
    const rows = await listPlayedEvents(database.db, new Date(clock.now()))
    return rows.map(({ starts_at, ends_at, ...event }) => ({
      ...event,
      starts_ms: starts_at.getTime(),
      ends_ms: ends_at.getTime(),
    }))
  })

/** Once a day events that are long over are forgotten. */
export const simulatorTasks = ({ database, clock }: PlayDeps) =>
  ({
    'expire-planted-events': {
      crontab: '40 3 * * *',
      run: () => deleteOldEvents(database.db, new Date(clock.now() - LIMITS.planted_kept_ms)),
    },
  }) satisfies Tasks
