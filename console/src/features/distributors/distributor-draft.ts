import type { AgentLevel, DistributorDetail } from '@heatfleet/contract/distributors/distributors.ts'

/** What the form shows. */
export type Draft = {
  agent_name: string
  agent_level: AgentLevel
  parent_id: number | null
  country: string
  region_code: string | null
  region_text: string
  address: string
  agency_area: string[]
  business_scope: string
  product_keys: string[]
  phone: string
  email: string
  remark: string
  account_quota: number | null
  device_quota: number | null
  user_name: string
  password: string
}

export const emptyDraft = (agent_level: AgentLevel, parent_id: number | null): Draft => ({
  agent_name: '',
  agent_level,
  parent_id,
  country: 'CN',
  region_code: null,
  region_text: '',
  address: '',
  agency_area: [],
  business_scope: '',
  product_keys: [],
  phone: '',
  email: '',
  remark: '',
  account_quota: null,
  device_quota: null,
  user_name: '',
  password: '',
})

/** What the form of an existing one starts with; phone and e-mail may be masked. */
export const draftOf = (distributor: DistributorDetail): Draft => ({
  agent_name: distributor.agent_name,
  agent_level: distributor.agent_level,
  parent_id: distributor.parent_id,
  country: distributor.country,
  region_code: distributor.region_code,
  region_text: distributor.region_text,
  address: distributor.address,
  agency_area: distributor.agency_area,
  business_scope: distributor.business_scope,
  product_keys: distributor.product_keys,
  phone: distributor.phone,
  email: distributor.email,
  remark: distributor.remark,
  account_quota: distributor.account_quota,
  device_quota: distributor.device_quota,
  user_name: '',
  password: '',
})

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

/** A new one on the wire. */
export const toNew = (draft: Draft) => ({
  ...draft,
  phone: orNull(draft.phone),
  email: orNull(draft.email),
  user_name: orNull(draft.user_name),
  password: draft.password === '' ? null : draft.password,
})

/** An edit on the wire: the place in the tree stays, and so do phone and e-mail that nobody touched (they may be masked). */
export const toEdit = (draft: Draft, before: DistributorDetail) => {
  const {
    agent_level: _level,
    parent_id: _parent,
    user_name: _name,
    password: _password,
    phone,
    email,
    ...rest
  } = draft
  return {
    ...rest,
    ...(phone === before.phone ? {} : { phone: orNull(phone) }),
    ...(email === before.email ? {} : { email: orNull(email) }),
    updated_at: before.updated_at,
  }
}
