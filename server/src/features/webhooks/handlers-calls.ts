import { Refusal } from '@heatfleet/contract/errors.ts'
import { WEBHOOK_LIMITS } from '@heatfleet/contract/webhooks/limits.ts'
import type { WebhookCall } from '@heatfleet/contract/webhooks/webhook-call.ts'
import type { webhookCalls } from '@heatfleet/contract/webhooks/webhooks.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { lockOf } from './handlers-webhooks.ts'
import { type CallRow, findCall, listAttempts, listCalls, requeueCall } from './store-calls.ts'
import { queueTurn } from './store-webhooks.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>
const { count_max } = WEBHOOK_LIMITS

/** The delivery log of webhooks. */
export const webhookCallHandlers = ({ database: { db }, clock }: Deps) => {
  const read = async (caller: Caller, id: string): Promise<CallRow> => {
    const row = await findCall(db, caller, id)
    if (row === undefined) throw new Refusal('webhook_call_not_found')
    return row
  }
  return {
    webhookCallList: async ({ query, body }, { caller }) => {
      const offset = (query.pageNo - 1) * query.size
      const limit = Math.max(0, Math.min(query.size, count_max - offset))
      const { rows, total: counted } = await listCalls(db, caller, body, { offset, limit })
      const total = Math.min(counted, count_max)
      return { list: rows.map(toCall), total, ...query, more: counted > total }
    },

    webhookCall: async ({ params: { id } }, { caller }) => {
      const row = await read(caller, id)
      const log = await listAttempts(db, id)
      return { ...toCall(row), body: row.body, log: log.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })) }
    },

    resendWebhookCall: async ({ params: { id } }, { caller, note }) => {
      note({ object: `webhook-call ${id}` })
      const before = await read(caller, id)
      if (lockOf(caller, before) === 'not_own') throw new Refusal('webhook_read_only')
      if (!(await requeueCall(db, id, new Date(clock.now())))) throw new Refusal('webhook_call_state')
      await queueTurn(db)
      note({ detail: { before: { state: before.state } } })
      return toCall(await read(caller, id))
    },
  } satisfies Pick<Handlers, keyof typeof webhookCalls>
}

const toCall = ({
  delivery_id,
  created_at,
  due_at,
  sent_at,
  body: _,
  agent_id: __,
  owner_path: ___,
  ...row
}: CallRow): WebhookCall => ({
  ...row,
  call_id: delivery_id,
  created_time: created_at.toISOString(),
  due_time: due_at?.toISOString() ?? null,
  sent_time: sent_at?.toISOString() ?? null,
})
