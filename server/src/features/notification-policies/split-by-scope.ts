import type { AppContext } from '../../app-context.ts'
import { type Scope, subtreeOf } from '../../platform/scope.ts'
import { findCallerOfAccount } from '../session/public.ts'
import type { DueRow } from './plan-messages.ts'
import { listBound, listRolloutsWithin, listWithin } from './store-recipients.ts'
import { listSubjects, type MessageRow } from './store-sending.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/**
 * What the recipient may still see when the message is sent: an account what is in its scope, an app user the devices bound
 * to them, a channel's own target what the policy's owner may see. A report was made with the scope of its account: it is
 * sent while that account may still make it.
 */
export const splitByScope = async (
  deps: Deps,
  row: MessageRow,
  rows: readonly DueRow[],
): Promise<{ within: DueRow[]; outside: DueRow[] }> => {
  const { db } = deps.database
  const subjects = new Map(
    (
      await listSubjects(
        db,
        rows.map(({ event_id }) => event_id),
      )
    ).map((subject) => [subject.event_id, subject]),
  )
  const device_ids = [...subjects.values()].flatMap(({ device_id }) => device_id ?? [])
  const rollout_ids = [...subjects.values()].flatMap(({ rollout_id }) => rollout_id ?? [])
  let devices = new Set<number>()
  let rollouts = new Set<number>()
  const reports = [...subjects.values()].some(({ report_run_id }) => report_run_id !== null)
  const may_report = reports && row.uid !== null && (await mayReport(deps, row.uid))
  if (row.app_user_id !== null) devices = await listBound(db, row.app_user_id, device_ids)
  else {
    const scope = await scopeOf(deps, row)
    if (scope !== null) {
      devices = await listWithin(db, scope, device_ids)
      rollouts = await listRolloutsWithin(db, scope, rollout_ids)
    }
  }
  const isVisible = ({ event_id }: DueRow): boolean => {
    const subject = subjects.get(event_id)
    if (subject === undefined) return false
    if (subject.report_run_id !== null) return may_report
    return subject.device_id === null
      ? subject.rollout_id !== null && rollouts.has(subject.rollout_id)
      : devices.has(subject.device_id)
  }
  return { within: rows.filter(isVisible), outside: rows.filter((one) => !isVisible(one)) }
}

const mayReport = async (deps: Deps, uid: number): Promise<boolean> =>
  (await findCallerOfAccount(deps, uid))?.permissions.has('analysis:report') ?? false

/** Null = the account is not in force any more. */
const scopeOf = async (deps: Deps, { uid, narrowed_uid, owner_path }: MessageRow): Promise<Scope | null> => {
  const account = uid ?? narrowed_uid
  if (account === null) return subtreeOf(owner_path)
  return (await findCallerOfAccount(deps, account))?.scope ?? null
}
