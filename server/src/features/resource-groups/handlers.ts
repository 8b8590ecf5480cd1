import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type {
  GroupMembers,
  ResourceGroup,
  ResourceGroupDraft,
} from '@heatfleet/contract/resource-groups/resource-groups.ts'
import type { RoleAccounts } from '@heatfleet/contract/roles/roles.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Changes } from '../../changes.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { type GroupRow, groupScopeOf } from '../../platform/group-scope.ts'
import { isRegionCode } from '../../platform/regions.ts'
import { isViolation } from '../../platform/violations.ts'
import { changeForHolders } from '../accounts/public.ts'
import { refuseReferenced } from '../references/public.ts'
import { listAccountsWith, namesOf } from '../roles/public.ts'
import { isWithinOwn, lockOf } from './rules.ts'
import {
  deleteGroup,
  findGroup,
  type GroupListRow,
  type GroupValues,
  insertGroup,
  listDeviceMacs,
  listGroupMembers,
  listGroups,
  updateGroup,
} from './store.ts'
import { listExistingProducts, listVisibleAgents, listVisibleDevices, previewGroup } from './store-members.ts'

type Deps = Pick<AppContext, 'database' | 'clock'> & { changes: Changes }

/** Resource groups: which part of the fleet an account sees. */
export const resourceGroupHandlers = ({ database: { db }, clock, changes }: Deps) => {
  const readGroup = async (caller: Caller, group_id: number): Promise<GroupListRow> => {
    const row = await findGroup(db, caller, group_id)
    if (row === undefined) throw new Refusal('resource_group_not_found')
    return row
  }
  /** A group the caller may change or remove. */
  const readOwnGroup = async (caller: Caller, group_id: number): Promise<GroupListRow> => {
    const row = await readGroup(caller, group_id)
    const lock = lockOf(caller, row)
    if (lock === 'beyond_own') throw new Refusal('grants_more_than_own')
    if (lock === 'built_in' || lock === 'not_own') throw new Refusal('resource_group_read_only')
    return row
  }
  const accountsOf = (caller: Caller, resource_group_id: number, limit: number): Promise<RoleAccounts> => {
    const active_since = new Date(clock.now() - LIMITS.session_idle_ms)
    return listAccountsWith(db, caller, { resource_group_id }, { active_since, limit })
  }
  /** The members that are visible to the caller. */
  const findMembers = async (caller: Caller, members: GroupMembers) => {
    const [agents, devices, product_keys] = await Promise.all([
      listVisibleAgents(db, caller, members.agent_ids),
      listVisibleDevices(db, caller, members.macs),
      listExistingProducts(db, members.product_keys),
    ])
    const region_codes = members.region_codes.filter(isRegionCode)
    const visible: GroupRow = {
      group_id: 0,
      agent_paths: agents.map(({ agent_path }) => agent_path),
      region_codes,
      product_keys,
      device_ids: devices.map(({ device_id }) => device_id),
    }
    const found = new Set(devices.map(({ mac }) => mac))
    const unknown_macs = members.macs.filter((mac) => !found.has(mac))
    return { visible, unknown_macs, agent_ids: agents.map(({ agent_id }) => agent_id) }
  }
  /** The stored values of a draft; refused where it names members outside the caller's scope or own group. */
  const validateDraft = async (caller: Caller, draft: ResourceGroupDraft): Promise<GroupValues> => {
    const { visible, unknown_macs, agent_ids } = await findMembers(caller, draft)
    if (agent_ids.length < new Set(draft.agent_ids).size)
      throw new Refusal('distributor_not_found', { field: 'agent_ids' })
    if (visible.region_codes.length < draft.region_codes.length)
      throw new Refusal('region_unknown', { field: 'region_codes' })
    if (visible.product_keys.length < new Set(draft.product_keys).size)
      throw new Refusal('product_unknown', { field: 'product_keys' })
    if (unknown_macs.length > 0)
      throw new Refusal('device_not_found', { field: 'macs', details: { macs: unknown_macs.join(', ') } })
    if (!isWithinOwn(caller, { ...visible, everything: false })) throw new Refusal('grants_more_than_own')
    return {
      group_name: draft.group_name,
      description: draft.description,
      agent_ids,
      region_codes: [...new Set(visible.region_codes)],
      product_keys: [...visible.product_keys],
      device_ids: [...visible.device_ids],
    }
  }

  return {
    resourceGroupList: async ({ query, body }, { caller }) => {
      const only =
        body.grantable === true && caller.scope.group !== null
          ? (await listGroupMembers(db, caller))
              .filter((group) => isWithinOwn(caller, group))
              .map((group) => group.group_id)
          : null
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listGroups(db, caller, { ...body, only }, part)
      return { list: rows.map((row) => toGroup(caller, row)), total, ...query }
    },

    resourceGroupInfo: async ({ params: { id } }, { caller }) => {
      const row = await readGroup(caller, id)
      return { ...toGroup(caller, row), macs: await listDeviceMacs(db, caller, row.device_ids) }
    },

    resourceGroupAccounts: async ({ params: { id } }, { caller }) => {
      await readGroup(caller, id)
      return accountsOf(caller, id, LIMITS.affected_accounts_max)
    },

    resourceGroupPreview: async ({ body }, { caller }) => {
      const { visible, unknown_macs } = await findMembers(caller, body)
      return { ...(await previewGroup(db, caller, groupScopeOf(visible), LIMITS.group_sample_max)), unknown_macs }
    },

    createResourceGroup: async ({ body }, { caller, note }) => {
      const values = await validateDraft(caller, body)
      const group_id = await insertGroup(db, caller, values, new Date(clock.now())).catch(refuseTakenName)
      note({ object: `resource-group ${group_id}`, detail: { after: values } })
      return toGroup(caller, await readGroup(caller, group_id))
    },

    editResourceGroup: async ({ params: { id }, body: { updated_at, ...body } }, { caller, note }) => {
      note({ object: `resource-group ${id}` })
      const before = await readOwnGroup(caller, id)
      const values = await validateDraft(caller, body)
      const read_at = updated_at === undefined ? before.updated_at : new Date(updated_at)
      const moment = { group_id: id, read_at, at: new Date(clock.now()) }
      const is_stored = await changeForHolders(db, caller, { resource_group_id: id }, (trx) =>
        updateGroup(trx, moment, values).catch(refuseTakenName),
      )
      if (!is_stored) throw new Refusal('stale_edit')
      note({ detail: changedFields(before, values) })
      changes.accessChanged.publish({ because: `resource-group ${id}` })
      return toGroup(caller, await readGroup(caller, id))
    },

    deleteResourceGroup: async ({ params: { id }, query: { reason } }, { caller, note }) => {
      note({ object: `resource-group ${id}` })
      const before = await readOwnGroup(caller, id)
      const refuseUsed = async () => {
        const used = await accountsOf(caller, id, LIMITS.refusal_names_max)
        if (used.total + used.others > 0) throw new Refusal('resource_group_is_used', { details: namesOf(used) })
      }
      await refuseUsed()
      const remove = db.transaction().execute(async (trx) => {
        await refuseReferenced(trx, caller, { of: 'resource_group', id }, new Date(clock.now()))
        await deleteGroup(trx, id)
      })
      await remove.catch(async (error: unknown) => {
        // Granted to an account in the meantime.
        if (isViolation(error, 'reference')) await refuseUsed()
        throw error
      })
      note({ detail: { before: { group_name: before.group_name }, reason: reason ?? '' } })
      return null
    },
  } satisfies Pick<
    Handlers,
    | 'resourceGroupList'
    | 'resourceGroupInfo'
    | 'resourceGroupAccounts'
    | 'resourceGroupPreview'
    | 'createResourceGroup'
    | 'editResourceGroup'
    | 'deleteResourceGroup'
  >
}

const toGroup = (caller: Caller, row: GroupListRow): ResourceGroup => ({
  group_id: row.group_id,
  group_name: row.group_name,
  description: row.description,
  everything: row.everything,
  built_in: row.built_in,
  agents: row.agents,
  region_codes: row.region_codes,
  product_keys: row.product_keys,
  listed_devices: row.device_ids.length,
  agent_id: row.agent_id,
  agent_name: row.agent_name,
  creator: row.creator ?? '',
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  account_count: row.account_count,
  lock: lockOf(caller, row),
  grantable: isWithinOwn(caller, row),
})

const refuseTakenName = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('resource_group_name_taken', { field: 'group_name' })
  throw error
}
