import { CHINA } from '@heatfleet/contract/countries.ts'
import type { EditedDistributor, NewDistributor } from '@heatfleet/contract/distributors/distributors.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Kysely } from 'kysely'
import { isRegionCode } from '../../platform/regions.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Flaw } from './rules.ts'
import { type AgentData, type AgentRow, areDisabled, findAgent, isNameTaken, listUnknownProducts } from './store.ts'

/** Throws the refusal of a broken rule. */
export const refuse = (flaw: (Flaw & { details?: Record<string, number> }) | null): void => {
  if (flaw === null) return
  const { code, ...where } = flaw
  throw new Refusal(code, where)
}

/** A distributor of the scope; others are reported as missing. */
export const readAgent = async (
  db: Kysely<Tables>,
  scope: Scope,
  agent_id: number,
  field?: string,
): Promise<AgentRow> => {
  const agent = await findAgent(db, scope, agent_id)
  if (agent === null) throw new Refusal('distributor_not_found', field === undefined ? {} : { field })
  return agent
}

/** The distributor above, null at the top. */
export const readParent = (db: Kysely<Tables>, scope: Scope, parent_id: number | null): Promise<AgentRow | null> =>
  parent_id === null ? Promise.resolve(null) : readAgent(db, scope, parent_id, 'parent_id')

/** The stored values of a draft; refuses unknown regions and products and a taken name. `before` = the edited one. */
export const validateDraft = async (
  trx: Kysely<Tables>,
  draft: NewDistributor | EditedDistributor,
  before: AgentRow | null,
): Promise<AgentData> => {
  const data = {
    agent_name: draft.agent_name,
    country: draft.country,
    region_code: draft.region_code,
    region_text: draft.country === CHINA ? '' : draft.region_text,
    address: draft.address,
    agency_area: [...new Set(draft.agency_area)].sort(),
    business_scope: draft.business_scope,
    product_keys: [...new Set(draft.product_keys)].sort(),
    phone: draft.phone === undefined ? (before?.phone ?? null) : draft.phone,
    email: draft.email === undefined ? (before?.email ?? null) : draft.email,
    remark: draft.remark,
    account_quota: draft.account_quota,
    device_quota: draft.device_quota,
  }
  if (data.phone === null && data.email === null) throw new Refusal('contact_required', { field: 'phone' })
  if (data.country === CHINA && data.region_code !== null && !isRegionCode(data.region_code))
    throw new Refusal('region_unknown', { field: 'region_code' })
  if (!data.agency_area.every(isRegionCode)) throw new Refusal('region_unknown', { field: 'agency_area' })
  if ((await listUnknownProducts(trx, data.product_keys)).length > 0)
    throw new Refusal('product_unknown', { field: 'product_keys' })
  const added = data.product_keys.filter((key) => !before?.product_keys.includes(key))
  if (await areDisabled(trx, added)) throw new Refusal('product_disabled', { field: 'product_keys' })
  if (data.agent_name !== before?.agent_name && (await isNameTaken(trx, data.agent_name, before?.agent_id ?? null)))
    throw new Refusal('distributor_name_exists', { field: 'agent_name' })
  return data
}

/** The fields of a stored distributor that a draft contains. */
export const dataOf = (row: AgentRow): AgentData => ({
  agent_name: row.agent_name,
  country: row.country,
  region_code: row.region_code,
  region_text: row.region_text,
  address: row.address,
  agency_area: row.agency_area,
  business_scope: row.business_scope,
  product_keys: row.product_keys,
  phone: row.phone,
  email: row.email,
  remark: row.remark,
  account_quota: row.account_quota,
  device_quota: row.device_quota,
})
