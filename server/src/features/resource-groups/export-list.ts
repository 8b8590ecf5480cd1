import type { ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import type { AppContext } from '../../app-context.ts'
import { regionName } from '../../platform/regions.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { type GroupListRow, listGroups } from './store.ts'

/** The list of resource groups as a file: visible groups with their visible members. */
export const groupListExport = ({ database: { db } }: Pick<AppContext, 'database'>): ExportSource<'group-list'> =>
  listSource({
    needs: 'resgroup:view',
    list: (caller, { filter }, part) => listGroups(db, caller, { ...filter, only: null }, part),
    keyOf: ({ group_id }) => group_id,
    toRows: (rows, _caller, { language }) => rows.map((row) => toExportRow(row, language)),
  })

const toExportRow = (
  group: GroupListRow,
  language: ExportRequestOf<'group-list'>['language'],
): ExportRow<'group-list'> => ({
  // The whole-fleet group has a name in each language.
  group_name: group.everything ? 'everything' : group.group_name,
  description: group.everything ? '' : group.description,
  agents: group.agents.map(({ agent_name }) => agent_name),
  regions: group.region_codes.map((code) => regionName(code, language)).join(', '),
  products: group.product_keys,
  listed_devices: group.device_ids.length,
  accounts: group.account_count,
  creator: group.creator ?? '',
  created_at: group.created_at,
  updated_at: group.updated_at,
})
