import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Tasks } from '../../platform/jobs.ts'
import type { AuditWriter } from '../audit/public.ts'
import type { Layouts } from '../products/public.ts'
import { findCallerOfJobOwner } from '../session/public.ts'
import { acceptControl } from './accept-control.ts'
import { type DueCommand, deleteOldScheduled, endScheduled, listDueScheduled } from './store-scheduled.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'bus' | 'log'> & {
  layouts: Layouts
  writeAudit: AuditWriter['write']
}

/** Commands read at once. */
const DUE_AT_ONCE = 200

/** Somebody took the command back, or another process sent it, meanwhile: nothing is sent. */
class Ended extends Error {}

/** Sends commands whose time has come: one job for all processes, which looks every minute. */
export const controlTasks = (deps: Deps) =>
  ({
    'scheduled-commands': {
      crontab: '* * * * *',
      run: async (_, signal) => sendDueCommands(deps, signal),
    },
    'expire-scheduled-commands': {
      crontab: '49 3 * * *',
      run: () => deleteOldScheduled(deps.database.db, new Date(deps.clock.now() - LIMITS.scheduled_record_ms)),
    },
  }) satisfies Tasks

/** One turn over all commands that are due. Those of units that are off line stay until their wait is over. */
export const sendDueCommands = async (deps: Deps, signal: AbortSignal): Promise<void> => {
  const now = new Date(deps.clock.now())
  for (let after: DueCommand | null = null; !signal.aborted; ) {
    const due: DueCommand[] = await listDueScheduled(deps.database.db, now, after, DUE_AT_ONCE)
    for (const command of due) {
      if (signal.aborted) return
      await sendDue(deps, command)
    }
    const last = due.at(-1)
    if (last === undefined || due.length < DUE_AT_ONCE) return
    after = last
  }
}

const sendDue = async (deps: Deps, command: DueCommand): Promise<void> => {
  const { scheduled_id, mac, points, change_reason, uid, api_token_id, origin, expires_at } = command
  const { db } = deps.database
  const at = new Date(deps.clock.now())
  const fail = (state: 'failed' | 'expired', reason: string) => endScheduled(db, scheduled_id, { state, at, reason })
  const caller = uid === null ? null : await findCallerOfJobOwner(deps, { uid, api_token_id })
  if (caller === null) {
    await fail('failed', 'account_gone')
    return
  }
  // The rights of now that were also those of then: nobody's command grows with their role.
  const permissions = new Set([...caller.permissions].filter((one) => origin.permissions.includes(one)))
  const { address, user_agent, request_id } = origin
  try {
    await acceptControl(
      deps,
      { ...caller, permissions },
      { source: 'schedule', address, user_agent, request_id },
      { mac, points, change_reason },
      () => {},
      async (trx, accepted) => {
        const control_ids = accepted.map(({ control_id }) => control_id)
        // In the transaction of the command: it is sent once, or not at all, whatever ends this process.
        if (!(await endScheduled(trx, scheduled_id, { state: 'sent', at, control_ids }))) throw new Ended()
      },
    )
  } catch (error) {
    if (error instanceof Ended) return
    if (!(error instanceof Refusal)) throw error
    if (error.code !== 'device_offline') await fail('failed', error.code)
    else if (at >= expires_at) await fail('expired', error.code)
  }
}
