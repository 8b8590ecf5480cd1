import type { DeviceGroup, deviceGroups } from '@heatfleet/contract/device-groups/device-groups.ts'
import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { isViolation } from '../../platform/violations.ts'
import { countByTab, groupMembers } from '../devices/public.ts'
import { refuseReferenced } from '../references/public.ts'
import { isOwnedWithin } from '../roles/public.ts'
import {
  addMember,
  deleteGroup,
  findGroup,
  type GroupRow,
  insertGroup,
  listDevices,
  listGroups,
  listNames,
  removeMember,
  updateGroup,
} from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

const lockOf = (caller: Caller, owner: { agent_id: number | null; owner_path: string | null }): DeviceGroup['lock'] => {
  if (!isOwnedWithin(caller, { agent_id: owner.agent_id, agent_path: owner.owner_path })) return 'not_own'
  return caller.permissions.has('device:tag') ? null : 'no_right'
}

/** Groups of devices: static lists, and filters under a name. */
export const deviceGroupHandlers = ({ database, database: { db }, clock }: Deps) => {
  const now = () => new Date(clock.now())
  const toGroup = async (caller: Caller, { agent_path, owner_path, ...row }: GroupRow): Promise<DeviceGroup> => {
    const query = {
      uid: caller.uid,
      filter: DeviceFilter.parse({ group_id: row.group_id }),
      now: now(),
      group: groupMembers({ ...row, agent_path }),
    }
    const { all } = await countByTab(database, caller.scope, query)
    return {
      ...row,
      creator: row.creator ?? '',
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      member_count: all,
      lock: lockOf(caller, { agent_id: row.agent_id, owner_path }),
    }
  }
  const readGroup = async (caller: Caller, group_id: number): Promise<GroupRow> => {
    const row = await findGroup(db, caller, group_id)
    if (row === undefined) throw new Refusal('device_group_not_found')
    return row
  }
  const readOwnGroup = async (caller: Caller, group_id: number): Promise<GroupRow> => {
    const row = await readGroup(caller, group_id)
    if (lockOf(caller, row) !== null) throw new Refusal('device_group_read_only')
    return row
  }

  return {
    deviceGroupList: async ({ query, body }, { caller }) => {
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listGroups(db, caller, body, part)
      const list: DeviceGroup[] = []
      // One after the other: each count may read a whole fleet.
      for (const row of rows) list.push(await toGroup(caller, row))
      return { list, total, ...query }
    },

    deviceGroupNames: async (_, { caller }) =>
      (await listNames(db, caller)).map(({ group_id, group_name, dynamic, ...owner }) => ({
        group_id,
        group_name,
        dynamic,
        lock: lockOf(caller, owner),
      })),

    createDeviceGroup: async ({ body: { macs, ...values } }, { caller, note }) => {
      const found = await listDevices(db, caller.scope, macs)
      const known = new Set(found.map(({ mac }) => mac))
      const unknown = macs.filter((mac) => !known.has(mac))
      if (unknown.length > 0)
        throw new Refusal('device_not_found', { field: 'macs', details: { macs: unknown.join(', ') } })
      const device_ids = values.filter === null ? found.map(({ device_id }) => device_id) : []
      const limits = { at: now(), max: LIMITS.device_groups_max }
      const group_id = await insertGroup(db, caller, { ...values, device_ids }, limits).catch(refuseTakenName)
      if (group_id === null) throw new Refusal('device_groups_full', { details: { max: limits.max } })
      note({ object: `device-group ${group_id}`, detail: { after: { ...values, macs } } })
      return toGroup(caller, await readGroup(caller, group_id))
    },

    editDeviceGroup: async ({ params: { id }, body: { updated_at, ...values } }, { caller, note }) => {
      note({ object: `device-group ${id}` })
      const before = await readOwnGroup(caller, id)
      if ((before.filter === null) !== (values.filter === null)) throw new Refusal('device_group_kind')
      const moment = { group_id: id, read_at: new Date(updated_at), at: now() }
      if (!(await updateGroup(db, moment, values).catch(refuseTakenName))) throw new Refusal('stale_edit')
      note({ detail: changedFields(before, values) })
      return toGroup(caller, await readGroup(caller, id))
    },

    deleteDeviceGroup: async ({ params: { id }, query: { updated_at } }, { caller, note }) => {
      note({ object: `device-group ${id}` })
      const { group_name, description, filter } = await readOwnGroup(caller, id)
      const moment = { group_id: id, read_at: new Date(updated_at) }
      await db.transaction().execute(async (trx) => {
        await refuseReferenced(trx, caller, { of: 'device_group', id }, now())
        if (!(await deleteGroup(trx, moment))) throw new Refusal('stale_edit')
      })
      note({ detail: { before: { group_name, description, filter } } })
      return null
    },

    deviceGroupMember: async ({ query: { mac }, body: { group_id, member } }, { caller, note }) => {
      note({ object: `device ${mac}`, detail: { group_id, member } })
      const [device] = await listDevices(db, caller.scope, [mac])
      if (device === undefined) throw new Refusal('device_not_found')
      const group = await readOwnGroup(caller, group_id)
      if (group.filter !== null) throw new Refusal('device_group_kind')
      const max = LIMITS.device_group_members_max
      if (!member) await removeMember(db, group_id, device.device_id)
      else if (!(await addMember(db, group_id, device.device_id, max)))
        throw new Refusal('device_group_full', { details: { max } })
      return { mac, member }
    },
  } satisfies Pick<Handlers, keyof typeof deviceGroups>
}

const refuseTakenName = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('device_group_name_taken', { field: 'group_name' })
  throw error
}
