import type { ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import { regionName } from '../../platform/regions.ts'
import { type ExportRow, type ExportSource, listSource } from '../exports/public.ts'
import { readVisibleService } from './served.ts'
import { type FullAgent, listAgents, type VisibilityScope } from './store-list.ts'
import type { VisibleServiceOf } from './to-wire.ts'

const visibilityOf = (caller: Caller): VisibilityScope => ({ agent: caller.scopes.agent, device: caller.scope })

/** The list of distributors as a file: the same filter and columns, in the order of the numbers. */
export const agentListExport = ({
  database,
  clock,
}: Pick<AppContext, 'database' | 'clock'>): ExportSource<'agent-list'> =>
  listSource({
    needs: 'agent:export',
    list: (caller, { filter }, part) => listAgents(database, visibilityOf(caller), filter, part),
    keyOf: ({ agent_id }) => agent_id,
    toRows: async (rows, caller, { language }) => {
      const ids = rows.map(({ agent_id }) => agent_id)
      const service = await readVisibleService({ db: database.db, clock }, caller, ids)
      return rows.map((row) => ({ ...toExportRow(row, caller, language), ...shownOf(service(row.agent_id)) }))
    },
  })

/** A share as whole percent, which is what a sheet is read by. */
const shownOf = ({ open_orders, satisfaction }: ReturnType<VisibleServiceOf>) => ({
  open_orders,
  satisfaction: satisfaction === null ? null : Math.round(satisfaction * 100),
})

const toExportRow = (
  row: FullAgent,
  caller: Caller,
  language: ExportRequestOf<'agent-list'>['language'],
): ExportRow<'agent-list'> => ({
  agent_id: row.agent_id,
  agent_name: row.agent_name,
  agent_level: String(row.agent_level),
  parent_name: row.above_name,
  region: row.region_code === null ? row.region_text : regionName(row.region_code, language),
  address: row.address,
  agency_area: row.agency_area.map((code) => regionName(code, language)).join(', '),
  business_scope: row.business_scope,
  product_keys: row.product_keys.join(', '),
  phone: maskPersonal(caller, row.phone),
  email: maskPersonal(caller, row.email),
  device_count: row.device_count,
  online_count: row.online_count,
  active_count: row.active_count,
  stock_count: row.stock_count,
  shipped_count: row.shipped_count,
  alarm_count: row.alarm_count,
  sub_count: row.sub_count,
  account_count: row.account_count,
  remark: row.remark,
  disabled: row.disabled ? 'yes' : 'no',
  created_time: row.created_at,
})
