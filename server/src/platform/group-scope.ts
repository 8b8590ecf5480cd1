import { regionPrefix } from './region-prefix.ts'
import type { GroupScope } from './scope.ts'

/** What a resource group lists, as the database gives it; the paths are those of its distributors. */
export type GroupRow = {
  group_id: number
  agent_paths: readonly string[]
  region_codes: readonly string[]
  product_keys: readonly string[]
  device_ids: readonly number[]
}

/** The part of a scope that a resource group is. */
export const groupScopeOf = ({ region_codes, ...row }: GroupRow): GroupScope => ({
  ...row,
  region_prefixes: region_codes.map(regionPrefix),
})

/** A group that lists nothing holds nothing. */
export const NOTHING: GroupScope = {
  group_id: 0,
  agent_paths: [],
  region_prefixes: [],
  product_keys: [],
  device_ids: [],
}
