import type { BatchRecord, BatchRequest, batches } from '@heatfleet/contract/batches/batches.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { CallOf, Handlers } from '../../handler.ts'
import { permissionOf } from './bulk-actions.ts'
import { type BatchObject, type BatchSources, findObjects } from './objects.ts'
import { type BatchRow, cancelBatch, findBatch, insertBatch, listBatches, listItems, listUndone } from './store.ts'
import { readStored } from './stored-batch.ts'
import { toItem, toRecord } from './to-wire.ts'

type Deps = Pick<AppContext, 'database' | 'clock'> & { sources: BatchSources }
type From = Pick<CallOf<(typeof batches)['batchCreate']>, 'caller' | 'address' | 'user_agent' | 'request_id'>

/** Batches of the own account: create, read, cancel, retry failed items. An API token sees only its own. */
export const batchHandlers = ({ database: { db }, clock, sources }: Deps) => {
  const now = () => new Date(clock.now())

  const readOwn = async (caller: Caller, batch_id: number): Promise<BatchRow> => {
    const row = await findBatch(db, caller, batch_id)
    if (row === undefined) throw new Refusal('not_found')
    return row
  }
  const start = async (
    { caller, ...from }: From,
    request: BatchRequest,
    objects: BatchObject[],
  ): Promise<BatchRecord> => {
    const { uid, user_name, api_token_id } = caller
    const { address, user_agent, request_id } = from
    const input = { ask: request, permissions: [...caller.permissions], user_name, address, user_agent, request_id }
    const open_max = LIMITS.batch_open_max
    const row = await insertBatch(db, { uid, api_token_id, input, objects, created_at: now() }, open_max)
    if (row === null) throw new Refusal('batch_queue_full', { details: { max: open_max } })
    return toRecord(row)
  }
  const assertMay = (caller: Caller, { action }: BatchRequest): void => {
    const right = permissionOf(action)
    if (![...caller.permissions].some((held) => held === right)) throw new Refusal('no_permission')
  }

  return {
    batchCreate: async ({ body: request }, call) => {
      call.note({
        object: 'batch',
        detail: { action: request.action, which: request.which, input: auditInputOf(request) },
      })
      assertMay(call.caller, request)
      const record = await start(call, request, await findObjects(sources, call.caller, request))
      call.note({ object: `batch ${record.batch_id}` })
      return record
    },

    batchList: async ({ query: { pageNo, size } }, { caller }) => {
      const { list, total } = await listBatches(db, caller, { offset: (pageNo - 1) * size, limit: size })
      return { list: list.map(toRecord), total, pageNo, size }
    },

    batchItems: async ({ params, query: { pageNo, size }, body: { only } }, { caller }) => {
      const batch = await readOwn(caller, params.id)
      const part = { offset: (pageNo - 1) * size, limit: size }
      const { rows, total } = await listItems(db, caller, { batch_id: params.id, only }, part)
      return { list: rows.map(toItem), total, pageNo, size, batch: toRecord(batch) }
    },

    batchCancel: async ({ params }, { caller, note }) => {
      const before = await readOwn(caller, params.id)
      const row = await cancelBatch(db, caller, params.id, now())
      if (row === undefined) throw new Refusal('batch_not_open')
      note({ object: `batch ${params.id}`, detail: { before: { state: before.state }, after: { state: row.state } } })
      return toRecord(row)
    },

    batchRetry: async ({ params }, call) => {
      const before = await readOwn(call.caller, params.id)
      call.note({ object: `batch ${params.id}` })
      if (before.finished_at === null) throw new Refusal('batch_not_over')
      const { ask: request } = readStored(before.input)
      assertMay(call.caller, request)
      const objects = await listUndone(db, params.id)
      if (objects.length === 0) throw new Refusal('batch_empty')
      const record = await start(call, request, objects)
      call.note({ detail: { again_as: record.batch_id } })
      return record
    },
  } satisfies Pick<Handlers, keyof typeof batches>
}

/** What the audit log keeps of an input: not the text to people, whose data the line outlives. */
const auditInputOf = ({ input }: BatchRequest) =>
  'title' in input ? { title: input.title } : 'text' in input ? {} : input
