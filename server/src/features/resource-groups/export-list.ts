import type { AppContext } from '../../app-context.ts'
import { regionName } from '../../platform/regions.ts'
import type { ExportRow, ExportSource } from '../exports/public.ts'
import { type GroupListRow, listGroups, listGroupsAfter } from './store.ts'

/** The list of resource groups as a file: those the caller sees, and of their members those he knows. */
export const groupListExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'group-list'> => ({
  needs: 'resgroup:view',
  count: async (caller, { filter }) =>
    (await listGroups(db, caller, { ...filter, only: null }, { pageNo: 1, size: 1 })).total,
  list: async (caller, { filter }, after, limit) => {
    const found = await listGroupsAfter(db, caller, { ...filter, only: null, after: Number(after ?? 0), limit })
    return { rows: found.map(toExportRow), last: found.length < limit ? null : String(found.at(-1)?.group_id ?? '') }
  },
})

const toExportRow = (group: GroupListRow): ExportRow<'group-list'> => ({
  // That of everybody has a name in each language.
  group_name: group.everything ? 'everything' : group.group_name,
  description: group.everything ? '' : group.description,
  agents: group.agents.map(({ agent_name }) => agent_name),
  regions: group.region_codes.map(regionName).join(', '),
  products: group.product_keys,
  listed_devices: group.device_ids.length,
  accounts: group.account_count,
  creator: group.creator ?? '',
  created_at: group.created_at,
  updated_at: group.updated_at,
})
