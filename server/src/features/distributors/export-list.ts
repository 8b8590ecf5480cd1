import type { DistributorFilter } from '@heatfleet/contract/distributors/distributors.ts'
import type { AppContext } from '../../app-context.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import { regionName } from '../../platform/regions.ts'
import type { ExportRow, ExportSource } from '../exports/public.ts'
import { readVisibleService } from './served.ts'
import { countAgents, type FullAgent, listAgentsAfter, type VisibilityScope } from './store-list.ts'
import type { VisibleServiceOf } from './to-wire.ts'

const sightOf = (caller: Caller): VisibilityScope => ({ agent: caller.scopes.agent, device: caller.scope })

/** The list of distributors as a file: the same filter and columns, in the order of the numbers. */
export const agentListExport = ({
  database: { db },
  clock,
}: Pick<AppContext, 'database' | 'clock'>): ExportSource<'agent-list'> => ({
  needs: 'agent:export',
  count: (caller, { filter }) => countAgents(db, sightOf(caller), filter),
  list: async (caller, { filter }: { filter: DistributorFilter }, after, limit) => {
    const found = await listAgentsAfter(db, sightOf(caller), { filter, after: Number(after ?? 0), limit })
    const last = found.length < limit ? null : String(found.at(-1)?.agent_id ?? '')
    const service = await readVisibleService(
      { db, clock },
      caller,
      found.map(({ agent_id }) => agent_id),
    )
    return { rows: found.map((row) => ({ ...toExportRow(row, caller), ...shownOf(service(row.agent_id)) })), last }
  },
})

/** A share as whole percent, which is what a sheet is read by. */
const shownOf = ({ open_orders, satisfaction }: ReturnType<VisibleServiceOf>) => ({
  open_orders,
  satisfaction: satisfaction === null ? null : Math.round(satisfaction * 100),
})

const toExportRow = (row: FullAgent, caller: Caller): ExportRow<'agent-list'> => ({
  agent_id: row.agent_id,
  agent_name: row.agent_name,
  agent_level: String(row.agent_level),
  parent_name: row.above_name,
  region: row.region_code === null ? row.region_text : regionName(row.region_code),
  address: row.address,
  agency_area: row.agency_area.map(regionName).join(', '),
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
