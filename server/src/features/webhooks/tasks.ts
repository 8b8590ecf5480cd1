import { WEBHOOK_LIMITS } from '@heatfleet/contract/webhooks/limits.ts'
import type { Tasks } from '../../platform/jobs.ts'
import { sendDue, type WebhookDeps } from './send.ts'
import { deleteOldEvents } from './store-calls.ts'
import { dispatchEvents, hasWork, pauseFailing } from './store-sending.ts'
import { queueTurn, TURN_TASK } from './store-webhooks.ts'

const DAY_MS = 86_400_000
const { events_per_turn, kept_days, pause_after_ms, turn_ms } = WEBHOOK_LIMITS

/** Background work of webhooks: a turn queues the next while one is active; one that was lost is found by the minute. */
export const webhookTasks = (deps: WebhookDeps) =>
  ({
    [TURN_TASK]: {
      crontab: '* * * * *',
      run: async (_, signal) => {
        await runTurn(deps, signal)
        if (!signal.aborted && (await hasWork(deps.database.db))) await queueTurn(deps.database.db, turn_ms)
      },
    },
    'expire-webhooks': {
      crontab: '23 4 * * *',
      run: () => deleteOldEvents(deps.database.db, new Date(deps.clock.now() - kept_days * DAY_MS)),
    },
  }) satisfies Tasks

/** Events become calls, what is due is called, and what failed for too long is paused. A turn that died is made up for by the next. */
export const runTurn = async (deps: WebhookDeps, signal: AbortSignal = new AbortController().signal): Promise<void> => {
  const { db } = deps.database
  const now = () => deps.clock.now()
  while ((await dispatchEvents(db, new Date(now()))) === events_per_turn && !signal.aborted);
  await sendDue(deps, signal)
  for (const { webhook_id, webhook_name } of await pauseFailing(db, new Date(now() - pause_after_ms), new Date(now())))
    deps.log.warn({ webhook_id, webhook_name }, 'webhook paused: no call was accepted for a day')
}
