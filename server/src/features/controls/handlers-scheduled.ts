import type { ScheduledCommand } from '@heatfleet/contract/controls/scheduled.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import type { Layouts } from '../products/public.ts'
import { checkReason, validateControl } from './accept-control.ts'
import { findOperator } from './store.ts'
import {
  endScheduled,
  findScheduled,
  insertScheduled,
  isUnit,
  listScheduled,
  type ScheduledRow,
} from './store-scheduled.ts'

type Deps = Pick<AppContext, 'database' | 'clock'> & { layouts: Layouts }
type Names = 'scheduledList' | 'scheduleCommand' | 'cancelScheduled'

const MINUTE_MS = 60_000

/** Commands at a time: validated when they are scheduled, and once more when they are sent. */
export const scheduledHandlers = ({ database, database: { db }, clock, layouts }: Deps) => {
  const answer = async (caller: Caller, mac: string, scheduled_id: number): Promise<ScheduledCommand> => {
    const row = await findScheduled(db, caller.scope, mac, scheduled_id)
    if (row === undefined) throw new Refusal('not_found', { field: 'scheduled_id' })
    return toScheduled(row)
  }
  return {
    scheduledList: async ({ body: { mac } }, { caller }) => {
      if (!(await isUnit(db, caller.scope, mac))) throw new Refusal('device_not_found', { field: 'mac' })
      return (await listScheduled(db, caller.scope, mac)).map(toScheduled)
    },

    scheduleCommand: async ({ body: { mac, points, change_reason, run_at, wait_minutes } }, call) => {
      const { caller, address, user_agent, request_id } = call
      const values = Object.fromEntries(points.map(({ key, value }) => [key, value]))
      call.note({ object: `device ${mac}`, detail: { points: values, run_at, wait_minutes, change_reason } })
      const validated = await validateControl({ database, layouts }, caller, { mac, points })
      checkReason(validated, { change_reason })
      const created_at = new Date(clock.now())
      const at = new Date(run_at)
      const ahead_ms = at.getTime() - created_at.getTime()
      if (ahead_ms <= 0 || ahead_ms > LIMITS.scheduled_ahead_max_ms)
        throw new Refusal('scheduled_time_wrong', { field: 'run_at' })
      const operator = await findOperator(db, caller.uid)
      const scheduled_id = await insertScheduled(db, {
        device_id: validated.device_id,
        points,
        change_reason,
        run_at: at,
        expires_at: new Date(at.getTime() + wait_minutes * MINUTE_MS),
        uid: caller.uid,
        api_token_id: caller.api_token_id,
        operator_name: operator?.nick_name || caller.user_name,
        origin: { permissions: [...caller.permissions], address, user_agent, request_id },
        created_at,
      })
      if (scheduled_id === null)
        throw new Refusal('scheduled_full', { details: { max: LIMITS.scheduled_per_device_max } })
      return answer(caller, mac, scheduled_id)
    },

    cancelScheduled: async ({ body: { mac, scheduled_id } }, { caller, note }) => {
      note({ object: `device ${mac}`, detail: { scheduled_id } })
      if (!(await isUnit(db, caller.scope, mac))) throw new Refusal('device_not_found', { field: 'mac' })
      const row = await findScheduled(db, caller.scope, mac, scheduled_id)
      if (row === undefined) throw new Refusal('not_found', { field: 'scheduled_id' })
      const operator = await findOperator(db, caller.uid)
      const cancelled_by = operator?.nick_name || caller.user_name
      const ended = { state: 'cancelled', at: new Date(clock.now()), cancelled_by } as const
      if (!(await endScheduled(db, scheduled_id, ended))) throw new Refusal('scheduled_over')
      const values = Object.fromEntries(row.points.map(({ key, value }) => [key, value]))
      note({ detail: { scheduled_id, points: values, run_at: row.run_at.toISOString() } })
      return answer(caller, mac, scheduled_id)
    },
  } satisfies Pick<Handlers, Names>
}

const toScheduled = ({ run_at, expires_at, created_at, finished_at, ...row }: ScheduledRow): ScheduledCommand => ({
  ...row,
  run_at: run_at.toISOString(),
  expires_at: expires_at.toISOString(),
  created_at: created_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
})
