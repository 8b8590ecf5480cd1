import { z } from 'zod'
import { AccountFilter } from '../accounts/row.ts'
import { MuteTime } from '../alarm-rules/mutes.ts'
import { AlarmFilter, AlarmText } from '../alarms/alarm.ts'
import { AppUserFilter, MARK_WAYS, Marks, Reason } from '../app-users/app-users.ts'
import { MessageDraft } from '../app-users/messages.ts'
import { BindingSelection } from '../bindings/device-binder.ts'
import { TagChange } from '../devices/changes.ts'
import { DeviceFilter } from '../devices/devices.ts'
import { DistributorFilter } from '../distributors/distributors.ts'
import { endpoints } from '../endpoint.ts'
import { ERROR_CODES, type ErrorCode } from '../errors.ts'
import { IccidFilter } from '../iccids/card.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId } from '../row-id.ts'

const Time = z.iso.datetime()
const Ids = z.array(RowId).max(LIMITS.batch_objects_max)

/** What a batch is done to: named one by one, or whatever matches a filter but some. */
const whichOf = <Filter extends z.ZodType>(filter: Filter) =>
  z.discriminatedUnion('by', [
    z.object({ by: z.literal('ids'), ids: Ids.min(1) }),
    z.object({ by: z.literal('filter'), filter, except: Ids }),
  ])
const requestFor = <Action extends string, Filter extends z.ZodType, Input extends z.ZodObject>(
  action: Action,
  filter: Filter,
  input: Input,
) => z.object({ action: z.literal(action), which: whichOf(filter), input })

const Nothing = z.object({})
const WithReason = z.object({ reason: Reason })

/** Bulk actions, one entry each; the server's table maps an action to its call per object. */
export const BatchRequest = z.discriminatedUnion('action', [
  requestFor('account-disable', AccountFilter, Nothing),
  requestFor('account-enable', AccountFilter, Nothing),
  requestFor('account-role', AccountFilter, z.object({ role_id: RowId })),
  requestFor('agent-disable', DistributorFilter, Nothing),
  requestFor('agent-enable', DistributorFilter, Nothing),
  requestFor('agent-notify', DistributorFilter, MessageDraft),
  requestFor('app-user-disable', AppUserFilter, WithReason),
  requestFor('app-user-enable', AppUserFilter, WithReason),
  requestFor('app-user-mark', AppUserFilter, z.object({ marks: Marks.min(1), how: z.enum(MARK_WAYS) })),
  requestFor('app-user-message', AppUserFilter, MessageDraft),
  requestFor('iccid-renew', IccidFilter, z.object({ expiration_time: Time })),
  requestFor('iccid-expiry', IccidFilter, z.object({ expiration_time: Time })),
  requestFor('iccid-stop', IccidFilter, Nothing),
  requestFor('iccid-resume', IccidFilter, Nothing),
  requestFor('device-tag', DeviceFilter, TagChange),
  requestFor('device-group', DeviceFilter, z.object({ group_id: RowId, member: z.boolean() })),
  requestFor('device-delete', DeviceFilter, Nothing),
  requestFor('device-mute', DeviceFilter, MuteTime),
  requestFor('device-unbind', DeviceFilter, z.object({ reason: Reason, notify: z.enum(['yes', 'no']) })),
  requestFor('alarm-accept', AlarmFilter, Nothing),
  requestFor('alarm-assign', AlarmFilter, z.object({ assignee_uid: RowId })),
  requestFor('alarm-process', AlarmFilter, AlarmText),
  requestFor('alarm-close', AlarmFilter, AlarmText),
  requestFor('alarm-mute', AlarmFilter, MuteTime),
  requestFor('binding-unbind', BindingSelection, z.object({ reason: Reason, notify: z.enum(['yes', 'no']) })),
  requestFor('binding-transfer', BindingSelection, z.object({ to_app_user_id: RowId, reason: Reason })),
])
export type BatchRequest = z.output<typeof BatchRequest>
export type BatchAction = BatchRequest['action']
export type BatchRequestOf<Action extends BatchAction> = Extract<BatchRequest, { action: Action }>
// The literal of each option of the union above.
const BATCH_ACTIONS = BatchRequest.options.map(({ shape }) => shape.action.value) as [BatchAction, ...BatchAction[]]

/** `queued` waits for the account's batch before it. */
const BATCH_STATES = ['queued', 'running', 'done', 'cancelled'] as const
export type BatchState = (typeof BATCH_STATES)[number]

/** Which states a move may start from; the server's updates and the console's buttons both follow it. */
export const BATCH_MOVES = {
  cancel: ['queued', 'running'],
  retry: ['done', 'cancelled'],
} as const satisfies Record<string, readonly BatchState[]>

/** How far a batch is. */
export const BatchRecord = z.object({
  batch_id: RowId,
  action: z.enum(BATCH_ACTIONS),
  state: z.enum(BATCH_STATES),
  /** Objects, those it was done to, and those it was refused for. */
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  created_at: Time,
  started_at: Time.nullable(),
  finished_at: Time.nullable(),
})
export type BatchRecord = z.infer<typeof BatchRecord>

/** One object of a batch. */
export const BatchItem = z.object({
  position: z.number().int(),
  object_id: RowId,
  /** Empty for one outside the scope. */
  name: z.string(),
  /** `ok` or the code of the refusal; null = it was not its turn (yet). */
  result: z.enum(['ok', ...(ERROR_CODES as [ErrorCode, ...ErrorCode[]])]).nullable(), // the keys of ERRORS, never none
})
export type BatchItem = z.infer<typeof BatchItem>

const ONLY = ['ok', 'failed', 'open'] as const
/** Which objects of a batch a file holds. */
export const BatchItemFilter = z.object({ batch_id: RowId, only: z.enum(ONLY).optional() })
export const BATCH_EXPORT_COLUMNS = ['position', 'object_id', 'name', 'result'] as const

const ById = z.object({ id: z.coerce.number().pipe(RowId) })
const example: BatchRecord = {
  batch_id: 8,
  action: 'account-disable',
  state: 'done',
  total: 2,
  done: 1,
  failed: 1,
  created_at: '2026-11-21T09:15:00.000Z',
  started_at: '2026-11-21T09:15:00.100Z',
  finished_at: '2026-11-21T09:15:00.300Z',
}
const queued: BatchRecord = { ...example, state: 'queued', done: 0, failed: 0, started_at: null, finished_at: null }

/** Batch actions (product 3.0): one action on many objects in the background, each checked and audited on its own. */
export const batches = endpoints({
  batchCreate: {
    method: 'POST',
    path: '/batch/create',
    kind: 'change',
    of: 'batch',
    needs: 'signed-in',
    about: 'unscoped',
    body: BatchRequest,
    result: BatchRecord,
    fails: ['no_permission', 'batch_empty', 'batch_too_large', 'batch_queue_full'],
    says: 'Starts a batch in the background; it needs the right of its action, and reaches what the account reaches then.',
    example: queued,
  },
  batchList: {
    method: 'POST',
    path: '/batch/list',
    kind: 'read',
    of: 'batch',
    needs: 'signed-in',
    about: { list: 'batch' },
    query: Paging,
    result: pageOf(BatchRecord),
    fails: [],
    says: 'The own batches, the newest first.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  batchItems: {
    method: 'POST',
    path: '/batch/:id/items',
    kind: 'read',
    of: 'batch',
    needs: 'signed-in',
    about: 'batch',
    params: ById,
    query: Paging,
    body: z.object({ only: z.enum(ONLY).optional() }).default({}),
    result: pageOf(BatchItem).extend({ batch: BatchRecord }),
    fails: ['not_found'],
    says: 'How far an own batch is, and what became of each object.',
    example: {
      list: [{ position: 1, object_id: 7, name: 'hangzhou', result: 'ok' }],
      total: 1,
      pageNo: 1,
      size: 999,
      batch: example,
    },
  },
  batchCancel: {
    method: 'POST',
    path: '/batch/:id/cancel',
    kind: 'change',
    of: 'batch',
    needs: 'signed-in',
    about: 'batch',
    params: ById,
    result: BatchRecord,
    fails: ['not_found', 'batch_not_open'],
    says: 'Stops an own batch before its next object; what was done stays done.',
    example: { ...example, state: 'cancelled' },
  },
  batchRetry: {
    method: 'POST',
    path: '/batch/:id/retry',
    kind: 'change',
    of: 'batch',
    needs: 'signed-in',
    about: 'batch',
    params: ById,
    result: BatchRecord,
    fails: ['not_found', 'no_permission', 'batch_not_over', 'batch_empty', 'batch_queue_full'],
    says: 'Starts another batch with those objects of an own one that were refused, or not reached.',
    example: { ...queued, batch_id: 9, total: 1 },
  },
})
