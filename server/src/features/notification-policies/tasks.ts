import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { trustOf } from '../../platform/proxies.ts'
import { dispatchEvents, escalate } from './dispatch.ts'
import { type Network, resolveBySystem } from './private-address.ts'
import { type SendDeps, sendDue } from './send.ts'
import { deleteOldNotifications } from './store-deliveries.ts'
import { hasWork } from './store-events.ts'
import { queueTurn, TURN_TASK } from './store-policies.ts'

const DAY_MS = 86_400_000
/** Longest time in which a turn only turns events into deliveries. */
const DISPATCH_MS = 20_000

/** The network as the settings allow it. */
export const createNetwork = ({ config }: Pick<AppContext, 'config'>): Network => {
  const trust = trustOf(config.HEATFLEET_NOTIFICATION_NETWORKS)
  return { resolve: resolveBySystem, isAllowed: (address) => trust(address, 0) }
}

/** Background work of notifications: a turn queues the next while there are policies; one that was lost is found by the minute. */
export const notificationTasks = (deps: SendDeps) =>
  ({
    [TURN_TASK]: {
      crontab: '* * * * *',
      run: async (_, signal) => {
        await runTurn(deps, signal)
        if (!signal.aborted && (await hasWork(deps.database.db)))
          await queueTurn(deps.database.db, NOTIFICATION_LIMITS.turn_ms)
      },
    },
    'expire-notifications': {
      crontab: '17 4 * * *',
      run: () =>
        deleteOldNotifications(deps.database.db, new Date(deps.clock.now() - NOTIFICATION_LIMITS.kept_days * DAY_MS)),
    },
  }) satisfies Tasks

/** Events become messages, escalations are taken, and what is due is sent. A turn that died is made up for by the next. */
export const runTurn = async (deps: SendDeps, signal: AbortSignal = new AbortController().signal): Promise<void> => {
  await dispatchAll(deps, signal)
  await escalate(deps)
  await sendDue(deps, signal)
}

/** All that waits, before anything is sent: of a storm, what is not a delivery yet would be told five minutes later. */
const dispatchAll = async (deps: SendDeps, signal: AbortSignal): Promise<void> => {
  const end_ms = deps.clock.now() + DISPATCH_MS
  let events = 0
  do events = await dispatchEvents(deps)
  while (events === NOTIFICATION_LIMITS.events_per_turn && !signal.aborted && deps.clock.now() < end_ms)
}
