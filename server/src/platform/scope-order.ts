import type { GroupScope, Scope } from './scope.ts'

/** What of a scope reaches beyond another: its place in the tree, its kind of rows, or its resource group. */
export type ScopeOverreach = 'agent' | 'data_scope' | 'group'

/**
 * What of `inner` reaches beyond `outer`; null when every row of the one is surely a row of the other. Own records are
 * compared by their kind: those of a new account are its own, whoever created it. May err on the side of an excess only where
 * the groups name rows in different ways.
 */
export const findScopeOverreach = (inner: Scope, outer: Scope): ScopeOverreach | null => {
  const is_placed = outer.own_agent
    ? inner.agent_path === outer.agent_path
    : inner.agent_path.startsWith(outer.agent_path)
  if (!is_placed) return 'agent'
  if (outer.own_records !== null && inner.own_records === null) return 'data_scope'
  if (outer.own_agent && !inner.own_agent && inner.own_records === null) return 'data_scope'
  return outer.group === null || (inner.group !== null && isGroupWithin(inner.group, outer.group)) ? null : 'group'
}

/** True when everything the one group names is surely named by the other. */
export const isGroupWithin = (inner: GroupScope, outer: GroupScope): boolean =>
  inner.group_id === outer.group_id || (isRuleWithin(inner, outer) && areDevicesWithin(inner, outer))

/** The where-part and the what-part; a group of single devices has neither and reaches nowhere by rule. */
const isRuleWithin = (inner: GroupScope, outer: GroupScope): boolean =>
  !hasRule(inner) || (hasRule(outer) && isWhereWithin(inner, outer) && isWhatWithin(inner, outer))

const hasRule = ({ agent_paths, region_prefixes, product_keys }: GroupScope): boolean =>
  agent_paths.length + region_prefixes.length + product_keys.length > 0

const isWhereWithin = (inner: GroupScope, outer: GroupScope): boolean => {
  const is_anywhere = ({ agent_paths, region_prefixes }: GroupScope) =>
    agent_paths.length + region_prefixes.length === 0
  if (is_anywhere(outer)) return true
  if (is_anywhere(inner)) return false
  return (
    startWithOneOf(inner.agent_paths, outer.agent_paths) && startWithOneOf(inner.region_prefixes, outer.region_prefixes)
  )
}

const isWhatWithin = (inner: GroupScope, outer: GroupScope): boolean =>
  outer.product_keys.length === 0 ||
  (inner.product_keys.length > 0 && inner.product_keys.every((key) => outer.product_keys.includes(key)))

/** A device listed by itself is only surely within when the other lists it too. */
const areDevicesWithin = (inner: GroupScope, outer: GroupScope): boolean =>
  inner.device_ids.every((device_id) => outer.device_ids.includes(device_id))

const startWithOneOf = (texts: readonly string[], beginnings: readonly string[]): boolean =>
  texts.every((text) => beginnings.some((beginning) => text.startsWith(beginning)))
