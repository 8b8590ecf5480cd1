import { api } from '@heatfleet/contract/api.ts'
import type { Endpoint } from '@heatfleet/contract/endpoint.ts'
import { type ErrorCode, Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { AuditNote, Handlers } from '../../handler.ts'
import type { JobOwner } from '../../platform/job-owner.ts'
import type { AuditLine } from '../audit/public.ts'
import { findCallerOfJobOwner } from '../session/public.ts'
import { BULK_ACTIONS } from './bulk-actions.ts'
import { beginBatch, endBatch, findNextItem, saveResult } from './store.ts'
import { readStored, type StoredBatch } from './stored-batch.ts'

export type BatchDeps = Pick<AppContext, 'database' | 'clock' | 'log'> & {
  handlers: Handlers
  writeAudit: (line: AuditLine) => Promise<void>
}

type Request = { params?: unknown; query?: unknown; body?: unknown }
type AnyHandler = (input: Request, call: object) => Promise<unknown>

/**
 * Runs a batch item by item. Each item is an ordinary call with its own audit entry; permissions and scope are read again
 * for each. A stopped batch continues after the next start.
 */
export const runBatch = async (deps: BatchDeps, batch_id: number, signal: AbortSignal): Promise<void> => {
  const { db } = deps.database
  const job = await beginBatch(db, batch_id, new Date(deps.clock.now()))
  if (job === undefined) return
  const input = readStored(job.input)
  for (let item = await findNextItem(db, batch_id); item !== undefined; item = await findNextItem(db, batch_id)) {
    if (signal.aborted) return endBatch(db, batch_id, { state: 'queued' })
    const result = await runItem(deps, { ...job, batch_id, input }, item)
    await saveResult(db, { batch_id, position: item.position }, result)
  }
  await endBatch(db, batch_id, { state: 'done', finished_at: new Date(deps.clock.now()) })
}

type Item = { object_id: number; name: string }
type Job = JobOwner & { batch_id: number; input: StoredBatch }

const runItem = async (deps: BatchDeps, job: Job, { object_id, name }: Item): Promise<'ok' | ErrorCode> => {
  const { ask, user_name, address, user_agent, request_id } = job.input
  const action = BULK_ACTIONS[ask.action]
  const endpoint: Endpoint = api[action.call]
  const noted: AuditNote = {}
  const call_context = { address, user_agent, request_id, note: (note: AuditNote) => Object.assign(noted, note) }
  const attempt = async (): Promise<void> => {
    const caller = await readCaller(deps, job, endpoint)
    // The contract's union pairs action and input, the handler table pairs call and handler.
    const request = (action.request as (id: number, input: unknown, name: string) => Request)(
      object_id,
      ask.input,
      name,
    )
    await (deps.handlers[action.call] as AnyHandler)(request, { ...call_context, caller })
  }
  const result = await codeOf(attempt(), (error) =>
    deps.log.error({ error, batch_id: job.batch_id, object_id }, 'an object of a batch failed'),
  )
  await deps.writeAudit({
    at: new Date(deps.clock.now()),
    uid: job.uid,
    user_name,
    address,
    action: action.call,
    object: noted.object ?? `${endpoint.of} ${object_id}`,
    detail: {
      ...noted.detail,
      batch_id: job.batch_id,
      ...(job.api_token_id === null ? {} : { api_token_id: job.api_token_id }),
    },
    result,
    request_id,
    method: 'batch',
    user_agent,
  })
  return result
}

/** The account's current scope and permissions, limited to those at the time of the request. */
const readCaller = async (
  deps: BatchDeps,
  { uid, api_token_id, input: { permissions } }: Job,
  { needs }: Endpoint,
): Promise<Caller> => {
  const caller = await findCallerOfJobOwner(deps, { uid, api_token_id })
  const permitted = new Set([...(caller?.permissions ?? [])].filter((right) => permissions.includes(right)))
  if (caller === null || ![...permitted].some((right) => right === needs)) throw new Refusal('no_permission')
  return { ...caller, permissions: permitted }
}

const codeOf = (work: Promise<void>, onError: (error: unknown) => void): Promise<'ok' | ErrorCode> =>
  work.then(
    () => 'ok' as const,
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      onError(error)
      return 'system_exception' as const
    },
  )
