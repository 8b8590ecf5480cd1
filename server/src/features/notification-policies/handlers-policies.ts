import { Refusal } from '@heatfleet/contract/errors.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import type { notificationPolicies } from '@heatfleet/contract/notification-policies/notification-policies.ts'
import type { Policy, PolicyDraft } from '@heatfleet/contract/notification-policies/policy.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { isViolation } from '../../platform/violations.ts'
import { listGroupNames } from '../resource-groups/public.ts'
import { lockOf } from './handlers-channels.ts'
import { listUsableChannels } from './store-channels.ts'
import {
  countProducts,
  deletePolicy,
  findPolicy,
  insertPolicy,
  listPolicies,
  listUsableRoles,
  type PolicyRow,
  setPolicyEnabled,
  updatePolicy,
} from './store-policies.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/** Notification policies. */
export const policyHandlers = ({ database: { db }, clock }: Deps) => {
  const now = () => new Date(clock.now())
  const read = async (caller: Caller, policy_id: number): Promise<PolicyRow> => {
    const row = await findPolicy(db, caller, policy_id)
    if (row === undefined) throw new Refusal('policy_not_found')
    return row
  }
  const readOwn = async (caller: Caller, policy_id: number): Promise<PolicyRow> => {
    const row = await read(caller, policy_id)
    if (lockOf(caller, row) === 'not_own') throw new Refusal('policy_read_only')
    return row
  }
  const show = async (caller: Caller, policy_id: number) => toPolicy(caller, await read(caller, policy_id))
  /** Refuses products that are not known and a group that the caller does not see, unless the policy names them already. */
  const checkPlace = async (caller: Caller, draft: PolicyDraft, before?: PolicyRow): Promise<void> => {
    const added = draft.product_keys.filter((key) => before?.product_keys.includes(key) !== true)
    if ((await countProducts(db, added)) < added.length) throw new Refusal('product_unknown', { field: 'product_keys' })
    const { resource_group_id: id } = draft
    if (
      id !== null &&
      id !== before?.resource_group_id &&
      (await listGroupNames(db, caller, { id, limit: 1 })).length === 0
    )
      throw new Refusal('resource_group_not_found', { field: 'resource_group_id' })
  }
  /** Refuses what the policy may not name, and a policy that would reach nobody. */
  const check = async (
    caller: Caller,
    owner: Pick<Caller, 'agent_id' | 'agent_path'>,
    draft: PolicyDraft,
    before?: PolicyRow,
  ): Promise<void> => {
    await checkPlace(caller, draft, before)
    const [channels, roles] = await Promise.all([listUsableChannels(db, owner), listUsableRoles(db, owner)])
    const kinds = new Map(channels.map(({ channel_id, kind }) => [channel_id, kind]))
    if (draft.channel_ids.some((id) => !kinds.has(id))) throw new Refusal('channel_not_found', { field: 'channel_ids' })
    const role_ids = new Set(roles.map(({ role_id }) => role_id))
    if (draft.role_ids.some((id) => !role_ids.has(id))) throw new Refusal('role_not_found', { field: 'role_ids' })
    const has_people = draft.role_ids.length > 0 || draft.to_distributor || draft.to_app_users
    const has_targets = draft.channel_ids.some((id) => !['email', 'sms', 'push'].includes(kinds.get(id) ?? ''))
    if (!has_people && !has_targets) throw new Refusal('policy_recipient_required', { field: 'role_ids' })
    if (!draft.in_app && draft.channel_ids.length === 0)
      throw new Refusal('policy_way_required', { field: 'channel_ids' })
  }

  return {
    policyList: async ({ query, body }, { caller }) => {
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listPolicies(db, caller, body, part)
      return { list: rows.map((row) => toPolicy(caller, row)), total, ...query }
    },

    policyChoices: async (_, { caller }) => {
      const [roles, channels, groups] = await Promise.all([
        listUsableRoles(db, caller, isNarrowed(caller)),
        listUsableChannels(db, caller),
        listGroupNames(db, caller, { limit: NOTIFICATION_LIMITS.groups_offered_max }),
      ])
      return { roles, channels: channels.filter(({ enabled }) => enabled), groups }
    },

    createPolicy: async ({ body }, { caller, note }) => {
      await check(caller, caller, body)
      const limits = { at: now(), max: NOTIFICATION_LIMITS.policies_max }
      const { uid, agent_id } = caller
      const policy_id = await insertPolicy(db, { uid, agent_id, narrowed_uid: narrowedOf(caller) }, body, limits).catch(
        refuseTakenName,
      )
      if (policy_id === null) throw new Refusal('policies_full', { details: { max: limits.max } })
      note({ object: `notification-policy ${policy_id}`, detail: { after: body } })
      return show(caller, policy_id)
    },

    editPolicy: async ({ params: { id }, body: { updated_at, ...draft } }, { caller, note }) => {
      note({ object: `notification-policy ${id}` })
      const before = await readOwn(caller, id)
      await check(caller, { agent_id: before.agent_id, agent_path: before.owner_path ?? '/' }, draft, before)
      const moment = { policy_id: id, read_at: new Date(updated_at), at: now(), narrowed_uid: narrowedOf(caller) }
      if (!(await updatePolicy(db, moment, draft).catch(refuseTakenName))) throw new Refusal('stale_edit')
      note({ detail: changedFields(draftOf(before), draft) })
      return show(caller, id)
    },

    enablePolicy: async ({ params: { id }, body: { enabled } }, { caller, note }) => {
      note({ object: `notification-policy ${id}` })
      const before = await readOwn(caller, id)
      await setPolicyEnabled(db, id, enabled, now())
      note({ detail: changedFields({ enabled: before.enabled }, { enabled }) })
      return show(caller, id)
    },

    deletePolicy: async ({ params: { id }, query: { updated_at } }, { caller, note }) => {
      note({ object: `notification-policy ${id}` })
      const before = await readOwn(caller, id)
      if (!(await deletePolicy(db, { policy_id: id, read_at: new Date(updated_at) }))) throw new Refusal('stale_edit')
      note({ detail: { before: draftOf(before) } })
      return null
    },
  } satisfies Pick<Handlers, keyof typeof notificationPolicies>
}

/** A group or own records narrow what the account sees, and so what its policies reach. */
const narrowedOf = (caller: Caller): number | null => (isNarrowed(caller) ? caller.uid : null)
export const isNarrowed = (caller: Pick<Caller, 'scope'>): boolean =>
  caller.scope.group !== null || caller.scope.own_records !== null || caller.scope.own_agent

const refuseTakenName = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('policy_name_taken', { field: 'policy_name' })
  throw error
}

const channelIds = ({ channels }: PolicyRow): number[] => channels.map(({ channel_id }) => channel_id)

const draftOf = (row: PolicyRow): PolicyDraft => ({
  policy_name: row.policy_name,
  events: row.events,
  alarm_types: row.alarm_types,
  product_keys: row.product_keys,
  resource_group_id: row.resource_group_id,
  least: row.least,
  role_ids: row.role_ids,
  to_distributor: row.to_distributor,
  to_app_users: row.to_app_users,
  in_app: row.in_app,
  channel_ids: channelIds(row),
  quiet_hours: row.quiet_hours,
  time_zone: row.time_zone,
  digest_minutes: row.digest_minutes,
  escalation: row.escalation,
})

const toPolicy = (caller: Caller, { owner_path, creator, updated_at, ...row }: PolicyRow): Policy => ({
  ...row,
  channel_ids: row.channels.map(({ channel_id }) => channel_id),
  creator: creator ?? '',
  updated_at: updated_at.toISOString(),
  lock: lockOf(caller, { agent_id: row.agent_id, owner_path }),
})
