import { AgentLevel, type Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import { type Caller, maskPersonal } from '../../caller.ts'
import type { readVisibleService } from './served.ts'
import type { FullAgent } from './store-list.ts'

/** Open orders and satisfaction by distributor. */
export type VisibleServiceOf = Awaited<ReturnType<typeof readVisibleService>>

/** A distributor in its wire form: ancestors above the caller's scope are left out, personal data are masked. */
export const toDistributor = (row: FullAgent, caller: Caller, service: VisibleServiceOf): Distributor => ({
  agent_id: row.agent_id,
  agent_name: row.agent_name,
  agent_level: AgentLevel.parse(row.agent_level),
  parent_id: row.above_id,
  parent_name: row.above_name,
  country: row.country,
  region_code: row.region_code,
  region_text: row.region_text,
  address: row.address,
  agency_area: row.agency_area,
  business_scope: row.business_scope,
  product_keys: row.product_keys,
  phone: maskPersonal(caller, row.phone),
  email: maskPersonal(caller, row.email),
  remark: row.remark,
  account_quota: row.account_quota,
  device_quota: row.device_quota,
  disabled: row.disabled,
  device_count: row.device_count,
  online_count: row.online_count,
  active_count: row.active_count,
  stock_count: row.stock_count,
  shipped_count: row.shipped_count,
  alarm_count: row.alarm_count,
  sub_count: row.sub_count,
  account_count: row.account_count,
  ...service(row.agent_id),
  created_time: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
